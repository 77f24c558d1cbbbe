import { z } from "zod";
import { alertType } from "@/lib/config/alerts/stored-alerts";
import { alertSilence } from "@/lib/wire/alerts/alert-silence";
import { alertSchema } from "../alerting";
import { defineContract } from "../../contract";
import { listOf, cursorInputs } from "../../fields";

const delivery = z.object({
  channel: z.string(),
  of: z.enum(["open", "resolved"]).describe("Whether it told that the alert opened, or that it was over."),
  in_summary: z.boolean().describe("Whether it told of several alerts at once."),
  state: z.string().describe("`waiting`, `delivered` or `given_up`."),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  ended_at: z.string().nullable().describe("When it was delivered or given up."),
});

const pastAlert = alertSchema.extend({
  told_at: z.string().nullable().describe("When its messages were queued; null: a silence withholds them."),
  silence: alertSilence.nullable().describe("The last silence that withheld its messages."),
  deliveries: z.array(delivery),
});
export type PastAlert = z.output<typeof pastAlert>;

/** `/alerting/history` */
export const alertHistoryContracts = {
  list: defineContract({
    id: "alerting.history",
    method: "GET",
    path: "/alerting/history",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the alerts of the last 30 days, the latest first, with what became of their messages",
    input: z.strictObject({
      ...cursorInputs,
      type: alertType.optional().describe("Only alerts of this type"),
      state: z.enum(["open", "over"]).optional().describe("Only alerts that are open, or only those that are over"),
    }),
    output: listOf(pastAlert),
  }),
};
