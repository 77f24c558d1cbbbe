import { randomUUID } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { teamRecord, type TeamRow } from "@/lib/wire/team";
import type { Database } from "../database";
import { isEntityId } from "@/lib/entity-id";
import { isUniqueViolation, orUnavailable } from "../failures";
import { Prisma, type Team, type User } from "@/lib/store/generated/client";
import { deleteOwnedKeys, keyChanges, recordDeletedKeys, requireNoKeys, type StoredKey } from "./key-rows";
import { inOrder, listIds, type ListQuery } from "../listing";
import { changeRow } from "../row-change";
import { lockAll } from "../row-locks";
import { lockMemberships, lockTeam, WITH_MEMBERS } from "./team-rows";
import { ensureUsers, recordCreatedUsers } from "./users";
import { commit, write, type Transaction, type Writer } from "../write";

export interface NewTeam {
  readonly id?: string;
  readonly columns: Omit<Prisma.TeamUncheckedCreateInput, "id" | "memberships">;
  readonly members: readonly { userId: string; role: string }[];
}

type TeamColumns = Omit<Prisma.TeamUncheckedUpdateInput, "id" | "memberships" | "organizationId"> & {
  readonly organizationId?: string | null;
};

interface CreatedTeam {
  readonly row: TeamRow;
  readonly createdUsers: readonly User[];
}

/** One team. @throws GatewayError directory_unavailable */
export async function findTeam(database: Database, id: string): Promise<TeamRow | undefined> {
  return (await orUnavailable(database.prisma.team.findUnique({ where: { id }, include: WITH_MEMBERS }))) ?? undefined;
}

/** Which teams to list; undefined: any. */
export interface TeamFilter {
  readonly organizationId?: string;
  /** Teams that this user is a member of. */
  readonly userId?: string;
}

/** Some teams that are not blocked, always the same ones. @throws GatewayError directory_unavailable */
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

/** One page of the teams. @throws GatewayError directory_unavailable */
export async function listTeams(
  database: Database,
  query: ListQuery,
  { organizationId, userId }: TeamFilter,
): Promise<{ rows: TeamRow[]; total: number }> {
  const conditions = [
    ...(organizationId === undefined ? [] : [Prisma.sql`row.organization_id = ${organizationId}`]),
    ...(userId === undefined
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 FROM memberships WHERE team_id = row.id AND user_id = ${userId})`]),
  ];
  const { ids, total } = await orUnavailable(listIds(database, "team", query, conditions));
  const rows = await orUnavailable(
    database.prisma.team.findMany({ where: { id: { in: ids } }, include: WITH_MEMBERS }),
  );
  return { rows: inOrder(ids, rows), total };
}

/**
 * Creates a team; members that are no users yet become users. Without an id one is generated.
 * @throws GatewayError already_exists, not_found for the organisation
 */
export async function createTeam(services: Writer, actor: string, team: NewTeam): Promise<TeamRow> {
  const id = team.id ?? randomUUID();
  const userIds = team.members.map(({ userId }) => userId);
  try {
    const { result } = await write(
      services,
      ({ row, createdUsers }: CreatedTeam) => [...recordCreatedUsers(actor, createdUsers), created(actor, row)],
      // Members who were users before have one team more.
      [{ entity: "team", id }, ...userIds.map((userId) => ({ entity: "user" as const, id: userId }))],
      async (transaction) => {
        const createdUsers = await ensureUsers(transaction, userIds);
        await holdOrganization(transaction, team.columns.organizationId);
        const memberships = { create: team.members.map(({ userId, role }) => ({ userId, role })) };
        const row = await transaction.team.create({
          data: { ...team.columns, id, memberships },
          include: WITH_MEMBERS,
        });
        return { row, createdUsers };
      },
    );
    return result.row;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError(
      "already_exists",
      "There is already a team with this team_id; choose another or leave it out.",
      { param: "team_id" },
    );
  }
}

/** Changes columns of a team, and with `cutCalls` breaks off what it has under way on every node. @throws GatewayError not_found for the team or its new organisation */
export async function changeTeam(
  services: Writer,
  change: {
    actor: string;
    action: "team.update" | "team.block" | "team.unblock";
    id: string;
    columns: TeamColumns;
    cutCalls?: boolean;
  },
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  const { actor, action, id, columns, cutCalls } = change;
  // The block first: what is cut must find no way back in.
  const changes: Change[] = [{ entity: "team", id }, ...(cutCalls ? [{ entity: "team_calls" as const, id }] : [])];
  return changeRow<TeamRow>(
    services,
    { actor, action, entityType: "team", record: teamRecord, changes: () => changes },
    async (transaction) => {
      await holdOrganization(transaction, columns.organizationId);
      const before = await lockTeam(transaction, id);
      return { before, after: await transaction.team.update({ where: { id }, data: columns, include: WITH_MEMBERS }) };
    },
  );
}

interface DeletedTeams {
  readonly rows: readonly TeamRow[];
  readonly keys: readonly StoredKey[];
}

/**
 * Deletes teams and their memberships, all of them or none; with `cascade` their keys too. What they have spent stays
 * on record.
 * @throws GatewayError not_found, in_use while they have keys
 */
export async function deleteTeams(
  services: Writer,
  actor: string,
  { ids, cascade }: { readonly ids: readonly string[]; readonly cascade: boolean },
): Promise<{ keys: readonly StoredKey[]; nodes: Receipt[] }> {
  const { result, nodes } = await write(
    services,
    ({ rows, keys }: DeletedTeams) => [
      ...rows.map((row) => ({
        actor,
        action: "team.delete",
        entityType: "team",
        entityId: row.id,
        before: teamRecord(row),
      })),
      ...recordDeletedKeys(actor, keys),
    ],
    ({ rows, keys }: DeletedTeams) => [...teamChanges(rows), ...keyChanges(keys)],
    async (transaction) => {
      await lockAll(transaction, "teams", ids, "delete", { what: "team", param: "team_ids" });
      const rows = await transaction.team.findMany({ where: { id: { in: [...ids] } }, include: WITH_MEMBERS });
      const owner = { teamId: { in: [...ids] } };
      if (!cascade) await requireNoKeys(transaction, owner, { what: "teams", param: "team_ids" });
      await lockMemberships(transaction, Prisma.sql`team_id = ANY(${[...ids]})`);
      const keys = await deleteOwnedKeys(transaction, owner);
      await transaction.team.deleteMany({ where: { id: { in: [...ids] } } });
      return { rows, keys };
    },
  );
  return { keys: result.keys, nodes };
}

/** The teams, and their members, who have one team less. */
function teamChanges(rows: readonly TeamRow[]): Change[] {
  const members = new Set(rows.flatMap(({ memberships }) => memberships.map(({ userId }) => userId)));
  return [
    ...rows.map(({ id }) => ({ entity: "team" as const, id })),
    ...[...members].map((id) => ({ entity: "user" as const, id })),
  ];
}

/**
 * Creates the team that a token names, unless it exists: safe when many requests do so at once. Does not wait for
 * other nodes, for this stands on the request path.
 * @throws GatewayError invalid_token when the claim cannot be a team id, directory_unavailable
 */
export async function createTeamIfAbsent(
  services: Writer,
  team: { readonly id: string; readonly alias: string | undefined },
  actor: string,
): Promise<void> {
  if (!isEntityId(team.id))
    throw new GatewayError("invalid_token", "The token's team id is empty, too long or holds control characters.");
  const alias = team.alias !== undefined && isEntityId(team.alias) ? team.alias : undefined;
  const { changeId, changes } = await commit(
    services,
    (rows: Team[]) => rows.map((row) => created(actor, { ...row, memberships: [] })),
    (rows: Team[]) => rows.map((row) => ({ entity: "team", id: row.id })),
    (transaction) => transaction.team.createManyAndReturn({ data: [{ id: team.id, alias }], skipDuplicates: true }),
  );
  // Drops what this process cached before it first yields; the other nodes hear of it by themselves.
  void services.changes.settle(changeId, changes);
}

function created(actor: string, row: TeamRow) {
  return { actor, action: "team.create", entityType: "team", entityId: row.id, after: teamRecord(row) };
}

/** Keeps an organisation from being deleted until the transaction ends. @throws GatewayError not_found */
async function holdOrganization(transaction: Transaction, id: string | null | undefined): Promise<void> {
  if (typeof id === "string")
    await lockAll(transaction, "organizations", [id], "refer", { what: "organisation", param: "organization_id" });
}
