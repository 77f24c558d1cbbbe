import type { z } from "zod";
import { ALERT_CHANNELS, type AlertMessage } from "@/lib/alert";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { AlertChannelInForce } from "@/lib/config/alerts/alerting";
import { Secret } from "@/lib/config/secret";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { postToChannel } from "@/lib/observe/alerts/io/alert-channels";
import { listAlerts, readDeliveries, type ListedAlert } from "@/lib/store/alerts/alert-status";
import { confirmWebhookSecret, webhookSecret } from "@/lib/store/alerts/webhook-secret";
import { orUnavailable } from "@/lib/store/failures";
import { write } from "@/lib/store/write";
import { alertingContracts, type AlertingStatus, type AlertView } from "@/lib/wire/contracts/alerting";
import { originOf as shownOrigin, requireAddress } from "../alerts/channels";

const status = defineOperation(alertingContracts.status, async ({ services }) => {
  const { channels: inForce, rules } = services.settings.current().alerting;
  const [{ open, recent }, deliveries, secret] = await Promise.all([
    listAlerts(services.database),
    readDeliveries(services.database),
    secretState(services, inForce),
  ]);
  const { slackWebhookUrl: slack, webhookUrl: webhook } = services.environment;
  const off = ALERT_CHANNELS.filter((kind) => !inForce.some(({ name }) => name === kind)).map((kind) => ({
    channel: kind,
    kind,
    enabled: false,
    address: originOf({ slack, webhook }[kind]),
  }));
  const on = inForce.map(({ name, kind, address }) => ({
    channel: name,
    kind,
    enabled: true,
    address: originOf(address?.reveal()),
  }));
  const channels = [...on, ...off].map((state) => {
    const { waiting = 0, givenUp = 0, lastDeliveredAt = null, lastError = null } = deliveries.get(state.channel) ?? {};
    return {
      ...state,
      waiting,
      given_up: givenUp,
      last_delivered_at: lastDeliveredAt?.toISOString() ?? null,
      last_error: lastError,
    };
  });
  const sent = rules.flatMap(({ type, enabled }) => (enabled ? [type] : []));
  return { body: { channels, alert_types: sent, secret, open: open.map(viewOf), recent: recent.map(viewOf) } };
});

const test = defineOperation(alertingContracts.test, async ({ services, caller }, input) => {
  const channels = testedChannels(services, input);
  const names = channels.map(({ name }) => name).join(", ");
  const audit = [{ actor: caller.actor, action: "alerting.test", entityType: "alerting", entityId: names }];
  await write(services, async () => ({ result: undefined, audit, changes: [] }));
  const message: AlertMessage = { kind: "test", at: services.now() };
  const data = await Promise.all(
    channels.map(async (channel) => {
      const messageId = `test_${services.newId()}`;
      const result = await postToChannel(services, channel, { messageId, message });
      return {
        channel: channel.name,
        accepted: result.isAccepted,
        status: result.status ?? null,
        answer: result.answer,
        error: result.isAccepted ? null : result.error,
      };
    }),
  );
  return { body: { data } };
});

type TestInput = z.output<typeof alertingContracts.test.input>;
type TestedChannel = Pick<AlertChannelInForce, "name" | "kind" | "address">;

/**
 * The channels that get a test message: those in force, or an address that is none yet.
 * @throws GatewayError invalid_request
 */
function testedChannels({ settings }: Services, { channel: only, kind, address }: TestInput): readonly TestedChannel[] {
  const { channels } = settings.current().alerting;
  const named = only === undefined ? undefined : channels.find(({ name }) => name === only);
  if (address !== undefined) {
    if (kind === undefined)
      throw new GatewayError("invalid_request", "Send the kind of the receiver with its address.", { param: "kind" });
    requireAddress(address);
    return [{ name: only ?? kind, kind, address: new Secret(address) }];
  }
  if (only === undefined && channels.length > 0) return channels;
  if (named) return [named];
  throw new GatewayError(
    "invalid_request",
    only === undefined ? "There is no alert channel in force; add one." : `There is no channel ${only} in force.`,
    { param: "channel" },
  );
}

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

async function secretState(
  services: Services,
  channels: readonly AlertChannelInForce[],
): Promise<AlertingStatus["secret"]> {
  if (channels.every(({ kind }) => kind !== "webhook")) return null;
  if (services.environment.webhookSecret !== undefined) return "environment";
  const stored = await orUnavailable(webhookSecret(services.database, services.secrets));
  if ("fault" in stored) return "unreadable";
  return stored.isCopied ? "copied" : "not_copied";
}

function originOf(address: string | undefined): string | null {
  return address === undefined ? null : shownOrigin(address);
}

function viewOf({ openedAt, resolvedAt, ...alert }: ListedAlert): AlertView {
  return { ...alert, opened_at: openedAt.toISOString(), resolved_at: resolvedAt?.toISOString() ?? null };
}

/** `/alerting/*` */
export const alertingOperations: readonly CallerOperation[] = [status, test, secret];
