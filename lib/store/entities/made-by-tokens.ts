import type { Obligation } from "@/lib/auth/decision";
import type { MadeByTokens, MadeUsers } from "@/lib/config/rights-schema";
import { GatewayError } from "@/lib/errors";
import { isReadableId, isReadableName } from "@/lib/entity-id";
import type { Change } from "@/lib/store/changes/change-notice";
import type { ActedBy, AuditEntry } from "../audit-entry";
import { type Transaction, type Writer, writeUnacknowledged } from "../write";
import { madeColumns, madeUserColumns } from "./made-columns";
import { syncMemberships } from "./memberships";
import { teamChange } from "./team-rows";
import { teamRows } from "./teams";
import { userRows } from "./users";

/** What the decision about one call requires. */
export interface ObligedCall {
  readonly obligations: readonly Obligation[];
  /** Whom the audit events name. */
  readonly actor: string;
  readonly by?: ActedBy | undefined;
}

/** What is made on the fly has these columns. */
export interface MadeDefaults {
  readonly team: MadeByTokens | undefined;
  readonly user: MadeUsers | undefined;
}

/** Something that a call requires, and who is named as its maker. */
type Wanted<Kind extends Obligation["kind"]> = Extract<Obligation, { kind: Kind }> & Pick<ObligedCall, "actor" | "by">;

interface Made {
  readonly audit: readonly AuditEntry[];
  readonly changes: readonly Change[];
}

/** Refuses a call whose token names an id that no row can have. @throws GatewayError invalid_token */
export function requireReadableIds({ obligations }: ObligedCall): void {
  for (const { kind, ...made } of obligations) {
    if (kind === "sync-memberships" || !("id" in made) || isReadableId(made.id)) continue;
    throw unreadableClaim(kind === "create-team" ? "team" : "user");
  }
}

/** The refusal of a token whose claim cannot be the id of a row that its call would create. */
function unreadableClaim(entity: "team" | "user"): GatewayError {
  return new GatewayError(
    "invalid_token",
    `The token's ${entity} id is empty, too long or holds control characters or invisible ones, so no ${entity} is created for it.`,
  );
}

/**
 * Creates the users and teams that tokens name unless they exist, and makes memberships follow the tokens, for several
 * calls in one transaction with one notice. Idempotent; many nodes may do so at once. It is on the request path, so it
 * does not wait for other nodes. @throws GatewayError directory_unavailable
 */
export async function fulfilTogether(
  services: Writer,
  calls: readonly ObligedCall[],
  defaults: MadeDefaults,
): Promise<void> {
  await writeUnacknowledged(services, async (transaction) => {
    // In the order in which every transaction locks rows: users before teams, and memberships last.
    const made = [
      await createUsers(transaction, wantedOf(calls, "create-user"), defaults.user),
      await createTeams(transaction, wantedOf(calls, "create-team"), defaults.team),
      await syncMemberships(transaction, wantedOf(calls, "sync-memberships")),
    ];
    return {
      result: undefined,
      audit: made.flatMap(({ audit }) => audit),
      changes: withoutRepeats(made.flatMap(({ changes }) => changes)),
    };
  });
}

function wantedOf<Kind extends Obligation["kind"]>(calls: readonly ObligedCall[], wanted: Kind): Wanted<Kind>[] {
  const isWanted = (obligation: Obligation): obligation is Extract<Obligation, { kind: Kind }> =>
    obligation.kind === wanted;
  return calls.flatMap(({ obligations, actor, by }) =>
    obligations.filter(isWanted).map((obligation) => Object.assign({ actor, by }, obligation)),
  );
}

/** Plain statements, because Prisma compiles each row that it is given to insert. */
async function createUsers(
  transaction: Transaction,
  wanted: readonly Wanted<"create-user">[],
  defaults: MadeUsers | undefined,
): Promise<Made> {
  if (wanted.length === 0) return NOTHING_MADE;
  const byId = inOrder(wanted);
  const ids = [...byId.keys()];
  const emails = [...byId.values()].map(({ email }) => (email !== undefined && isReadableId(email) ? email : null));
  const made = await transaction.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email) SELECT * FROM unnest(${ids}::text[], ${emails}::text[])
    ON CONFLICT DO NOTHING RETURNING id`;
  const where = { id: { in: made.map(({ id }) => id) } };
  if (made.length > 0 && defaults !== undefined)
    await transaction.user.updateMany({ where, data: madeUserColumns(defaults) });
  const rows = made.length > 0 ? await transaction.user.findMany({ where, orderBy: { id: "asc" } }) : [];
  return {
    audit: rows.map((row) => madeBy(byId.get(row.id), (actor) => userRows.created(actor, { ...row, memberships: [] }))),
    changes: rows.map(({ id }) => ({ entity: "user", id })),
  };
}

async function createTeams(
  transaction: Transaction,
  wanted: readonly Wanted<"create-team">[],
  defaults: MadeByTokens | undefined,
): Promise<Made> {
  if (wanted.length === 0) return NOTHING_MADE;
  const byId = inOrder(wanted);
  const ids = [...byId.keys()];
  const aliases = [...byId.values()].map(({ alias }) => (alias !== undefined && isReadableName(alias) ? alias : null));
  const made = await transaction.$queryRaw<{ id: string }[]>`
    INSERT INTO teams (id, alias) SELECT * FROM unnest(${ids}::text[], ${aliases}::text[])
    ON CONFLICT DO NOTHING RETURNING id`;
  const where = { id: { in: made.map(({ id }) => id) } };
  if (made.length > 0 && defaults !== undefined)
    await transaction.team.updateMany({ where, data: madeColumns(defaults) });
  const rows = made.length > 0 ? await transaction.team.findMany({ where, orderBy: { id: "asc" } }) : [];
  return {
    audit: rows.map((row) => madeBy(byId.get(row.id), (actor) => teamRows.created(actor, { ...row, memberships: [] }))),
    changes: rows.map((row) => teamChange(row.id, row.alias)),
  };
}

function madeBy(
  wanted: Pick<ObligedCall, "actor" | "by"> | undefined,
  entry: (actor: string) => AuditEntry,
): AuditEntry {
  return { ...entry(wanted?.actor ?? ""), by: wanted?.by };
}

const NOTHING_MADE: Made = { audit: [], changes: [] };

/** The first that wants each id. Every writer uses the order of the ids, so none can deadlock. */
function inOrder<Each extends { readonly id: string }>(wanted: readonly Each[]): ReadonlyMap<string, Each> {
  const byId = new Map<string, Each>();
  for (const each of [...wanted].sort((one, other) => (one.id < other.id ? -1 : 1)))
    if (!byId.has(each.id)) byId.set(each.id, each);
  return byId;
}

function withoutRepeats(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [`${change.entity} ${change.id}`, change])).values()];
}
