import type { AlertMessage } from "@/lib/alert";
import type { Logger } from "@/lib/log";
import type { DatabaseWatch } from "@/lib/store/database-watch";
import { listed } from "../listed";
import { messageRetryPause } from "../message-retry-pause";
import { moment } from "../moment";
import type { PostResult } from "./post-message";

/** A message to one channel. */
interface Addressed {
  /** The name of the channel. */
  readonly channel: string;
  readonly messageId: string;
  readonly message: AlertMessage;
}

export interface DatabaseAlertOptions {
  readonly watch: Pick<DatabaseWatch, "awaySince">;
  /** The name of this node, which the alert is about. */
  readonly node: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** The names of the channels that want this alert. */
  readonly channels: () => readonly string[];
  /** Whether nobody is to be told at present. */
  readonly isSilenced: () => boolean;
  /** How long the database must be away before an alert opens, in seconds. */
  readonly silentSeconds: () => number;
  /** For how long known callers are served without the database, in seconds. */
  readonly staleTtlSeconds: () => number;
  /** Posts once. Never rejects. */
  readonly post: (message: Addressed) => Promise<PostResult>;
  readonly log: Logger;
}

/** How long an alert stays open at least. */
const SHORTEST_MS = 300_000;

interface Waiting extends Addressed {
  readonly createdAt: number;
  attempts: number;
  nextAt: number;
}

/**
 * The one alert that needs no database: that this node cannot reach it. It is kept in memory, so it ends with the
 * process, and each node sends its own. Call `tick` every few seconds; it never rejects.
 */
export function createDatabaseAlert(options: DatabaseAlertOptions): { tick(): Promise<void> } {
  const { watch, node, now, newId, channels, isSilenced, silentSeconds, staleTtlSeconds, post, log } = options;
  let open: { readonly id: string; readonly since: number; readonly at: number } | undefined;
  let waiting: Waiting[] = [];

  function decide(): void {
    const { awaySince } = watch;
    const at = now();
    const isDue = awaySince !== undefined && at - awaySince >= silentSeconds() * 1_000;
    if (open === undefined && isDue && channels().length > 0 && !isSilenced()) {
      open = { id: `alert_${newId()}`, since: awaySince, at };
      queue("open", open, openingText(awaySince, awaySince + staleTtlSeconds() * 1_000));
    } else if (open !== undefined && awaySince === undefined && at - open.at >= SHORTEST_MS) {
      queue("resolved", open, `Node ${listed(node)} reaches its database again.`);
      open = undefined;
    }
  }

  function openingText(since: number, servesUntil: number): string {
    return `Node ${listed(node)} has not reached its database since ${moment(since)}. Callers that it knows are served until ${moment(servesUntil)}, and their calls are booked afterwards.`;
  }

  function queue(state: "open" | "resolved", { id, since }: NonNullable<typeof open>, text: string): void {
    const at = now();
    const servesUntil = since + staleTtlSeconds() * 1_000;
    const message: AlertMessage = {
      kind: "alert",
      state,
      alertId: id,
      type: "database_away",
      subject: node,
      message: text,
      facts: { node: listed(node), since: moment(since), serves_until: moment(servesUntil), best_effort: true },
      at,
    };
    const messageId = state === "resolved" ? `${id}_resolved` : id;
    for (const channel of channels())
      waiting.push({ channel, messageId, message, createdAt: at, attempts: 0, nextAt: at });
  }

  /** Whether the message must be sent again. */
  async function deliver(one: Waiting): Promise<boolean> {
    if (one.nextAt > now()) return true;
    one.attempts++;
    const result = await post(one);
    if (result.isAccepted) return false;
    const { error, retryAfterMs } = result;
    const pause = messageRetryPause(one.attempts, now() - one.createdAt, retryAfterMs);
    const fields = { channel: one.channel, message_id: one.messageId, attempts: one.attempts, error };
    if (pause === undefined) log.error("alerts.given_up", fields);
    else if (one.attempts === 1) log.warn("alerts.not_delivered", fields);
    one.nextAt = now() + (pause ?? 0);
    return pause !== undefined;
  }

  let round: Promise<void> | undefined;
  async function work(): Promise<void> {
    decide();
    const kept = await Promise.all(waiting.map(deliver));
    waiting = waiting.filter((_, index) => kept[index]);
  }

  return {
    tick() {
      round ??= work().finally(() => (round = undefined));
      return round;
    },
  };
}
