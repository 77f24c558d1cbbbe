import { ALERT_TYPES, type AlertType } from "@/lib/alert";
import { actingWriter } from "@/lib/api/acting-writer";
import { ifMatchOf } from "@/lib/api/if-match";
import { operationsOf } from "@/lib/api/operation";
import { thresholdFault } from "@/lib/config/alerts/alert-thresholds";
import type { AlertRule } from "@/lib/config/alerts/alerting";
import type { AlertRuleValues } from "@/lib/config/alerts/stored-alerts";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { etagOf } from "@/lib/store/row-version";
import { storedAlertRules, type StoredAlertRuleRow } from "@/lib/store/alerts/stored-rules";
import { alertRuleRecord } from "@/lib/wire/alerts/alert-rule";
import { alertRuleContracts, type AlertRuleView } from "@/lib/wire/contracts/alerts/rules";

/** `/alerting/rules`: when alerts of each type open, and whom they are told to. */
export const alertRuleOperations = operationsOf(alertRuleContracts, {
  list: async ({ services }) => ({
    body: { data: services.settings.current().alerting.rules.map((rule) => viewOf(services, rule)) },
  }),
  get: async ({ services }, { type }) => ({ body: viewOfType(services, type), headers: tag(services, type) }),
  async update(context, { type, ...values }) {
    const { services, caller, request } = context;
    requireUsable(services, type, values);
    const written = { values: { ...values, thresholds: { ...values.thresholds } } };
    const writer = actingWriter(context);
    const { nodes } = rowOf(services, type)
      ? await storedAlertRules.change(writer, {
          actor: caller.actor,
          id: type,
          ifMatch: ifMatchOf(request),
          change: () => written,
        })
      : await storedAlertRules.create(writer, caller.actor, type, written);
    return { body: { ...viewOfType(services, type), nodes }, headers: tag(services, type) };
  },
  async delete(context, { type }) {
    const { services, caller, request } = context;
    const chosen = { id: type, ifMatch: ifMatchOf(request) };
    const { nodes } = await storedAlertRules.remove(actingWriter(context), caller.actor, chosen);
    return { body: { ...viewOfType(services, type), nodes } };
  },
});

/** @throws GatewayError invalid_request for a threshold that the type does not have, or an unknown channel */
function requireUsable({ settings }: Services, type: AlertType, { channels, thresholds }: AlertRuleValues): void {
  const fault = thresholdFault(type, thresholds);
  if (fault !== undefined) throw new GatewayError("invalid_request", fault, { param: "thresholds" });
  const known = new Set([
    ...settings.current().alerting.channels.map(({ name }) => name),
    ...settings.storedAlerts().channels.map(({ id }) => id),
  ]);
  const unknown = channels?.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new GatewayError("invalid_request", `There is no channel ${unknown}.`, { param: "channels" });
}

function viewOfType(services: Services, type: AlertType): AlertRuleView {
  const rule = services.settings.current().alerting.rules.find((one) => one.type === type);
  if (!rule) throw new GatewayError("not_found", "There is no such type of alert.", { param: "type" });
  return viewOf(services, rule);
}

function viewOf(
  services: Services,
  { type, enabled, channels, thresholds, source, because }: AlertRule,
): AlertRuleView {
  const row = rowOf(services, type);
  const stored = row && alertRuleRecord(row);
  return {
    type,
    meaning: ALERT_TYPES[type],
    enabled,
    channels: stored?.channels ?? null,
    tells: [...channels],
    thresholds: { ...thresholds },
    source,
    because: because ?? null,
    updated_by: stored?.created_by ?? null,
    updated_at: stored?.updated_at ?? null,
  };
}

function rowOf({ settings }: Services, type: AlertType): StoredAlertRuleRow | undefined {
  return settings.storedAlerts().rules.find(({ id }) => id === type);
}

function tag(services: Services, type: AlertType): Readonly<Record<string, string>> {
  const row = rowOf(services, type);
  return row ? { etag: etagOf(alertRuleRecord(row)) } : {};
}
