import type { PoolClient } from "pg";
import type { AlertMessage } from "@/lib/alert";
import type { LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";

type Pooled = Pick<Database, "pool">;

/** A message that is due at a channel. */
export interface DueDelivery {
  readonly messageId: string;
  /** The name of the channel. */
  readonly channel: string;
  readonly message: AlertMessage;
  /** How many attempts were made, the one that begins now included. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** How long one statement may take, in milliseconds. */
const LIMIT_MS = 5_000;

/** Queues a message for a channel. `at`: milliseconds since the epoch. @throws the database's error */
export async function addDelivery(
  client: PoolClient,
  { messageId, channel, message }: Pick<DueDelivery, "messageId" | "channel" | "message">,
  at: number,
): Promise<void> {
  await client.query(
    `INSERT INTO alert_deliveries (message_id, channel, message, state, created_at, next_at)
     VALUES ($1, $2, $3, 'waiting', $4, $4) ON CONFLICT DO NOTHING`,
    [messageId, channel, JSON.stringify(message), new Date(at)],
  );
}

/**
 * How many messages about single alerts were queued for each channel between two times, in milliseconds since the
 * epoch. Rows that a wrong clock dated into the future do not count. @throws the database's error
 */
export async function countDeliveries(
  client: PoolClient,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ channel: string; count: number }>(
    "SELECT channel, count(*)::int AS count FROM alert_deliveries WHERE created_at > $1 AND created_at <= $2 AND message->>'kind' = 'alert' GROUP BY channel",
    [new Date(since), new Date(until)],
  );
  return new Map(rows.map(({ channel, count }) => [channel, count]));
}

/**
 * Takes messages that are due. Each belongs to the caller for `leaseMs`. If the attempt has not ended by then, as after
 * a crash, the message is due again. Other processes skip messages that one is taking. @throws the database's error
 */
export async function takeDueDeliveries(
  { pool }: Pooled,
  { channels, now, leaseMs, limit }: { channels: readonly string[]; now: number; leaseMs: number; limit: number },
): Promise<DueDelivery[]> {
  const text = `
    UPDATE alert_deliveries SET attempts = attempts + 1, next_at = $2 WHERE (message_id, channel) IN (
      SELECT message_id, channel FROM alert_deliveries
      WHERE state = 'waiting' AND next_at <= $1 AND channel = ANY($3)
      ORDER BY next_at, message_id LIMIT $4 FOR UPDATE SKIP LOCKED
    ) RETURNING message_id AS "messageId", channel, message, attempts, created_at AS "createdAt"`;
  const values = [new Date(now), new Date(now + leaseMs), channels, limit];
  const statement: LimitedStatement = { text, values, query_timeout: LIMIT_MS };
  const { rows } = await pool.query<Omit<DueDelivery, "createdAt"> & { createdAt: Date }>(statement);
  return rows
    .map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.getTime() }))
    .sort((one, other) => one.createdAt - other.createdAt);
}

/** How an attempt has ended: the message was delivered, is tried again at `nextAt`, or is given up. */
export type AttemptEnd =
  | { readonly state: "delivered" }
  | { readonly state: "waiting"; readonly error: string; readonly nextAt: number }
  | { readonly state: "given_up"; readonly error: string };

/** Ends an attempt. @throws the database's error */
export async function endAttempt(
  { pool }: Pooled,
  { messageId, channel, attempts }: Pick<DueDelivery, "messageId" | "channel" | "attempts">,
  end: AttemptEnd,
  now: number,
): Promise<void> {
  const isOver = end.state !== "waiting";
  const text = `
    UPDATE alert_deliveries SET state = $4, ended_at = $5, next_at = coalesce($6, next_at), last_error = coalesce($7, last_error)
    WHERE message_id = $1 AND channel = $2 AND state = 'waiting' AND ($4 = 'delivered' OR attempts = $3)`;
  const values = [
    messageId,
    channel,
    attempts,
    end.state,
    isOver ? new Date(now) : null,
    end.state === "waiting" ? new Date(end.nextAt) : null,
    end.state === "delivered" ? null : end.error,
  ];
  const statement: LimitedStatement = { text, values, query_timeout: LIMIT_MS };
  await pool.query(statement);
}

/**
 * Gives up old messages to channels that are not configured any more; returns how many. @throws the database's error
 */
export async function giveUpUnconfigured(
  client: PoolClient,
  { channels, before, now }: { channels: readonly string[]; before: number; now: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE alert_deliveries SET state = 'given_up', ended_at = $3, last_error = 'the channel is not configured'
     WHERE state = 'waiting' AND created_at < $2 AND channel <> ALL($1)`,
    [channels, new Date(before), new Date(now)],
  );
  return rowCount ?? 0;
}
