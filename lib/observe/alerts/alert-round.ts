import type { AlertChanges, AlertChannel, AlertMessage, AlertType, OpenAlert } from "@/lib/alert";
import type { Settings } from "@/lib/config/schema";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import { findPrices } from "@/lib/prices/price";
import type { AlertTurn } from "@/lib/store/alerts/alert-turn";
import { readBudgetsQuestion } from "./budgets-question";
import { decideBudgets } from "./decide-budgets";
import { decideDeployments } from "./decide-deployments";
import { decideIssuers } from "./decide-issuers";
import { decideJournals } from "./decide-journals";
import { decideRefusals } from "./decide-refusals";
import { decideTools } from "./decide-tools";
import { decideUnpriced } from "./decide-unpriced";
import { paceMessages } from "./pace-messages";
import { GIVEN_UP_AFTER_MS } from "./message-retry-pause";

export interface AlertRound {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly settings: Settings;
  readonly prices: PriceCatalog;
  /** The identity providers that are configured. */
  readonly issuers: ReadonlySet<string>;
  readonly channels: readonly AlertChannel[];
  readonly types: ReadonlySet<AlertType>;
  readonly newId: () => string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far back a deployment's failures are looked for. */
const LOOKBACK_MS = 15 * MINUTE_MS;

/** How long an alert stays open at least: a cause that comes and goes makes two messages in that time, not hundreds. */
const SHORTEST_MS = 5 * MINUTE_MS;

/** How many messages are sent one by one within a minute: people read Slack, machines read webhooks. */
const MOST_IN_A_MINUTE: Readonly<Record<AlertChannel, number>> = { slack: 10, webhook: 60 };

/**
 * Decides which alerts open and which are resolved, and queues the messages about them. Resolves to the number of old
 * messages that were given up because their channel is no longer configured. @throws the database's error
 */
export async function runAlertRound(turn: AlertTurn, round: AlertRound): Promise<number> {
  const { now, types, channels, newId } = round;
  await turn.dropExcept(types, now);
  const open = await turn.openAlerts();
  const messages: AlertMessage[] = [];
  for (const { openings, resolutions } of await decideAll(turn, round, open)) {
    for (const resolution of resolutions)
      if (mayResolve(resolution.alert, now)) messages.push(await turn.resolve(resolution, now));
    for (const opening of openings)
      if (types.has(opening.type)) messages.push(await turn.open(opening, { id: `alert_${newId()}`, at: now }));
  }
  if (messages.length > 0) await sendMessages(turn, round, messages);
  return turn.giveUpUnconfigured({ channels, before: now - GIVEN_UP_AFTER_MS, now });
}

async function decideAll(turn: AlertTurn, round: AlertRound, open: readonly OpenAlert[]): Promise<AlertChanges[]> {
  const { now, types, settings, prices, issuers } = round;
  const openOf = (type: AlertType): OpenAlert[] => open.filter((alert) => alert.type === type);
  const changes: AlertChanges[] = [];
  // Notices are taken even if nobody wants alerts about budgets. Otherwise they would come all at once later.
  changes.push(decideBudgets(await readBudgetsQuestion(turn, { now, settings, open })));
  if (types.has("deployment_down")) {
    const minutes = await turn.deploymentMinutes(now - LOOKBACK_MS);
    changes.push(decideDeployments({ minutes, open: openOf("deployment_down"), names: namesOf(settings), now }));
  }
  if (types.has("issuer_down")) {
    const rows = await turn.signals("issuer", now - MINUTE_MS);
    const signals = rows.map(({ subject, facts }) => ({
      subject,
      failures: Number(facts["failures"] ?? 0),
      since: numberOf(facts["since"]),
      lastSuccess: numberOf(facts["last_success"]),
      error: typeof facts["error"] === "string" ? facts["error"] : undefined,
    }));
    changes.push(decideIssuers({ signals, open: openOf("issuer_down"), known: issuers, now }));
  }
  if (types.has("journal")) {
    const rows = await turn.signals("journal", now - MINUTE_MS);
    const signals = rows.map(({ subject, facts }) => ({ subject, fault: String(facts["fault"]) }));
    changes.push(decideJournals(signals, openOf("journal")));
  }
  if (types.has("unpriced")) {
    const rows = await turn.signals("unpriced", now - DAY_MS);
    const signals = rows.map(({ subject, facts }) => ({
      subject,
      provider: String(facts["provider"]),
      model: String(facts["model"]),
      lastAt: numberOf(facts["last_at"]) ?? 0,
    }));
    const isPriced = (deployment: string, model: string): boolean | undefined => {
      const entry = settings.models.find(({ model_info: info }) => info?.id === deployment);
      const [provider = ""] = entry?.gateway_params.model.split("/") ?? [];
      return entry && findPrices({ provider, model, at: now }, entry, prices) !== undefined;
    };
    changes.push(decideUnpriced({ signals, open: openOf("unpriced"), isPriced, now }));
  }
  if (types.has("mcp_tool_changed")) {
    const servers = new Map(
      settings.mcpServers.flatMap(({ name, on_tool_change: approval }) =>
        approval === "allow" ? [] : [[name, approval] as const],
      ),
    );
    const tools = { open: openOf("mcp_tool_changed"), servers };
    changes.push(decideTools({ ...tools, changed: servers.size > 0 ? await turn.changedTools() : [] }));
  }
  if (types.has("refusals")) {
    const lastHour = await turn.refusals(now - HOUR_MS, now + HOUR_MS);
    const hourBefore = await turn.refusals(now - 2 * HOUR_MS, now - HOUR_MS);
    changes.push(decideRefusals({ lastHour, hourBefore, open: openOf("refusals")[0] }));
  }
  return changes;
}

async function sendMessages(turn: AlertTurn, round: AlertRound, messages: readonly AlertMessage[]): Promise<void> {
  const { now, channels, newId } = round;
  const sent = await turn.sentBetween({ since: now - MINUTE_MS, until: now });
  const alerts = messages.filter((message) => message.kind === "alert");
  for (const channel of channels) {
    const { single, summarized } = paceMessages(alerts, sent.get(channel) ?? 0, MOST_IN_A_MINUTE[channel]);
    for (const message of single) {
      const messageId = message.state === "resolved" ? `${message.alertId}_resolved` : message.alertId;
      await turn.deliver({ messageId, channel, message }, now);
    }
    if (summarized.length === 0) continue;
    const message: AlertMessage = { kind: "summary", alerts: summarized, at: now };
    await turn.deliver({ messageId: `summary_${newId()}`, channel, message }, now);
  }
}

/** An opening that a wrong clock has dated into the future does not hold an alert open. */
function mayResolve({ openedAt }: OpenAlert, now: number): boolean {
  return openedAt > now || now - openedAt >= SHORTEST_MS;
}

/** The names of the deployments in the settings, by id. */
function namesOf({ models }: Settings): ReadonlyMap<string, string> {
  return new Map(
    models.map(({ model_name: name, gateway_params: { model }, model_info: info }) => [
      info?.id ?? "",
      `${name} at ${model}`,
    ]),
  );
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
