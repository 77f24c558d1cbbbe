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
  /** Null: the request is about a budget. */
  readonly decisionId: string | null;
  readonly actor: string;
  readonly note: string | null;
  readonly at: Date;
  /** The dollars that the budget is to have. Absent: the request is for access. */
  readonly amount?: number;
}

interface OpenRequest {
  readonly at: Date;
  readonly amount: number | undefined;
  readonly isNew: boolean;
}

/**
 * Stores a request for access, unless the person already has an open one about the group; of two at once, one is
 * stored. It takes the place of one that was decided. Returns the open request; undefined: no further request is taken.
 */
export async function storeAccessRequest(
  transaction: Transaction,
  { code, kind, principal, route, model }: RefusalGroup,
  request: AccessRequestToStore,
): Promise<OpenRequest | undefined> {
  const { person } = request;
  const key = { code, kind, principal, route, model, person };
  const readOpen = async (): Promise<OpenRequest | undefined> => {
    const open = await transaction.accessRequest.findFirst({ where: { ...key, decision: null } });
    return open ? { at: open.at, amount: open.amount?.toNumber(), isNew: false } : undefined;
  };
  const open = await readOpen();
  if (open) return open;
  const own = await transaction.accessRequest.count({ where: { person, decision: null } });
  const all = await transaction.accessRequest.count({ where: { decision: null } });
  if (own >= MOST_OF_A_PERSON || all >= MOST) return undefined;
  const undecided = { decision: null, granted: null, answer: null, decidedBy: null, decidedAt: null };
  const data = { ...key, ...request, ...undecided };
  const renewed = await transaction.accessRequest.updateMany({ where: { ...key, decision: { not: null } }, data });
  const { count } =
    renewed.count > 0 ? renewed : await transaction.accessRequest.createMany({ data: [data], skipDuplicates: true });
  // Somebody with the same credentials has asked a moment before.
  return count > 0 ? { at: request.at, amount: request.amount, isNew: true } : readOpen();
}

/** The open requests for access of a person. @throws GatewayError directory_unavailable */
export async function readAccessRequests(
  { prisma }: Pick<Database, "prisma">,
  person: string,
): Promise<(Pick<RefusalGroup, "code" | "route" | "model"> & { readonly at: Date })[]> {
  const select = { code: true, route: true, model: true, at: true } as const;
  return orUnavailable(prisma.accessRequest.findMany({ where: { person, decision: null }, select }));
}

/** Closes all requests about a group. Those for a higher budget stay as refused, so that whoever asked sees it. */
export async function closeAccessRequests(
  transaction: Transaction,
  { code, kind, principal, route, model }: RefusalGroup,
  { actor, note, at }: { readonly actor: string; readonly note: string | null; readonly at: Date },
): Promise<void> {
  const group = { code, kind, principal, route, model, decision: null };
  await transaction.accessRequest.updateMany({
    where: { ...group, amount: { not: null } },
    data: { decision: "refused", answer: note, decidedBy: actor, decidedAt: at },
  });
  await transaction.accessRequest.deleteMany({ where: { ...group, amount: null } });
}

/** Deletes requests older than `keptDays` (0: all), for which refusals are kept, too. */
export async function pruneAccessRequests(
  { prisma }: Pick<Database, "prisma">,
  { now, keptDays }: { readonly now: number; readonly keptDays: number },
): Promise<void> {
  await prisma.accessRequest.deleteMany({ where: { at: { lte: new Date(now - keptDays * 86_400_000) } } });
}
