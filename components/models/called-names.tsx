"use client";
import { columnDollars } from "@/components/api/column-dollars";
import { Mono, Note } from "@/components/ui/text";
import { useRead } from "@/components/api/use-read";
import type { PageTime } from "@/components/time-range/page-time";
import { ReadSection } from "@/components/detail-page/read-section";
import { EntityLink } from "@/components/shared/entity-link";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { ModelList } from "./entry-notes";
import { namesServedBy } from "./model-named";
import { counted } from "@/components/shared/wording";

const SHOWN = 12;

/** The names that callers used for a pattern. Calls are booked under these names, not under the pattern. */
export function CalledNames({ pattern, list, time }: { pattern: string; list: ModelList; time: PageTime }) {
  const { words, address: _, ...period } = time;
  const report = useRead(spendContracts.report, { group_by: "requested_model", ...period });
  return (
    <ReadSection title={`Called as, ${words}`} query={report}>
      {({ data }) => {
        const names = data.map(({ requested_model: name = "" }) => name);
        const served = new Set(namesServedBy(pattern, names, list));
        const rows = data
          .filter(({ requested_model: name = "" }) => served.has(name) || name === pattern)
          .sort((a, b) => b.spend - a.spend || b.calls - a.calls);
        const dollars = columnDollars(rows.slice(0, SHOWN).map(({ spend }) => spend));
        if (rows.length === 0) return <p className="text-ink-faint">No call in this time.</p>;
        return (
          <>
            <ul className="divide-y rounded-md border">
              {rows.slice(0, SHOWN).map(({ requested_model: name = "", calls, spend }) => (
                <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto_6rem] gap-3 px-3 py-1.5 tabular-nums">
                  <Mono className="truncate">
                    <EntityLink kind="model" id={name} />
                  </Mono>
                  <span>{counted(calls, "call")}</span>
                  <span className="text-right">{dollars.format(spend)}</span>
                </li>
              ))}
            </ul>
            {rows.length > SHOWN && <Note className="mt-2">{counted(rows.length - SHOWN, "more name")}.</Note>}
          </>
        );
      }}
    </ReadSection>
  );
}
