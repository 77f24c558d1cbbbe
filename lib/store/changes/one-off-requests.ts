import { Prisma } from "@/lib/store/generated/client";
import type { LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";
import { decodeNotice, encodeNotice, ON_REQUEST, type Change, type ChangeNotice } from "./change-notice";

/** How long a node that does not hear may take to read a request, and how long requests are kept. In seconds. */
const OPEN_SECONDS = 60;
const KEPT_SECONDS = 3_600;

/**
 * Stores the one-off requests among the changes of a write (cut the calls of a team, read provider keys again), for
 * nodes that do not hear of changes at the moment. Such nodes find all other changes by reading again.
 */
export async function keepRequests(
  transaction: Prisma.TransactionClient,
  { changes, ...notice }: ChangeNotice,
): Promise<void> {
  const requests = changes.filter(({ entity }) => ON_REQUEST.has(entity));
  if (requests.length === 0) return;
  const text = encodeNotice({ ...notice, changes: requests });
  await transaction.$executeRaw`INSERT INTO change_requests (id, notice) VALUES (${notice.id}, ${text}) ON CONFLICT DO NOTHING`;
  const kept = Prisma.raw(`interval '${KEPT_SECONDS} seconds'`);
  await transaction.$executeRaw`DELETE FROM change_requests WHERE at < now() - ${kept}`;
}

const OPEN: LimitedStatement = {
  text: `SELECT notice FROM change_requests WHERE at > now() - interval '${OPEN_SECONDS} seconds' ORDER BY at, id`,
  query_timeout: 1_000,
};

/**
 * The requests of the last minute, in order, with the id of the change that each belongs to. @throws the database's
 * error
 */
export async function readRequests({
  pool,
}: Pick<Database, "pool">): Promise<{ id: string; changes: readonly Change[] }[]> {
  const { rows } = await pool.query<{ notice: string }>(OPEN);
  return rows.flatMap(({ notice }) => decodeNotice(notice) ?? []);
}
