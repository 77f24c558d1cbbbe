import { RefusalSeriesChart } from "@/components/charts/refusal-series";
import { PinButton } from "@/components/dashboards/pin-button";
import { useSpanZone } from "@/components/time-range/span-time-bar";
import { askedSpan, type USUAL_SPAN } from "@/components/time-range/spans";
import { Note } from "@/components/ui/text";
import type { askedRefusals } from "./refusal-filters";

/** The list of refusals as a chart of itself. `now`: milliseconds since the epoch. */
export function RefusalsChart({
  filter,
  view,
  now,
  onOpen,
}: {
  filter: ReturnType<typeof askedRefusals>;
  view: typeof USUAL_SPAN;
  now: number;
  /** Called with the instants between which a step lies. */
  onOpen: (from: string, until: string) => void;
}) {
  const zone = useSpanZone(view);
  const { asked, hours } = askedSpan(view, now, zone);
  return (
    <>
      <RefusalSeriesChart filter={{ ...filter, ...asked }} zone={zone} onOpen={onOpen} />
      <div className="flex items-center justify-between gap-4 border-t px-4 py-2">
        <Note>Every refusal is counted, those that are hidden too. A step leads to its refusals.</Note>
        <PinButton hours={hours} panel={{ of: "refusals", title: "Refusals", filter }} />
      </div>
    </>
  );
}
