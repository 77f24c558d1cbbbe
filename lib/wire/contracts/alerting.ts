import { z } from "zod";
import { ALERT_CHANNELS, ALERT_TYPES } from "@/lib/alert";
import { alertChannelName } from "@/lib/config/alerts/stored-alerts";
import { defineContract } from "../contract";

const kind = z.enum(ALERT_CHANNELS);
const types = Object.entries(ALERT_TYPES).map(([name, meaning]) => `\`${name}\`: ${meaning}`);

export const alertSchema = z.object({
  id: z.string().describe("The `webhook-id` of the message about its opening."),
  type: z.string().describe(types.join(" ")),
  subject: z.string(),
  state: z.string().describe("`open`, `resolved`, or `superseded` by a later alert about the same."),
  message: z.string(),
  resolution: z.string().nullable(),
  opened_at: z.string(),
  resolved_at: z.string().nullable(),
});
export type AlertView = z.output<typeof alertSchema>;

const channelState = z.object({
  channel: z.string().describe("Its name. Those of the configuration file are called by their kind."),
  kind,
  enabled: z
    .boolean()
    .describe("Whether it is in force: `general_settings.alerting` names it, or it is of the database."),
  address: z.string().nullable().describe("The origin of its address; the rest is a secret. Null: it is not set."),
  waiting: z.number().int().describe("Messages that are still tried."),
  given_up: z.number().int().describe("Messages of the last 30 days that were not accepted within 24 hours."),
  last_delivered_at: z.string().nullable(),
  last_error: z.string().nullable().describe("Of the latest message that waits or was given up."),
});
export type AlertChannelState = z.output<typeof channelState>;

const status = z.object({
  channels: z.array(channelState),
  alert_types: z.array(z.string()).describe("The types that are sent."),
  secret: z
    .enum(["environment", "not_copied", "copied", "unreadable"])
    .nullable()
    .describe(
      "Where the secret that signs webhooks is: in WEBHOOK_SECRET, or in the database, to be copied or copied already. Null: webhooks are off.",
    ),
  open: z.array(alertSchema).describe("The latest first; at most 100."),
  recent: z.array(alertSchema).describe("Those that are over, the latest first; at most 20."),
});
export type AlertingStatus = z.output<typeof status>;

const testResult = z.object({
  channel: z.string(),
  accepted: z.boolean(),
  status: z.number().int().nullable().describe("The HTTP status of the receiver; null: it did not answer."),
  answer: z.string().describe("The beginning of its answer."),
  error: z.string().nullable(),
});

/** `/alerting/*` */
export const alertingContracts = {
  status: defineContract({
    id: "alerting.status",
    method: "GET",
    path: "/alerting/status",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Show the alerts that are open, and whether the channels accept messages",
    input: z.strictObject({}),
    output: status,
  }),
  test: defineContract({
    id: "alerting.test",
    method: "POST",
    path: "/alerting/test",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    // It may send a request to whatever address is given, which whoever may only look must not.
    summary:
      "Send a test message to the alert channels, or to an address before it is saved, and show what their receivers answered",
    input: z.strictObject({
      channel: alertChannelName.optional().describe("Only this channel, by its name; absent: every channel"),
      kind: kind.optional().describe("With `address`: what the receiver accepts"),
      address: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .optional()
        .describe("The address of a receiver that is not a channel yet"),
    }),
    output: z.object({ data: z.array(testResult) }),
  }),
  secret: defineContract({
    id: "alerting.secret",
    method: "POST",
    path: "/alerting/secret",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Show the generated secret that signs webhooks, until somebody confirms that it was copied",
    input: z.strictObject({
      copied: z.boolean().default(false).describe("Confirms that you have copied the secret; nobody is shown it again"),
    }),
    output: z.object({
      secret: z.string().nullable().describe("`whsec_…`; null: it is confirmed as copied now"),
    }),
  }),
};
