import type { Prisma, PrismaClient } from "@/lib/store/generated/client";

/** A saved set of overrides. `settings` is as it was stored, maybe by another version: parse it before use. */
export interface StoredRevision {
  readonly id: number;
  readonly createdAt: Date;
  readonly actor: string;
  readonly comment: string | null;
  readonly settings: unknown;
}

type Client = PrismaClient | Prisma.TransactionClient;

/** Any number will do, as long as nothing else in the gateway locks it. */
const REVISIONS_LOCK = 0x67617465;

/** The newest revisions, newest first. */
export async function newestRevisions(
  client: Client,
  page: { readonly skip: number; readonly take: number },
): Promise<StoredRevision[]> {
  return client.configRevision.findMany({ orderBy: { id: "desc" }, skip: page.skip, take: page.take });
}

/** How many revisions there are. */
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
  /** Somebody else saved in between. */
  | { readonly conflict: StoredRevision | undefined };

/**
 * Adds a revision if `base` is still the newest (null: there is none yet; undefined: whatever is). Two that save at
 * the same time wait for each other until the end of their transactions, so one of them sees the other's revision.
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
