import { randomUUID } from "node:crypto";
import { auditEntry, type AuditEntry } from "../audit-entry";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { type CountedTeamRow, MOST_LISTED_MEMBERS, type TeamRow } from "@/lib/wire/team";
import type { Database } from "../database";
import type { MadeByTokens, MadeUsers } from "@/lib/config/rights-schema";
import { isReadableId, isReadableName } from "@/lib/entity-id";
import { unreadableClaim } from "./unreadable-claim";
import { orAlreadyExists, orUnavailable } from "../failures";
import { Prisma } from "@/lib/store/generated/client";
import { deleteKeysOf, keyChanges, recordDeletedKeys, type StoredKey } from "./key-rows";
import { inOrder, type Listed, listIds, type ListQuery } from "../listing";
import { changeRow, requireDeletable, type Changed, type Deletion } from "../row-change";
import type { IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { AUDITED_TEAM, lockTeam, teamChange, WITH_MEMBERS, withFirstMembers, withMembers } from "./team-rows";
import { ensureUsers, recordCreatedUsers } from "./users";
import { write, writeUnacknowledged, type Transaction, type Writer } from "../write";
import { madeColumns } from "./made-columns";

export interface NewTeam {
  readonly id?: string;
  readonly columns: Omit<Prisma.TeamUncheckedCreateInput, "id" | "memberships">;
  readonly members: readonly { userId: string; role: string }[];
  /** The columns of members who become users. */
  readonly userDefaults?: MadeUsers | undefined;
}

type TeamColumns = Omit<Prisma.TeamUncheckedUpdateInput, "id" | "memberships" | "organizationId"> & {
  readonly organizationId?: string | null;
};

/** One team. @throws GatewayError directory_unavailable */
export async function findTeam(database: Database, id: string): Promise<TeamRow | undefined> {
  const team = await orUnavailable(database.prisma.team.findUnique({ where: { id } }));
  return team ? (await orUnavailable(withMembers(database, [team])))[0] : undefined;
}

/** The teams to list; an absent field allows any. */
export interface TeamFilter {
  readonly organizationId?: string;
  /** Only teams that this user is a member of. */
  readonly userId?: string;
}

/** The ids of the first unblocked teams, by id. @throws GatewayError directory_unavailable */
export async function openTeamIds(database: Database, limit: number): Promise<string[]> {
  const rows = await orUnavailable(
    database.prisma.team.findMany({
      where: { blocked: false },
      select: { id: true },
      orderBy: { id: "asc" },
      take: limit,
    }),
  );
  return rows.map(({ id }) => id);
}

/**
 * One page of the teams, each with its first `MOST_LISTED_MEMBERS` members and the number of all. @throws GatewayError
 * directory_unavailable
 */
export async function listTeams(
  database: Database,
  query: ListQuery,
  { organizationId, userId }: TeamFilter,
): Promise<Listed<CountedTeamRow>> {
  const conditions = [
    ...(organizationId === undefined ? [] : [Prisma.sql`row.organization_id = ${organizationId}`]),
    ...(userId === undefined
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 FROM memberships WHERE team_id = row.id AND user_id = ${userId})`]),
  ];
  const { rows: ids, ...page } = await orUnavailable(listIds(database, "team", query, conditions));
  const rows = await orUnavailable(database.prisma.team.findMany({ where: { id: { in: ids } } }));
  return { ...page, rows: await orUnavailable(withFirstMembers(database, inOrder(ids, rows), MOST_LISTED_MEMBERS)) };
}

/**
 * Creates a team; members who are not users yet become users. Without an id one is generated.
 * @throws GatewayError already_exists, not_found for the organisation
 */
export async function createTeam(services: Writer, actor: string, team: NewTeam): Promise<TeamRow> {
  const id = team.id ?? randomUUID();
  const userIds = team.members.map(({ userId }) => userId);
  const written = write(services, async (transaction) => {
    const createdUsers = await ensureUsers(transaction, userIds, team.userDefaults);
    await holdOrganization(transaction, team.columns.organizationId);
    const memberships = { create: team.members.map(({ userId, role }) => ({ userId, role })) };
    const row = await transaction.team.create({ data: { ...team.columns, id, memberships }, include: WITH_MEMBERS });
    return {
      result: row,
      audit: [...recordCreatedUsers(actor, createdUsers), created(actor, row)],
      // Members who were users before have one more team now.
      changes: [teamChange(id, row.alias), ...userIds.map((userId) => ({ entity: "user" as const, id: userId }))],
    };
  });
  const message = "There is already a team with this team_id; choose another or leave it out.";
  return (await orAlreadyExists(written, message, "team_id")).result;
}

/**
 * Changes columns of a team; `cutCalls` also ends the team's running calls on every node.
 * @throws GatewayError not_found for the team or its new organisation, changed_meanwhile
 */
export async function changeTeam(
  services: Writer,
  change: {
    actor: string;
    action: "team.update" | "team.block" | "team.unblock";
    id: string;
    columns: TeamColumns;
    ifMatch?: IfMatch;
    cutCalls?: boolean;
    /** Called with the locked team before it changes; what it throws stops the change. */
    permit?: (before: TeamRow) => void;
  },
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  const { actor, action, id, columns, ifMatch, cutCalls, permit } = change;
  // The change of the team comes before the cut, so that a cut call meets the block when it is tried again.
  const changes = ({ before, after }: Changed<TeamRow>): Change[] => [
    before.alias === after.alias ? teamChange(id) : teamChange(id, before.alias, after.alias),
    ...(cutCalls ? [{ entity: "team_calls" as const, id }] : []),
  ];
  return changeRow<TeamRow>(
    services,
    { actor, action, audited: AUDITED_TEAM, ifMatch, changes },
    async (transaction) => {
      await holdOrganization(transaction, columns.organizationId);
      const before = await lockTeam(transaction, id);
      permit?.(before);
      return { before, after: await transaction.team.update({ where: { id }, data: columns, include: WITH_MEMBERS }) };
    },
  );
}

/**
 * Deletes teams and their memberships, all of them or none; with `cascade` their keys too. Their spend stays on record.
 * @throws GatewayError not_found, in_use while they have keys, changed_meanwhile
 */
export async function deleteTeams(
  services: Writer,
  actor: string,
  { ids, cascade, ifMatch }: Deletion,
): Promise<{ keys: readonly StoredKey[]; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "team", ids, "delete", "team_ids");
    const rows = await transaction.team.findMany({ where: { id: { in: [...ids] } }, include: WITH_MEMBERS });
    requireDeletable(ifMatch, AUDITED_TEAM, rows);
    const keys = await deleteKeysOf(transaction, { type: "team", ids, cascade });
    await transaction.team.deleteMany({ where: { id: { in: [...ids] } } });
    const deleted = rows.map((before) => auditEntry(AUDITED_TEAM, { actor, action: "team.delete", before }));
    return {
      result: keys,
      audit: [...deleted, ...recordDeletedKeys(actor, keys)],
      changes: [...teamChanges(rows), ...keyChanges(keys)],
    };
  });
  return { keys: result, nodes };
}

/** The changes of deleted teams: the teams themselves, and their members, who have one team fewer. */
function teamChanges(rows: readonly TeamRow[]): Change[] {
  const members = new Set(rows.flatMap(({ memberships }) => memberships.map(({ userId }) => userId)));
  return [
    ...rows.map(({ id, alias }) => teamChange(id, alias)),
    ...[...members].map((id) => ({ entity: "user" as const, id })),
  ];
}

/**
 * Creates the team that a token names unless it exists; many requests may do so at once. It is on the request path, so
 * it does not wait for other nodes.
 * @throws GatewayError invalid_token when the claim cannot be the id of a new team, directory_unavailable
 */
export async function createTeamIfAbsent(
  services: Writer,
  team: { readonly id: string; readonly alias: string | undefined },
  actor: string,
  defaults: MadeByTokens = {},
): Promise<void> {
  if (!isReadableId(team.id)) throw unreadableClaim("team");
  const alias = team.alias !== undefined && isReadableName(team.alias) ? team.alias : undefined;
  await writeUnacknowledged(services, async (transaction) => {
    const rows = await transaction.team.createManyAndReturn({
      data: [{ id: team.id, alias, ...madeColumns(defaults) }],
      skipDuplicates: true,
    });
    return {
      result: undefined,
      audit: rows.map((row) => created(actor, { ...row, memberships: [] })),
      changes: rows.map((row) => teamChange(row.id, row.alias)),
    };
  });
}

function created(actor: string, after: TeamRow): AuditEntry {
  return auditEntry(AUDITED_TEAM, { actor, action: "team.create", after });
}

/** Keeps an organisation from being deleted until the transaction ends. @throws GatewayError not_found */
async function holdOrganization(transaction: Transaction, id: string | null | undefined): Promise<void> {
  if (typeof id === "string") await lockAll(transaction, "organization", [id], "refer", "organization_id");
}
