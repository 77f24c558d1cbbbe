import { z } from "zod";
import { alertType } from "@/lib/config/alerts/stored-alerts";
import { alertSilence } from "@/lib/wire/alerts/alert-silence";
import { defineContract } from "../../contract";
import { duration, receipts } from "../../fields";

const FAMILY = { family: "management_routes", access: "administrators" } as const;

export type AlertSilenceView = z.output<typeof alertSilence>;
const text = z.string().trim().min(1);

/** `/alerting/silences`: times in which nobody is told of some alerts. */
export const alertSilenceContracts = {
  list: defineContract({
    id: "alerting.silences.list",
    method: "GET",
    path: "/alerting/silences",
    ...FAMILY,
    effect: "reads",
    summary: "List the silences, the longest-lasting first; those that are over stay listed for 30 days",
    input: z.strictObject({}),
    output: z.object({ data: z.array(alertSilence) }),
  }),
  create: defineContract({
    id: "alerting.silences.create",
    method: "POST",
    path: "/alerting/silences",
    ...FAMILY,
    effect: "writes",
    summary:
      "Silence some alerts for a time, on every node at once. They are still listed, and those that are open when the silence ends are sent then",
    input: z.strictObject({
      type: alertType.nullish().describe("Only alerts of this type; null: every type."),
      subject: text
        .max(500)
        .nullish()
        .describe("Only alerts about this subject, such as the id of a deployment; null: every subject."),
      reason: text.max(500).describe("Why, for colleagues."),
      duration: duration
        .optional()
        .describe("How long the silence lasts, such as 4h, and at most a year. Send this or `until`."),
      until: z.iso.datetime({ offset: true }).optional().describe("The time at which the silence ends."),
    }),
    output: alertSilence.extend({ nodes: receipts }),
  }),
  end: defineContract({
    id: "alerting.silences.end",
    method: "DELETE",
    path: "/alerting/silences/{silence_id}",
    ...FAMILY,
    effect: "writes",
    summary: "End a silence now; the alerts that it withheld and that are still open are sent",
    input: z.strictObject({ silence_id: z.string().max(100).describe("The id of the silence.") }),
    output: alertSilence.extend({ nodes: receipts }),
  }),
};
