import { z } from "zod";
import { LATENCY_BOUNDS_MS, TRAFFIC_OUTCOMES } from "@/lib/traffic-minute";
import { defineContract } from "../contract";

const outcomes = Object.entries(TRAFFIC_OUTCOMES).map(([name, meaning]) => `\`${name}\`: ${meaning}`);

const trafficPoint = z.object({
  minute: z.string().describe("When it begins, in UTC."),
  deployment: z.string().nullable().describe("The id of the deployment; null for `refused`."),
  outcome: z.string().describe(outcomes.join(" ")),
  count: z.number().int(),
  latency: z
    .array(z.number().int())
    .describe(
      "How many attempts took how long, from the beginning of the attempt to the last byte: one number for each of `latency_bounds_ms`, and one for those that took longer.",
    ),
  first_at: z.string().describe("When the first of them ended."),
  last_at: z.string().describe("When the last of them ended."),
});
export type TrafficPoint = z.output<typeof trafficPoint>;

/** `GET /health/traffic`: what the gateway's nodes did recently, by counts that need no look at the calls. */
export const trafficContract = defineContract({
  id: "health.traffic",
  method: "GET",
  path: "/health/traffic",
  family: "management_routes",
  access: "administrators",
  effect: "reads",
  summary: "Show how many calls each deployment served and failed, minute by minute, over all nodes",
  input: z.strictObject({
    hours: z.coerce.number().int().min(1).max(48).default(1).describe("How many hours back to show"),
    step_minutes: z.coerce.number().int().min(1).max(60).default(1).describe("How many minutes one figure adds up"),
    deployment: z.string().max(500).optional().describe("Only the deployment with this id"),
  }),
  output: z.object({
    since: z.string(),
    until: z.string(),
    step_minutes: z.number().int(),
    latency_bounds_ms: z
      .array(z.number())
      .describe(`Upper bounds, inclusive, which never change: ${LATENCY_BOUNDS_MS.join(", ")}.`),
    data: z.array(trafficPoint).describe("The latest minute first. Calls of the last two seconds may be missing."),
    truncated: z.boolean().describe("Whether earlier minutes are left out, because there are more than 20,000 rows."),
  }),
});
