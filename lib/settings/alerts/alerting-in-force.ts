import { ALERT_TYPES, type AlertType } from "@/lib/alert";
import { alertTypes } from "@/lib/config/alert-settings";
import { alertThresholds } from "@/lib/config/alerts/alert-thresholds";
import type { AlertChannelInForce, Alerting, AlertRule } from "@/lib/config/alerts/alerting";
import type { AlertSilence, StoredAlertChannel, StoredAlertRule } from "@/lib/config/alerts/stored-alerts";
import type { Environment } from "@/lib/config/environment-variables";
import type { GeneralSettings } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";

/** What the environment, the file and the database say about alerts. */
export interface AlertingGiven {
  readonly file: Pick<GeneralSettings, "alerting" | "alert_types">;
  readonly environment: Pick<Environment, "slackWebhookUrl" | "webhookUrl">;
  readonly stored: {
    readonly channels: readonly StoredAlertChannel[];
    readonly rules: readonly StoredAlertRule[];
    readonly silences: readonly AlertSilence[];
  };
}

/** No channel, no rule and no silence of administrators. */
export const NO_STORED_ALERTS: AlertingGiven["stored"] = { channels: [], rules: [], silences: [] };

/**
 * The channels of the file come first and win over those of the database with their names. `alert_types` of the file
 * decides which alerts open; thresholds and channels of each are the database's.
 */
export function alertingInForce({ file, environment, stored }: AlertingGiven): Alerting {
  const { slackWebhookUrl: slack, webhookUrl: webhook } = environment;
  const ofFile = [...new Set(file.alerting)].map((kind): AlertChannelInForce => {
    const address = { slack, webhook }[kind];
    return { name: kind, kind, source: "file", address: address === undefined ? undefined : new Secret(address) };
  });
  const unused = new Map<string, string>();
  const ofDatabase = stored.channels.flatMap(({ name, kind, address, signingSecret }): AlertChannelInForce[] => {
    const fault = ofFile.some((one) => one.name === name)
      ? `config.yaml names ${name} in alerting, and the file wins.`
      : typeof address === "string"
        ? `This node cannot use it: ${address}.`
        : undefined;
    if (fault !== undefined) unused.set(name, fault);
    if (fault !== undefined || typeof address === "string") return [];
    return [{ name, kind, source: "database", address, signingSecret }];
  });
  const channels = [...ofFile, ...ofDatabase];
  const types = alertTypes(file.alert_types);
  const rules = (Object.keys(ALERT_TYPES) as AlertType[]).map((type): AlertRule => {
    const set = stored.rules.find((one) => one.type === type);
    const isDecided = file.alert_types !== undefined;
    const enabled = isDecided ? types.has(type) : (set?.enabled ?? true);
    const told = namesOf(channels, set?.channels ?? null);
    // An alert that goes nowhere because its channels have gone would be missed.
    const isLost = told.length === 0 && (set?.channels ?? []).length > 0;
    const everyone = isLost && channels.length > 0 ? ALL_TOLD : undefined;
    return {
      type,
      enabled,
      channels: everyone === undefined ? told : namesOf(channels, null),
      thresholds: alertThresholds(type, set?.thresholds),
      source: isDecided ? "file" : set ? "database" : "default",
      because: set && set.enabled !== enabled ? becauseOf(enabled) : everyone,
    };
  });
  return { channels, rules, silences: stored.silences, unused };
}

const ALL_TOLD = "None of the channels that it names is in force, so every channel is told.";

function becauseOf(enabled: boolean): string {
  return `config.yaml ${enabled ? "names it in alert_types" : "leaves it out of alert_types"}, and the file wins.`;
}

function namesOf(channels: readonly AlertChannelInForce[], wanted: readonly string[] | null): string[] {
  return channels.flatMap(({ name }) => (wanted === null || wanted.includes(name) ? [name] : []));
}
