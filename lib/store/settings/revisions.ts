import type { Prisma, PrismaClient } from "@/lib/store/generated/client";

/** A saved set of overrides. Another version may have stored `settings`: parse it before use. */
export interface StoredRevision {
  readonly id: number;
  readonly createdAt: Date;
  readonly actor: string;
  readonly comment: string | null;
  readonly settings: unknown;
}

type Client = PrismaClient | Prisma.TransactionClient;

/** An arbitrary number that nothing else in the gateway locks. */
const REVISIONS_LOCK = 0x67617465;

/** Some of the revisions, newest first. `before`: only those with a smaller number. */
export async function newestRevisions(
  client: Client,
  page: { readonly skip: number; readonly take: number; readonly before?: number | undefined },
): Promise<StoredRevision[]> {
  const { skip, take, before } = page;
  return client.configRevision.findMany({ where: { id: { lt: before } }, orderBy: { id: "desc" }, skip, take });
}

/** The number of revisions. */
export async function countRevisions(client: Client): Promise<number> {
  return client.configRevision.count();
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
 * Adds a revision if `base` is still the newest (null: there is none yet; undefined: any). A lock until the end of the
 * transaction makes concurrent saves take turns, so the second one sees the first one's revision.
 */
export async function appendRevision(
  transaction: Prisma.TransactionClient,
  revision: { readonly actor: string; readonly comment: string | null; readonly settings: object },
  base: number | null | undefined,
): Promise<AppendResult> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${REVISIONS_LOCK}::bigint)`;
  const [previous] = await newestRevisions(transaction, { skip: 0, take: 1 });
  if (base !== undefined && (previous?.id ?? null) !== base) return { conflict: previous };
  const settings: Prisma.InputJsonObject = JSON.parse(JSON.stringify(revision.settings));
  return { appended: await transaction.configRevision.create({ data: { ...revision, settings } }), previous };
}
