import type { RefusalGroup } from "@/lib/refusal";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import type { Transaction } from "../write";

/** How many open requests one person may have, and how many all people together. */
const MOST_OF_A_PERSON = 20;
const MOST = 1_000;

export interface AccessRequestToStore {
  /** Who asks (`personOf`): the same string for all credentials of a person. */
  readonly person: string;
  readonly decisionId: string;
  readonly actor: string;
  readonly note: string | null;
  readonly at: Date;
}

/**
 * Stores a request for access, unless the person already has one about the group. Returns when the open request was
 * made; undefined: no further request is taken.
 */
export async function storeAccessRequest(
  transaction: Transaction,
  { code, kind, principal, route, model }: RefusalGroup,
  request: AccessRequestToStore,
): Promise<{ readonly at: Date; readonly isNew: boolean } | undefined> {
  const { person } = request;
  const key = { code, kind, principal, route, model, person };
  const where = { code_kind_principal_route_model_person: key };
  const open = await transaction.accessRequest.findUnique({ where });
  if (open) return { at: open.at, isNew: false };
  const own = await transaction.accessRequest.count({ where: { person } });
  if (own >= MOST_OF_A_PERSON || (await transaction.accessRequest.count()) >= MOST) return undefined;
  await transaction.accessRequest.createMany({ data: [{ ...key, ...request }], skipDuplicates: true });
  return { at: request.at, isNew: true };
}

/** The open requests of a person. @throws GatewayError directory_unavailable */
export async function readAccessRequests(
  { prisma }: Pick<Database, "prisma">,
  person: string,
): Promise<(Pick<RefusalGroup, "code" | "route" | "model"> & { readonly at: Date })[]> {
  const select = { code: true, route: true, model: true, at: true } as const;
  return orUnavailable(prisma.accessRequest.findMany({ where: { person }, select }));
}

/** Closes all requests about a group. */
export async function closeAccessRequests(
  transaction: Transaction,
  { code, kind, principal, route, model }: RefusalGroup,
): Promise<void> {
  await transaction.accessRequest.deleteMany({ where: { code, kind, principal, route, model } });
}

/** Deletes requests older than `keptDays` (0: all), for which refusals are kept, too. */
export async function pruneAccessRequests(
  { prisma }: Pick<Database, "prisma">,
  { now, keptDays }: { readonly now: number; readonly keptDays: number },
): Promise<void> {
  await prisma.accessRequest.deleteMany({ where: { at: { lte: new Date(now - keptDays * 86_400_000) } } });
}
