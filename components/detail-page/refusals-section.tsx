"use client";
import { queryString } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { Note } from "@/components/ui/text";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { type PageTime, periodOf } from "@/components/time-range/page-time";
import { MoreLink, ReadSection } from "./read-section";
import { eachOfEntity, type RefusedEntity } from "./refused-entity";
import { RefusalLine } from "./refusal-line";
import { type PayerFilter, RefusedThrough } from "./refused-through";
import { counted } from "@/components/shared/wording";

const SHOWN = 20;

/**
 * The refusals of the page's time, grouped, each group with an example to explain. `of`: a filter of the inbox.
 * `through`: the payer whose keys and people, which are refused in their own names, are listed below.
 */
export function RefusalsSection({ of, through, time }: { of: RefusedEntity; through?: PayerFilter; time: PageTime }) {
  const { start_date: from, end_date: to, time_zone: zone } = time;
  const found = useRead(refusalContracts.list, { ...periodOf(time), state: "all", page: 1, size: SHOWN, ...of });
  const { kind: _, ...linked } = { kind: undefined, ...of };
  const shown = { state: "all", hours: "between", from, to, zone: zone === "UTC" ? "" : zone, ...linked };
  return (
    <ReadSection
      title={`Refusals, ${time.words}`}
      query={found}
      action={
        <span className="flex gap-3">
          <MoreLink href={eachOfEntity(of)}>View all</MoreLink>
          <MoreLink href={`/console/refusals${queryString(shown)}`}>All refusals</MoreLink>
        </span>
      }
    >
      {({ data, total, refusals }) =>
        data.length === 0 && through === undefined ? (
          <p className="text-ink-faint">Nothing was refused.</p>
        ) : (
          <>
            {data.length > 0 && (
              <ul className="divide-y rounded-md border">
                {data.map((group) => (
                  <RefusalLine
                    key={JSON.stringify([group.code, group.principal, group.route, group.model])}
                    row={group}
                    isOfModel={"model" in of}
                  />
                ))}
              </ul>
            )}
            {total > data.length && (
              <Note className="mt-2">
                {counted(refusals, "refusal")} in {counted(total, "group")}.
              </Note>
            )}
            {through && <RefusedThrough of={of} payer={through} time={time} isAlone={data.length === 0} />}
          </>
        )
      }
    </ReadSection>
  );
}
