import { randomUUID } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt, Services } from "@/lib/gateway/services";
import { teamRecord, type TeamRow } from "@/lib/wire/team";
import type { Database } from "./database";
import { isEntityId } from "@/lib/entity-id";
import { isUniqueViolation, orUnavailable } from "./failures";
import type { Prisma, Team, User } from "./generated/client";
import { inOrder, listIds, type ListQuery } from "./listing";
import { recordCreatedUsers } from "./users";
import { commit, write, type Transaction } from "./write";

type WriteServices = Pick<Services, "database" | "changes">;

const WITH_MEMBERS = { memberships: { select: { userId: true, role: true }, orderBy: { userId: "asc" } } } satisfies Prisma.TeamInclude;

export interface NewTeam {
  readonly id?: string;
  readonly columns: Omit<Prisma.TeamCreateInput, "id" | "memberships">;
  readonly members: readonly { userId: string; role: string }[];
}

interface CreatedTeam {
  readonly row: TeamRow;
  readonly createdUsers: readonly User[];
}

/** One team. @throws GatewayError directory_unavailable */
export async function findTeam(database: Database, id: string): Promise<TeamRow | undefined> {
  return (await orUnavailable(database.prisma.team.findUnique({ where: { id }, include: WITH_MEMBERS }))) ?? undefined;
}

/** One page of the teams. @throws GatewayError directory_unavailable */
export async function listTeams(database: Database, query: ListQuery): Promise<{ rows: TeamRow[]; total: number }> {
  const { ids, total } = await orUnavailable(listIds(database, "team", query));
  const rows = await orUnavailable(database.prisma.team.findMany({ where: { id: { in: ids } }, include: WITH_MEMBERS }));
  return { rows: inOrder(ids, rows), total };
}

/**
 * Creates a team; members that are no users yet become users. Without an id one is generated.
 * @throws GatewayError already_exists
 */
export async function createTeam(services: WriteServices, actor: string, team: NewTeam): Promise<TeamRow> {
  const id = team.id ?? randomUUID();
  const userIds = team.members.map(({ userId }) => userId).sort(); // one order for all, so that writers cannot deadlock
  try {
    const { result } = await write(
      services,
      ({ row, createdUsers }: CreatedTeam) => [...recordCreatedUsers(actor, createdUsers), created(actor, row)],
      // Members who were users before have one team more.
      [{ entity: "team", id }, ...userIds.map((userId) => ({ entity: "user" as const, id: userId }))],
      async (transaction) => {
        const createdUsers = await transaction.user.createManyAndReturn({ data: userIds.map((userId) => ({ id: userId })), skipDuplicates: true });
        const memberships = { create: team.members.map(({ userId, role }) => ({ userId, role })) };
        const row = await transaction.team.create({ data: { ...team.columns, id, memberships }, include: WITH_MEMBERS });
        return { row, createdUsers };
      },
    );
    return result.row;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError("already_exists", "There is already a team with this team_id; choose another or leave it out.", { param: "team_id" });
  }
}

/** Changes columns of a team. @throws GatewayError not_found */
export async function changeTeam(
  services: WriteServices,
  change: { actor: string; action: "team.update" | "team.block" | "team.unblock"; id: string; columns: Prisma.TeamUpdateInput },
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(
    services,
    ({ before, after }: { before: TeamRow; after: TeamRow }) => ({
      actor: change.actor,
      action: change.action,
      entityType: "team",
      entityId: change.id,
      before: teamRecord(before),
      after: teamRecord(after),
    }),
    [{ entity: "team", id: change.id }],
    async (transaction) => {
      const before = await lockTeam(transaction, change.id);
      const after = await transaction.team.update({ where: { id: change.id }, data: change.columns, include: WITH_MEMBERS });
      return { before, after };
    },
  );
  return { row: result.after, nodes };
}

/**
 * Creates the team that a token names, unless it exists: safe when many requests do so at once. Does not wait for
 * other nodes, for this stands on the request path.
 * @throws GatewayError invalid_token when the claim cannot be a team id, directory_unavailable
 */
export async function createTeamIfAbsent(
  services: WriteServices,
  team: { readonly id: string; readonly alias: string | undefined },
  actor: string,
): Promise<void> {
  if (!isEntityId(team.id)) throw new GatewayError("invalid_token", "The token's team id is empty, too long or holds control characters.");
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

/** Two writers of one team take turns, so that each one's "before" is what the other left. */
async function lockTeam(transaction: Transaction, id: string): Promise<TeamRow> {
  await transaction.$queryRaw`SELECT id FROM teams WHERE id = ${id} FOR UPDATE`;
  const row = await transaction.team.findUnique({ where: { id }, include: WITH_MEMBERS });
  if (!row) throw new GatewayError("not_found", "There is no team with this team_id.", { param: "team_id" });
  return row;
}
