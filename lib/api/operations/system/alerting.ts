import { ALERT_CHANNELS, type AlertChannel, type AlertMessage } from "@/lib/alert";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { alertTypes } from "@/lib/config/alert-settings";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { channelAddress, postToChannel } from "@/lib/observe/alerts/io/alert-channels";
import { listAlerts, readDeliveries, type ListedAlert } from "@/lib/store/alerts/alert-status";
import { confirmWebhookSecret, webhookSecret } from "@/lib/store/alerts/webhook-secret";
import { orUnavailable } from "@/lib/store/failures";
import { write } from "@/lib/store/write";
import { alertingContracts, type AlertingStatus, type AlertView } from "@/lib/wire/contracts/alerting";

const status = defineOperation(alertingContracts.status, async ({ services }) => {
  const { alerting, alert_types: types } = services.settings.current().general;
  const [{ open, recent }, deliveries, secret] = await Promise.all([
    listAlerts(services.database),
    readDeliveries(services.database),
    secretState(services, alerting),
  ]);
  const channels = ALERT_CHANNELS.map((channel) => {
    const { waiting = 0, givenUp = 0, lastDeliveredAt = null, lastError = null } = deliveries.get(channel) ?? {};
    return {
      channel,
      enabled: alerting.includes(channel),
      address: originOf(channelAddress(services.environment, channel)),
      waiting,
      given_up: givenUp,
      last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
      last_error: lastError,
    };
  });
  const sent = [...alertTypes(types)];
  return { body: { channels, alert_types: sent, secret, open: open.map(viewOf), recent: recent.map(viewOf) } };
});

const test = defineOperation(alertingContracts.test, async ({ services, caller }, { channel: only }) => {
  const { alerting } = services.settings.current().general;
  const channels = only === undefined ? alerting : alerting.filter((channel) => channel === only);
  if (channels.length === 0)
    throw new GatewayError(
      "invalid_request",
      only === undefined
        ? "general_settings.alerting names no channel; set alerting: [slack], or [webhook]."
        : `general_settings.alerting does not name ${only}.`,
      { param: "channel" },
    );
  const audit = [
    { actor: caller.actor, action: "alerting.test", entityType: "alerting", entityId: channels.join(", ") },
  ];
  await write(services, async () => ({ result: undefined, audit, changes: [] }));
  const message: AlertMessage = { kind: "test", at: services.now() };
  const data = await Promise.all(
    [...new Set(channels)].map(async (channel) => {
      const result = await postToChannel(services, { channel, messageId: `test_${services.newId()}`, message });
      return {
        channel,
        accepted: result.isAccepted,
        status: result.status ?? null,
        answer: result.answer,
        error: result.isAccepted ? null : result.error,
      };
    }),
  );
  return { body: { data } };
});

const secret = defineOperation(alertingContracts.secret, async ({ services, caller }, { copied }) => {
  const { database, environment, secrets } = services;
  if (environment.webhookSecret !== undefined)
    throw new GatewayError("in_use", "WEBHOOK_SECRET is set, so no secret is generated.");
  const stored = await orUnavailable(webhookSecret(database, secrets));
  if ("fault" in stored)
    throw new GatewayError(
      "in_use",
      "This node cannot decrypt the generated secret: GATEWAY_ENCRYPTION_KEY differs from the key that it was made with. Set WEBHOOK_SECRET instead.",
    );
  if (stored.isCopied)
    throw new GatewayError(
      "in_use",
      "The secret has been copied, and is not shown again. If it is lost, set WEBHOOK_SECRET to a new one.",
    );
  const action = copied ? "alerting.secret_copied" : "alerting.secret_shown";
  const audit = [{ actor: caller.actor, action, entityType: "alerting", entityId: "webhook" }];
  await write(services, async () => ({ result: undefined, audit, changes: [] }));
  if (copied) await orUnavailable(confirmWebhookSecret(database));
  return { body: { secret: copied ? null : stored.secret }, headers: { "cache-control": "no-store" } };
});

async function secretState(services: Services, alerting: readonly AlertChannel[]): Promise<AlertingStatus["secret"]> {
  if (!alerting.includes("webhook")) return null;
  if (services.environment.webhookSecret !== undefined) return "environment";
  const stored = await orUnavailable(webhookSecret(services.database, services.secrets));
  if ("fault" in stored) return "unreadable";
  return stored.isCopied ? "copied" : "not_copied";
}

function originOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : null;
}

function viewOf({ openedAt, resolvedAt, ...alert }: ListedAlert): AlertView {
  return { ...alert, opened_at: openedAt.toISOString(), resolved_at: resolvedAt?.toISOString() ?? null };
}

/** `/alerting/*` */
export const alertingOperations: readonly CallerOperation[] = [status, test, secret];
