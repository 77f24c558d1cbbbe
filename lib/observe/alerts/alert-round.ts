import type { AlertChanges, AlertChannel, AlertMessage, AlertType, OpenAlert, StoredAlert } from "@/lib/alert";
import type { Alerting, AlertRule } from "@/lib/config/alerts/alerting";
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
import { decideTelling } from "./decide-telling";
import { paceMessages } from "./pace-messages";
import { GIVEN_UP_AFTER_MS } from "./message-retry-pause";

export interface AlertRound {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly settings: Settings;
  readonly prices: PriceCatalog;
  /** The identity providers that are configured. */
  readonly issuers: ReadonlySet<string>;
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

/** A message that goes to channels by their names. */
interface Told {
  readonly message: AlertMessage;
  readonly channels: readonly string[];
}

/**
 * Decides which alerts open and which are resolved, and queues the messages about them. Resolves to the number of old
 * messages that were given up because their channel is no longer configured. @throws the database's error
 */
export async function runAlertRound(turn: AlertTurn, round: AlertRound): Promise<number> {
  const { now, settings, newId } = round;
  const { channels, rules } = settings.alerting;
  const types = new Set(rules.flatMap(({ type, enabled }) => (enabled ? [type] : [])));
  await turn.dropExcept(types, now);
  const before = await turn.openAlerts();
  const open = new Map(before.map((alert) => [`${alert.type} ${alert.subject}`, alert]));
  const told: Told[] = [];
  for (const { openings, resolutions } of await decideAll(turn, round, types, before)) {
    for (const resolution of resolutions) {
      const key = `${resolution.alert.type} ${resolution.alert.subject}`;
      const alert = open.get(key);
      if (!alert || !mayResolve(alert, now)) continue;
      const message = await turn.resolve(resolution, now);
      open.delete(key);
      const telling = decideTelling({ ...questionOf(round, alert), state: "resolved" });
      if (telling.kind === "tell") told.push({ message, channels: telling.channels });
    }
    for (const opening of openings)
      if (types.has(opening.type))
        open.set(`${opening.type} ${opening.subject}`, await turn.open(opening, { id: `alert_${newId()}`, at: now }));
  }
  told.push(...(await tellOpenings(turn, round, [...open.values()])));
  if (told.length > 0) await sendMessages(turn, round, told);
  return turn.giveUpUnconfigured({
    channels: channels.map(({ name }) => name),
    before: now - GIVEN_UP_AFTER_MS,
    now,
  });
}

/** The messages about open alerts that nobody was told of yet and no silence withholds. */
async function tellOpenings(turn: AlertTurn, round: AlertRound, open: readonly StoredAlert[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const alert of open) {
    const telling = decideTelling({ ...questionOf(round, alert), state: "open" });
    if (telling.kind === "silenced" && telling.silence.id !== alert.silenceId)
      await turn.silence(alert.id, telling.silence.id);
    if (telling.kind !== "tell") continue;
    await turn.markTold(alert.id, round.now);
    const { id: alertId, type, subject, message, facts, openedAt: at } = alert;
    told.push({
      message: { kind: "alert", state: "open", alertId, type, subject, message, facts, at },
      channels: telling.channels,
    });
  }
  return told;
}

function questionOf({ settings, now }: AlertRound, { type, subject, isTold }: StoredAlert) {
  const { silences } = settings.alerting;
  return { type, subject, isTold, channels: ruleOf(settings, type)?.channels ?? [], silences, now };
}

function ruleOf({ alerting }: { readonly alerting: Alerting }, type: AlertType): AlertRule | undefined {
  return alerting.rules.find((rule) => rule.type === type);
}

async function decideAll(
  turn: AlertTurn,
  round: AlertRound,
  types: ReadonlySet<AlertType>,
  open: readonly OpenAlert[],
): Promise<AlertChanges[]> {
  const { now, settings, prices, issuers } = round;
  const thresholds = (type: AlertType) => ruleOf(settings, type)?.thresholds ?? {};
  const openOf = (type: AlertType): OpenAlert[] => open.filter((alert) => alert.type === type);
  const changes: AlertChanges[] = [];
  // Notices are taken even if nobody wants alerts about budgets. Otherwise they would come all at once later.
  const budgets = await readBudgetsQuestion(turn, { now, settings, open });
  changes.push(decideBudgets({ ...budgets, thresholds: thresholds("max_budget") }));
  if (types.has("deployment_down")) {
    const minutes = await turn.deploymentMinutes(now - LOOKBACK_MS);
    const deployments = { minutes, open: openOf("deployment_down"), names: namesOf(settings), now };
    changes.push(decideDeployments({ ...deployments, thresholds: thresholds("deployment_down") }));
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
    const providers = { signals, open: openOf("issuer_down"), known: issuers, now };
    changes.push(decideIssuers({ ...providers, thresholds: thresholds("issuer_down") }));
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
    const surge = { lastHour, hourBefore, open: openOf("refusals")[0] };
    changes.push(decideRefusals({ ...surge, thresholds: thresholds("refusals") }));
  }
  return changes;
}

async function sendMessages(turn: AlertTurn, round: AlertRound, told: readonly Told[]): Promise<void> {
  const { now, settings, newId } = round;
  const sent = await turn.sentBetween({ since: now - MINUTE_MS, until: now });
  for (const { name: channel, kind } of settings.alerting.channels) {
    const messages = told.filter(({ channels }) => channels.includes(channel)).map(({ message }) => message);
    const alerts = messages.filter((message) => message.kind === "alert");
    const { single, summarized } = paceMessages(alerts, sent.get(channel) ?? 0, MOST_IN_A_MINUTE[kind]);
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
