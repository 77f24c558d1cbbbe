import { z } from "zod";
import { alertChannelKind, alertChannelName } from "@/lib/config/alerts/stored-alerts";
import { alertChannel } from "@/lib/wire/alerts/alert-channel";
import { isWebhookSecret } from "@/lib/config/webhook-secret-format";
import { defineContract } from "../../contract";
import { receipts } from "../../fields";

const signing = z
  .string()
  .refine(isWebhookSecret, "must be whsec_ and the base64 of 24 to 64 bytes, as Standard Webhooks writes secrets");
const named = alertChannelName.describe("The name of the channel.");
const kind = alertChannelKind.describe(
  "What the receiver accepts. `slack`: the messages of a Slack incoming webhook; `webhook`: signed JSON.",
);
const address = z.string().trim().min(1).max(2_000);

const FAMILY = { family: "management_routes", access: "administrators" } as const;

const channelView = alertChannel.extend({
  source: z.enum(["file", "database"]),
  because: z.string().nullable().describe("Why it is not in force; null: it is."),
});
export type AlertChannelView = z.output<typeof channelView>;

/** `/alerting/channels`: where alerts go. */
export const alertChannelContracts = {
  list: defineContract({
    id: "alerting.channels.list",
    method: "GET",
    path: "/alerting/channels",
    ...FAMILY,
    effect: "reads",
    summary: "List the alert channels, those of the file first, without the secret part of their addresses",
    input: z.strictObject({}),
    output: z.object({ data: z.array(channelView) }),
  }),
  get: defineContract({
    id: "alerting.channels.get",
    method: "GET",
    path: "/alerting/channels/{name}",
    ...FAMILY,
    effect: "reads",
    versioned: true,
    summary: "Show an alert channel without the secret part of its address",
    input: z.strictObject({ name: z.string().describe("The name of the channel.") }),
    output: channelView,
  }),
  create: defineContract({
    id: "alerting.channels.create",
    method: "POST",
    path: "/alerting/channels",
    ...FAMILY,
    effect: "writes",
    summary: "Add an alert channel on every node at once; its address is encrypted and never shown again",
    input: z.strictObject({
      name: named,
      kind,
      address: address.describe("The address of the receiver."),
      signing_secret: signing.optional().describe("Signs the messages to a webhook; absent: the general secret signs."),
    }),
    output: channelView.extend({ nodes: receipts }),
  }),
  update: defineContract({
    id: "alerting.channels.update",
    method: "PUT",
    path: "/alerting/channels/{name}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Change an alert channel of the database on every node at once; what is left out stays",
    input: z.strictObject({
      name: named,
      kind: kind.optional().describe("What the receiver accepts; absent: it stays as it is."),
      address: address.optional().describe("The address of the receiver; absent: it stays as it is."),
      signing_secret: signing
        .nullish()
        .describe("Signs the messages to a webhook; absent: it stays as it is; null: the general secret signs."),
    }),
    output: channelView.extend({ nodes: receipts }),
  }),
  delete: defineContract({
    id: "alerting.channels.delete",
    method: "DELETE",
    path: "/alerting/channels/{name}",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Delete an alert channel of the database. 409 in_use if a rule names it",
    input: z.strictObject({ name: z.string().describe("The name of the channel.") }),
    output: z.object({ deleted_channel: z.string(), nodes: receipts }),
  }),
};
