import { z } from "zod";

/** The default of `metrics_max_teams`. */
export const MOST_TEAMS = 200;

/** What the metrics show. */
export const metricsSettings = {
  metrics: z
    .boolean()
    .default(true)
    .describe(
      "Whether the gateway counts requests, decisions, attempts and calls. If not, the counters of `/metrics` do not change; its gauges still do.",
    ),
  metrics_max_teams: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(MOST_TEAMS)
    .describe(
      "How many teams the metrics name, and how many ids of budgets of each kind: the first ones since the start. The rest count together as `other`.",
    ),
};
