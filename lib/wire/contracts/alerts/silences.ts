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
    summary: "List the silences, those first that last longest; those that are over for 30 days",
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
      "Tell nobody of some alerts for some time, on every node at once. They are listed anyway, and those that are still open are told when it ends",
    input: z.strictObject({
      type: alertType.nullish().describe("Only alerts of this type; null: all."),
      subject: text.max(500).nullish().describe("Only alerts about this, such as the id of a deployment; null: all."),
      reason: text.max(500),
      duration: duration.optional().describe("How long, at most a year, such as 4h. Send this or `until`."),
      until: z.iso.datetime({ offset: true }).optional(),
    }),
    output: alertSilence.extend({ nodes: receipts }),
  }),
  end: defineContract({
    id: "alerting.silences.end",
    method: "DELETE",
    path: "/alerting/silences/{silence_id}",
    ...FAMILY,
    effect: "writes",
    summary: "End a silence now: the alerts that it withheld and that are still open are told",
    input: z.strictObject({ silence_id: z.string().max(100) }),
    output: alertSilence.extend({ nodes: receipts }),
  }),
};
