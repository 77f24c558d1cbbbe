import { queryString } from "@/components/api/client";
import type { USUAL_SPAN } from "@/components/time-range/spans";
import type { TimeInputs } from "@/components/time-range/time-inputs";
import type { Panel } from "@/lib/wire/dashboards/panel";
import type { SeriesDivision } from "@/lib/wire/series/spend-series";

/** The lists whose rows a chart can be divided by. */
const LISTS: Readonly<Record<SeriesDivision, string>> = {
  team: "/console/teams",
  user: "/console/users",
  key: "/console/keys",
  organization: "/console/organizations",
  end_user: "/console/end-users",
  requested_model: "/console/models",
};

/** The page on which a chart stands alone, with its filters and the time of the dashboard. */
export function panelAddress(panel: Panel, span: typeof USUAL_SPAN, { start_date, end_date }: TimeInputs): string {
  if (panel.of === "refusals")
    return `/console/refusals${queryString({ ...panel.filter, ...span, chart: "refusals" })}`;
  const { by, search, percentile: part, measure: chart, filter } = panel;
  if (by !== undefined) return LISTS[by] + queryString({ search, chart, part, ...span });
  // The page of calls holds its time in another form, which takes instants.
  const time = { time: "between", from: start_date, to: end_date };
  return `/console/requests${queryString({ ...filter, ...time, chart })}`;
}

/** The charts in another order: the one at a place comes to another place. */
export function movedPanel(panels: readonly Panel[], from: number, to: number): Panel[] {
  const moved = panels[from];
  const others = panels.filter((_, place) => place !== from);
  return moved === undefined ? [...panels] : [...others.slice(0, to), moved, ...others.slice(to)];
}
