import type { ReactNode } from "react";
import { Ago, Moment } from "@/components/shared/time";
import { counted } from "@/components/shared/wording";
import type { ProgramView } from "@/lib/wire/tools/server-state";

/** How the program of a server is doing at the node that answers, for `Facts`. */
export function programFacts({
  state,
  running_since: since,
  restarts,
  last_exit: exit,
  paused_until: until,
}: ProgramView): readonly (readonly [name: string, value: ReactNode])[] {
  return [
    [
      "Process",
      <span key="process">
        {since !== null ? (
          <>
            Running since <Moment iso={since} />
          </>
        ) : state === "waiting" && until !== null ? (
          <>
            Ended; waits until <Moment iso={until} />
          </>
        ) : (
          "Not running: the next request begins it"
        )}
      </span>,
    ],
    ...(restarts === 0 ? [] : [["Begun again", counted(restarts, "time")] as const]),
    ...(exit === null
      ? []
      : [
          [
            "Last exit",
            <span key="exit">
              {exit.reason}, <Ago iso={exit.at} />
            </span>,
          ] as const,
        ]),
  ];
}
