import { randomUUID } from "node:crypto";
import type { AlertChannelInForce, AlertRule } from "@/lib/config/alerts/alerting";
import type { Settings } from "@/lib/config/schema";
import type { TokenVerifier } from "@/lib/auth/token/verify";
import type { Logger } from "@/lib/log";
import type { PriceStore } from "@/lib/store/settings/price-store";
import { takeAlertTurn } from "@/lib/store/alerts/alert-turn";
import { readDatabaseClock, type DatabaseClock } from "@/lib/store/alerts/database-clock";
import { endAttempt, takeDueDeliveries, type AttemptEnd, type DueDelivery } from "@/lib/store/alerts/deliveries";
import { dropSignals, writeSignals } from "@/lib/store/alerts/signals";
import { bounded } from "@/lib/time/io/deadline";
import { runAlertRound } from "../alert-round";
import { silenceOf } from "../decide-telling";
import { messageRetryPause } from "../message-retry-pause";
import type { DatabaseWatch } from "@/lib/store/database-watch";
import { postToChannel, rememberSigningSecret, type AlertChannelServices } from "./alert-channels";
import { createDatabaseAlert } from "./database-alert";
import { bySharedClock, knownIssuers, type ProcessSignals, issuerSignals } from "./process-signals";

export interface AlertsOptions extends AlertChannelServices {
  readonly database: Parameters<typeof takeAlertTurn>[0];
  readonly log: Logger;
  readonly settings: () => Settings;
  readonly prices: Pick<PriceStore, "current">;
  readonly tokens: Pick<TokenVerifier, "providers" | "opaque">;
  readonly signals: ProcessSignals;
  /** The names of this node, which its processes share, and of this process. */
  readonly node: string;
  readonly process: string;
  /** Whether this process is the one of its node that tells of a database that is away. */
  readonly speaksForNode: boolean;
  readonly databaseWatch: DatabaseWatch;
  /** Default: the clock of PostgreSQL. */
  readonly clock?: DatabaseClock;
}

/** The alerts of this process. */
export interface Alerts {
  /** Decides about alerts and delivers due messages, once. Never rejects. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** How often alerts are decided about and due messages delivered, in milliseconds. */
const INTERVAL_MS = 5_000;
/**
 * How long a message belongs to the process that sends it, in milliseconds. If that process crashes, the message is
 * then due again.
 */
const LEASE_MS = 30_000;
/** How many messages one process sends at the same time. */
const AT_ONCE = 10;
const MOST_BATCHES = 10;
const CLOSING_LIMIT_MS = 2_000;

/**
 * Decides about alerts and delivers them for as long as the process runs and there is a channel. All processes
 * take part: one at a time decides, and each message is sent by one of them.
 */
export function openAlerts(options: AlertsOptions): Alerts {
  const { database, log, now, settings, prices, tokens, signals, node, process } = options;
  const { clock = readDatabaseClock } = options;
  const databaseAlert = createDatabaseAlert({
    watch: options.databaseWatch,
    node,
    now,
    newId: randomUUID,
    channels: () => (away()?.enabled ? (away()?.channels ?? []) : []),
    isSilenced: () =>
      silenceOf(settings().alerting.silences, { type: "database_away", subject: node }, now()) !== undefined,
    silentSeconds: () => away()?.thresholds.seconds ?? 0,
    staleTtlSeconds: () => settings().general.directory_stale_ttl,
    post: (message) => postToChannel(options, channelOf(options, message.channel), message),
    log,
  });
  let isSecretKnown = false;
  let isFailing = false;
  let hasJournalSignal = false;
  let round: Promise<void> | undefined;
  const timer = setInterval(() => void tick(), INTERVAL_MS).unref();

  /** The alert about the database does not wait for the others, which hang while the database does. */
  async function tick(): Promise<void> {
    round ??= work().finally(() => (round = undefined));
    await Promise.all([round, options.speaksForNode && databaseAlert.tick()]);
  }

  function away(): AlertRule | undefined {
    return settings().alerting.rules.find(({ type }) => type === "database_away");
  }

  async function work(): Promise<void> {
    const { channels } = settings().alerting;
    if (channels.length === 0) return;
    try {
      isSecretKnown ||= channels.every(({ kind }) => kind !== "webhook") || (await rememberSigningSecret(options));
      await tellSignals();
      await takeAlertTurn(database, clock, async (turn) => {
        const givenUp = await runAlertRound(turn, {
          now: turn.now,
          settings: settings(),
          prices: prices.current(),
          issuers: knownIssuers(tokens),
          newId: randomUUID,
        });
        if (givenUp > 0) log.error("alerts.channel_gone", { messages: givenUp });
      });
      await deliverDue(options, clock);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn("alerts.not_decided", { error: String(error) });
      isFailing = true;
    }
  }

  async function tellSignals(): Promise<void> {
    const { journalFault } = signals;
    const journal =
      journalFault === undefined ? [] : [{ kind: "journal" as const, subject: node, facts: { fault: journalFault } }];
    if (journal.length === 0 && hasJournalSignal) await dropSignals(database, process, "journal");
    hasJournalSignal = journal.length > 0;
    const reported = [...journal, ...issuerSignals(tokens, now()), ...signals.takeUnpriced()];
    if (reported.length === 0) return;
    const at = await clock(database.pool);
    await writeSignals(database, process, bySharedClock(reported, at - now()), at);
  }

  return {
    tick,
    async close() {
      clearInterval(timer);
      if (round) await bounded(round, CLOSING_LIMIT_MS);
    },
  };
}

/**
 * Delivers batch after batch while there is more and receivers accept, so that many messages do not wait for the next
 * tick.
 */
async function deliverDue(options: AlertsOptions, clock: DatabaseClock): Promise<void> {
  const channels = options.settings().alerting.channels.map(({ name }) => name);
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const due = await takeDueDeliveries(options.database, {
      channels,
      now: await clock(options.database.pool),
      leaseMs: LEASE_MS,
      limit: AT_ONCE,
    });
    const accepted = await Promise.all(due.map((one) => deliver(options, clock, one)));
    if (due.length < AT_ONCE || !accepted.includes(true)) return;
  }
}

function channelOf({ settings }: AlertsOptions, wanted: string): AlertChannelInForce | undefined {
  return settings().alerting.channels.find(({ name }) => name === wanted);
}

async function deliver(options: AlertsOptions, clock: DatabaseClock, due: DueDelivery): Promise<boolean> {
  const { database, log } = options;
  const result = await postToChannel(options, channelOf(options, due.channel), due);
  const endedAt = await clock(database.pool);
  let end: AttemptEnd = { state: "delivered" };
  if (!result.isAccepted) {
    const { error, retryAfterMs } = result;
    const pause = messageRetryPause(due.attempts, endedAt - due.createdAt, retryAfterMs);
    end = pause === undefined ? { state: "given_up", error } : { state: "waiting", error, nextAt: endedAt + pause };
    const fields = { channel: due.channel, message_id: due.messageId, attempts: due.attempts, error };
    if (pause === undefined) log.error("alerts.given_up", fields);
    else if (due.attempts === 1) log.warn("alerts.not_delivered", fields);
  }
  await endAttempt(database, due, end, endedAt);
  return result.isAccepted;
}
