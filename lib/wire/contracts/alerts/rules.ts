import { z } from "zod";
import { alertRuleValues, alertType } from "@/lib/config/alerts/stored-alerts";
import { defineContract } from "../../contract";
import { receipts } from "../../fields";

const one = z.strictObject({ type: alertType.describe("The type of alert.") });
const FAMILY = { family: "management_routes", access: "administrators" } as const;

const ruleView = z.object({
  type: z.string(),
  meaning: z.string().describe("When such an alert usually opens, in a sentence."),
  enabled: z.boolean().describe("Whether such alerts open."),
  channels: alertRuleValues.shape.channels,
  tells: z.array(z.string()).describe("The channels in force that are told."),
  thresholds: z.record(z.string(), z.number()).describe("Those in force; some types have none."),
  source: z
    .enum(["default", "file", "database"])
    .describe("Where `enabled` comes from. `alert_types` of the file wins over the database."),
  because: z.string().nullable().describe("Why `enabled` or `tells` is not what the database says; null: it is."),
  updated_by: z.string().nullable().describe("Who changed it first; null: it is as usual."),
  updated_at: z.string().nullable(),
});
export type AlertRuleView = z.output<typeof ruleView>;

/** `/alerting/rules`: one rule for each type of alert. */
export const alertRuleContracts = {
  list: defineContract({
    id: "alerting.rules.list",
    method: "GET",
    path: "/alerting/rules",
    ...FAMILY,
    effect: "reads",
    summary: "List when alerts of each type open, and which channels receive them",
    input: z.strictObject({}),
    output: z.object({ data: z.array(ruleView) }),
  }),
  get: defineContract({
    id: "alerting.rules.get",
    method: "GET",
    path: "/alerting/rules/{type}",
    ...FAMILY,
    effect: "reads",
    versioned: true,
    summary: "Show when alerts of a type open, and which channels receive them",
    input: one,
    output: ruleView,
  }),
  update: defineContract({
    id: "alerting.rules.update",
    method: "PUT",
    path: "/alerting/rules/{type}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Set when alerts of a type open and which channels receive them, on every node at once",
    input: one.extend(alertRuleValues.shape),
    output: ruleView.extend({ nodes: receipts }),
  }),
  delete: defineContract({
    id: "alerting.rules.delete",
    method: "DELETE",
    path: "/alerting/rules/{type}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Reset the rule for a type of alert to its defaults",
    input: one,
    output: ruleView.extend({ nodes: receipts }),
  }),
};
