"use client";
import { type ReactNode, useState } from "react";
import type { InputOf } from "@/components/api/client";
import { formatCount } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { Button } from "@/components/ui/button";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { type Refused, type WhatIf, whatIf } from "./what-if";

/** Shows on demand what a draft would change, and then the button that makes the change. */
export function Tried({
  draft,
  refused,
  children,
}: {
  draft: InputOf<typeof decisionContracts.replay> | undefined;
  refused: Refused;
  /** The button, given whether the refused caller would gain anything by it. */
  children: (isWorth: boolean) => ReactNode;
}) {
  const [isTried, setTried] = useState(false);
  const replay = useRead(decisionContracts.replay, draft ?? {}, {
    enabled: isTried && draft !== undefined,
    retry: false,
    staleTime: 0,
  });
  const told = isTried && replay.data && whatIf(replay.data, refused);
  return (
    <div className="mt-2 space-y-2 text-meta">
      {isTried && replay.isError && <p className="text-bad">{replay.error.message}</p>}
      {told && (
        <div role="status" className="space-y-1.5 text-ink-soft">
          <p>{told.sentence}</p>
          <Others groups={told.others} />
          <p className="text-ink-faint">
            Only recorded calls are counted. Everyone else whom the change covers gains it too.
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {!told && (
          <Button size="small" busy={isTried && replay.isFetching} onClick={() => setTried(true)}>
            What would change?
          </Button>
        )}
        {told && children(told.gained > 0)}
      </div>
    </div>
  );
}

const MOST_SHOWN = 10;

function Others({ groups }: { groups: WhatIf["others"] }) {
  if (groups.length === 0) return null;
  return (
    <ul aria-label="Who else gains something" className="divide-y rounded-md border">
      {groups.slice(0, MOST_SHOWN).map(({ who, route, model, count }) => (
        <li key={`${who} ${route} ${model}`} className="flex justify-between gap-3 px-2.5 py-1.5">
          <span className="min-w-0 break-words">
            {who} <code className="font-mono wrap-anywhere text-ink-faint">{model ?? route}</code>
          </span>
          <span className="shrink-0 tabular-nums">{formatCount(count)}</span>
        </li>
      ))}
      {groups.length > MOST_SHOWN && (
        <li className="px-2.5 py-1.5 text-ink-faint">and {formatCount(groups.length - MOST_SHOWN)} more</li>
      )}
    </ul>
  );
}
