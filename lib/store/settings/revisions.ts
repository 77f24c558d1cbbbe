import type { Prisma, PrismaClient } from "@/lib/store/generated/client";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { containing } from "../listing";

/** A saved set of overrides. Another version may have stored `settings`: parse it before use. */
export interface StoredRevision {
  readonly id: number;
  readonly createdAt: Date;
  readonly actor: string;
  readonly comment: string | null;
  readonly settings: unknown;
}

type Client = PrismaClient | Prisma.TransactionClient;

/** Which revisions are listed. */
export interface RevisionFilter {
  /** Part of the comment or of who saved it, or the number; upper and lower case are alike. */
  readonly search?: string | undefined;
  /** The newest revision that is listed. */
  readonly upTo?: number | undefined;
}

/** Some of the revisions, newest first. `before`: only those with a smaller number. */
export async function newestRevisions(
  client: Client,
  page: RevisionFilter & { readonly skip: number; readonly take: number; readonly before?: number | undefined },
): Promise<StoredRevision[]> {
  const { skip, take, before, ...filter } = page;
  const where = { AND: [{ id: { lt: before } }, whereOf(filter)] };
  return client.configRevision.findMany({ where, orderBy: { id: "desc" }, skip, take });
}

/**
 * The latest revisions, newest first. Like everything that a start reads, it goes past Prisma, whose engine is loaded
 * only when it is first asked.
 */
export async function latestRevisions({ pool }: Pick<Database, "pool">, most: number): Promise<StoredRevision[]> {
  const columns = `id, created_at AS "createdAt", actor, comment, settings`;
  const statement = `SELECT ${columns} FROM config_revisions ORDER BY id DESC LIMIT $1`;
  return (await pool.query<StoredRevision>(longStatement(statement, [most]))).rows;
}

/** The number of revisions. */
export async function countRevisions(client: Client, filter: RevisionFilter = {}): Promise<number> {
  return client.configRevision.count({ where: whereOf(filter) });
}

/** The largest number that a column of ids holds. */
const MOST_REVISIONS = 2_147_483_647;

function whereOf({ search, upTo }: RevisionFilter): Prisma.ConfigRevisionWhereInput {
  if (search === undefined || search === "") return { id: { lte: upTo } };
  const contains = containing(search);
  const number = /^\d{1,10}$/.test(search) ? Number(search) : 0;
  const isNumber = number > 0 && number <= MOST_REVISIONS;
  return { id: { lte: upTo }, OR: [{ comment: contains }, { actor: contains }, ...(isNumber ? [{ id: number }] : [])] };
}

/** The revision of that number, or undefined. */
export async function findRevision(client: Client, id: number): Promise<StoredRevision | undefined> {
  return (await client.configRevision.findUnique({ where: { id } })) ?? undefined;
}

export interface Appended {
  readonly appended: StoredRevision;
  readonly previous: StoredRevision | undefined;
}
export type AppendResult =
  | Appended
  /** Another revision was saved meanwhile. */
  | { readonly conflict: StoredRevision | undefined };

/**
 * Adds a revision if `base` is still the newest (null: there is none yet; undefined: not checked). A lock until the end
 * of the transaction makes concurrent saves take turns, so the second one sees the first one's revision.
 */
export async function appendRevision(
  transaction: Prisma.TransactionClient,
  revision: { readonly actor: string; readonly comment: string | null; readonly settings: object },
  base: number | null | undefined,
): Promise<AppendResult> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.revisions}::bigint)`;
  const [previous] = await newestRevisions(transaction, { skip: 0, take: 1 });
  if (base !== undefined && (previous?.id ?? null) !== base) return { conflict: previous };
  const settings: Prisma.InputJsonObject = JSON.parse(JSON.stringify(revision.settings));
  return { appended: await transaction.configRevision.create({ data: { ...revision, settings } }), previous };
}
