import { z } from "zod";
import { isStorable } from "../storable-text";
import { MOST_PANELS } from "./measures";
import { panel, title } from "./panel";

const MOST_CHARACTERS = 32_768;

/** What administrators write of a dashboard. */
export const dashboardValues = {
  name: title,
  personal: z.boolean().describe("Whether only who created it sees it; all others neither list nor read it"),
  hours: z
    .number()
    .int()
    .min(1)
    .max(8_760)
    .describe("The hours up to now that are shown where nothing else is asked for"),
  panels: z
    .array(panel)
    .max(MOST_PANELS)
    .refine(
      (panels) => JSON.stringify(panels).length <= MOST_CHARACTERS,
      `must be at most ${MOST_CHARACTERS} characters of JSON`,
    )
    .refine(isStorable, "must not contain NUL characters or lone surrogates")
    .describe(`Its charts in their order, at most ${MOST_PANELS}`),
};

export const dashboard = z.object({
  dashboard_id: z.string().describe("The id of the dashboard"),
  ...dashboardValues,
  created_by: z.string().describe("Who created it"),
  created_at: z.string().describe("When it was created"),
  updated_at: z.string().describe("When it was last changed"),
});
export type Dashboard = z.output<typeof dashboard>;

/** A dashboard as the database holds it. */
interface DashboardRow {
  readonly id: string;
  readonly name: string;
  readonly personal: boolean;
  readonly hours: number;
  readonly panels: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A dashboard as the API and audit events show it, without charts that only another version can draw. */
export function dashboardRecord(row: DashboardRow): Dashboard {
  const stored = Array.isArray(row.panels) ? row.panels : [];
  return {
    dashboard_id: row.id,
    name: row.name,
    personal: row.personal,
    hours: row.hours,
    panels: stored.flatMap((one) => panel.safeParse(one).data ?? []),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
