import { z } from "zod";
import { COOLDOWN_REASONS } from "@/lib/router/cooldown";
import { defineContract } from "../contract";

const perMinute = z.array(z.number().int());
const cooldown = z.object({
  since: z.string(),
  until: z.string(),
  lasts: z.boolean(),
  reasons: z
    .array(z.enum(COOLDOWN_REASONS))
    .describe("Reasons of the first cooldown, not of trials that failed after it."),
  models: z.array(z.string()).describe("Upstream models; at most five."),
  nodes: z.array(z.string()).describe("The machines on which it got no calls."),
});
/** A stretch of time in which a deployment got no calls for a model on some node. */
export type CooldownView = z.output<typeof cooldown>;

const deploymentHealth = z.object({
  deployment: z.string().describe("Its id."),
  served: z.number().int(),
  declined: z.number().int().describe("The upstream refused what the caller sent, which shows that it works."),
  failed: z.number().int().describe("The call failed with this attempt."),
  retried: z.number().int().describe("The attempt failed, and another followed."),
  cancelled: z.number().int().describe("The caller hung up."),
  success_rate: z
    .number()
    .nullable()
    .describe("From 0 to 1: served and declined, of these, failed and retried. Null: there were none."),
  recent_success_rate: z
    .number()
    .nullable()
    .describe("The same over the five minutes, in whole steps, up to the last attempt: how it does now."),
  failures_since_success: z.number().int().describe("How many attempts failed, at least, after the last success."),
  latency_p50_ms: z.number().nullable().describe("Latency of served calls, to the last byte, from the buckets."),
  latency_p95_ms: z.number().nullable(),
  last_success_at: z.string().nullable(),
  last_failure_at: z.string().nullable(),
  failing_since: z
    .string()
    .nullable()
    .describe(
      "When the latest failures began, within six hours: those between which it never succeeded for five minutes without a failure. Null: none failed in the last hour, or 20 other deployments failed later.",
    ),
  last_failure: z
    .object({
      call_id: z.string(),
      requested_model: z.string(),
      failure: z.string().describe('The HTTP status, "connection", "timeout", or "no_answer" for one of these two.'),
    })
    .nullable()
    .describe("The call of the last failure; null: there was none, or it is not booked yet."),
  succeeded_by_step: perMinute.describe("Served and declined, by `step_minutes`, from `since`."),
  failed_by_step: perMinute.describe("Failed and retried."),
  cooldowns: z
    .array(cooldown)
    .describe("When it was on cooldown on some node, the earliest first, those that overlap as one; the last 60."),
});
export type DeploymentHealth = z.output<typeof deploymentHealth>;

const lastHour = z.object({
  since: z.string(),
  until: z.string(),
  calls: z
    .object({ served: perMinute, refused: perMinute, failed: perMinute, cancelled: perMinute })
    .describe(
      "The gateway's calls by minute, from `since`. `refused`: by the gateway, or by the upstream for what was sent.",
    ),
  step_minutes: z.number().int(),
  data: z.array(deploymentHealth).describe("The deployments that were tried, or were on cooldown."),
});
export type LastHour = z.output<typeof lastHour>;

const node = z.object({
  name: z.string().describe("As in receipts."),
  version: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  clock_ahead_ms: z.number().describe("By how much its clock is ahead of the database's."),
  answers: z.boolean().describe("Whether this answer comes from it."),
});
export type NodeView = z.output<typeof node>;

export type MissingNode = Pick<NodeView, "name" | "version" | "seen_at">;

/** The part of a budget from which on it counts as nearly used up. */
export const NEAR_BUDGET = 0.8;
const nearBudget = z.object({
  type: z.string().describe("`team`, `user`, `organization`, `key`, `end_user` or `model`."),
  id: z.string(),
  name: z.string().nullable(),
  max_budget: z.number().describe("Dollars"),
  soft_budget: z.number().nullable(),
  spent: z.number().describe("Dollars booked in the present window"),
  resets_at: z.string().nullable().describe("Null: it does not reset"),
});
export type NearBudget = z.output<typeof nearBudget>;

const common = {
  method: "GET",
  family: "management_routes",
  access: "administrators",
  effect: "reads",
  input: z.strictObject({}),
} as const;

/** `/health/*` for administrators: what the overview shows. */
export const healthContracts = {
  deployments: defineContract({
    ...common,
    id: "health.deployments",
    path: "/health/deployments",
    summary:
      "Show the last hour over all nodes: the calls by minute, and each deployment's success rate, latency, last failure and cooldowns",
    output: lastHour,
  }),
  nodes: defineContract({
    ...common,
    id: "health.nodes",
    path: "/health/nodes",
    summary: "List the processes of this gateway that serve now, and those that went silent",
    output: z.object({
      data: z.array(node),
      missing: z
        .array(node.pick({ name: true, version: true, seen_at: true }))
        .describe(
          "Processes that went silent within the hour without having ended, unless one that started since stands for them.",
        ),
    }),
  }),
  budgets: defineContract({
    ...common,
    id: "health.budgets",
    path: "/health/budgets",
    summary: "List the budgets of which 80% or more is spent, or whose soft budget is passed, the fullest first",
    output: z.object({
      data: z.array(nearBudget).describe("At most 100."),
      total: z.number().int(),
    }),
  }),
};
