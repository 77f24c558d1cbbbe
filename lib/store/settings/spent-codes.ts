import type { Database } from "../database";
import { orUnavailable } from "../failures";

type Pool = Pick<Database, "pool">;

/** For how long a code is remembered: longer than any is taken. */
const LIFE_SECONDS = 600;

/** Whether a code has been exchanged, at any node. `id`: a hash of it. @throws GatewayError directory_unavailable */
export async function isSpent({ pool }: Pool, id: string): Promise<boolean> {
  const { rowCount } = await orUnavailable(pool.query("SELECT FROM spent_codes WHERE id = $1", [id]));
  return rowCount === 1;
}

/**
 * Notes that a code has been exchanged. Answers false if it was before. Old ones are forgotten.
 * @throws GatewayError directory_unavailable
 */
export async function spendCode({ pool }: Pool, id: string): Promise<boolean> {
  const { rowCount } = await orUnavailable(
    pool.query(
      `WITH over AS (DELETE FROM spent_codes WHERE expires_at <= clock_timestamp() AND id <> $1)
       INSERT INTO spent_codes (id, expires_at)
       VALUES ($1, clock_timestamp() + make_interval(secs => ${LIFE_SECONDS})) ON CONFLICT DO NOTHING`,
      [id],
    ),
  );
  return rowCount === 1;
}
