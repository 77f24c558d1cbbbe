import { alertChannelKind, alertRuleValues, alertType } from "@/lib/config/alerts/stored-alerts";
import type { AlertSilence, StoredAlertChannel, StoredAlertRule } from "@/lib/config/alerts/stored-alerts";
import { Secret } from "@/lib/config/secret";
import { openSealedSecrets, type OpenSealed } from "@/lib/store/open-sealed";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import type { StoredAlertChannelRow } from "@/lib/store/alerts/stored-channels";
import type { StoredAlertRuleRow } from "@/lib/store/alerts/stored-rules";
import type { StoredAlertSilenceRow } from "@/lib/store/alerts/stored-silences";
import type { AlertingGiven } from "./alerting-in-force";

/** The rows of the database about alerts. */
export interface AlertRows {
  readonly channels: readonly StoredAlertChannelRow[];
  readonly rules: readonly StoredAlertRuleRow[];
  readonly silences: readonly StoredAlertSilenceRow[];
}

/** What the rows say. Rules and silences that only another version can read are left out. */
export function decodeAlerts({ channels, rules, silences }: AlertRows, open: OpenSealed): AlertingGiven["stored"] {
  return {
    channels: channels.flatMap((row) => channelOf(row, open) ?? []),
    rules: rules.flatMap((row) => ruleOf(row) ?? []),
    silences: silences.flatMap((row) => silenceOf(row) ?? []),
  };
}

function channelOf({ id, kind, sealed }: StoredAlertChannelRow, open: OpenSealed): StoredAlertChannel | undefined {
  const known = alertChannelKind.safeParse(kind);
  if (!known.success) return undefined;
  const secrets = openSealedSecrets(sealed, SEALED_COLUMNS.alertChannels.context(id), open);
  if (typeof secrets === "string") return { name: id, kind: known.data, address: secrets };
  const { address, signing_secret: signing } = secrets;
  return {
    name: id,
    kind: known.data,
    address: address === undefined ? "it has no address" : new Secret(address),
    signingSecret: signing === undefined ? undefined : new Secret(signing),
  };
}

function ruleOf({ id, values }: StoredAlertRuleRow): StoredAlertRule | undefined {
  const [type, parsed] = [alertType.safeParse(id), alertRuleValues.safeParse(values)];
  return type.success && parsed.success ? { type: type.data, ...parsed.data } : undefined;
}

function silenceOf(row: StoredAlertSilenceRow): AlertSilence | undefined {
  const type = alertType.nullable().safeParse(row.type);
  if (!type.success) return undefined;
  const { id, subject, reason, createdBy } = row;
  return { id, type: type.data, subject, reason, until: row.until.getTime(), createdBy };
}
