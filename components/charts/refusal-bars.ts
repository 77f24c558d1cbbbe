import { formatCompact } from "@/components/api/format";
import { codeName } from "@/components/sentences/code-names";
import { counted } from "@/components/shared/wording";
import type { RefusalSeries } from "@/lib/wire/series/refusal-series";
import type { DrawnChart } from "./drawn-chart";

/** How many codes have a colour. */
const MOST_CODES = 6;

/** A chart of refusals, with a part of the bars for each of the codes that refuse most, and one for all others. */
export function drawnRefusals({ data }: Pick<RefusalSeries, "data">): DrawnChart {
  const sums = new Map<string, number>();
  for (const { by_code: byCode } of data)
    for (const [code, count] of Object.entries(byCode)) sums.set(code, (sums.get(code) ?? 0) + count);
  const codes = [...sums].toSorted(([, one], [, other]) => other - one).map(([code]) => code);
  const named = codes.slice(0, MOST_CODES);
  const hasOthers = codes.length > named.length;
  return {
    label: "Refusals",
    drawnAs: "bars",
    format: formatCompact,
    parts: [
      ...named.map((code, place) => ({ label: codeName(code), colour: `var(--series-${place + 1})` })),
      ...(hasOthers ? [{ label: "All others", colour: "var(--series-other)" }] : []),
    ],
    points: data.map(({ at, refusals, by_code: byCode }) => {
      const counts = named.map((code) => byCode[code] ?? 0);
      const rest = refusals - counts.reduce((sum, count) => sum + count, 0);
      return { at, told: counted(refusals, "refusal"), values: [...counts, ...(hasOthers ? [rest] : [])] };
    }),
  };
}
