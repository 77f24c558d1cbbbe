import { z } from "zod";
import { ALERT_CHANNELS, ALERT_TYPES, type AlertChannel, type AlertType } from "@/lib/alert";
import type { Secret } from "../secret";

/** The name of a channel, which administrators choose. */
export const alertChannelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be 1 to 40 lower-case letters, digits and hyphens");

export const alertType = z.enum(Object.keys(ALERT_TYPES) as [AlertType, ...AlertType[]]);
export const alertChannelKind = z.enum(ALERT_CHANNELS);

const count = z.number().int().optional();

/** What administrators set about one type of alert, as its row holds it. */
export const alertRuleValues = z.strictObject({
  enabled: z.boolean().describe("Whether alerts of this type open."),
  channels: z
    .array(alertChannelName)
    .max(20)
    .nullable()
    .describe(
      "The names of the channels that receive the alerts. Empty: none, so they are only listed. Null: every channel.",
    ),
  thresholds: z
    .strictObject({ percent: count, failures: count, seconds: count, requests: count, times: count })
    .describe("The figures at which an alert opens; those that are left out have their defaults."),
});
export type AlertRuleValues = z.output<typeof alertRuleValues>;

/** A channel of the database. */
export interface StoredAlertChannel {
  readonly name: string;
  readonly kind: AlertChannel;
  /** A string: why this node cannot use it. */
  readonly address: Secret | string;
  /** Its own signing secret; undefined: it has none. */
  readonly signingSecret?: Secret | undefined;
}

/** What administrators set about a type of alert. */
export interface StoredAlertRule extends AlertRuleValues {
  readonly type: AlertType;
}

/** For some time, alerts are listed and nobody is told. */
export interface AlertSilence {
  readonly id: string;
  /** Null: every type. */
  readonly type: AlertType | null;
  /** What the alert is about, such as a deployment; null: everything. */
  readonly subject: string | null;
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly createdBy: string;
}
