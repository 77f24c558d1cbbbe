import { randomUUID } from "node:crypto";
import { MANAGED_KINDS } from "@/lib/entity-type";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Database } from "../database";
import { MOST_LISTED_MEMBERS } from "@/lib/wire/team";
import type { MadeUsers } from "@/lib/config/rights-schema";
import { orUnavailable } from "../failures";
import { Prisma } from "@/lib/store/generated/client";
import { deleteKeysOf } from "./key-rows";
import { entityRows } from "./entity-rows";
import { inOrder, type Listed, listIds, type ListQuery } from "../listing";
import { lockAll } from "../row-locks";
import {
  type CountedTeamRow,
  teamChange,
  teamRecord,
  type TeamRow,
  WITH_MEMBERS,
  withFirstMembers,
  withMembers,
} from "./team-rows";
import { ensureUsers, recordCreatedUsers } from "./users";
import type { Transaction, Writer } from "../write";

type TeamColumns = Omit<Prisma.TeamUncheckedUpdateInput, "id" | "memberships" | "organizationId"> & {
  readonly organizationId?: string | null;
};

/** The rows of teams. A deletion takes their memberships along, and with `cascade` their keys. */
export const teamRows = entityRows<TeamRow, TeamColumns>(MANAGED_KINDS.team, {
  record: teamRecord,
  read: (client, ids) => client.team.findMany({ where: { id: { in: ids } }, include: WITH_MEMBERS }),
  update: (transaction, id, data) => transaction.team.update({ where: { id }, data, include: WITH_MEMBERS }),
  beforeChange: (transaction, { organizationId }) => holdOrganization(transaction, organizationId),
  deleteOwned: (transaction, deletion) => deleteKeysOf(transaction, { type: "team", ...deletion }),
  changesOf: ({ before, after: { id, alias } }) => {
    if (!before) return [teamChange(id, alias)];
    return [before.alias === alias ? teamChange(id) : teamChange(id, before.alias, alias)];
  },
  changesOfDeleted,
});

export interface NewTeam {
  readonly id?: string;
  readonly columns: Omit<Prisma.TeamUncheckedCreateInput, "id" | "memberships">;
  readonly members: readonly { userId: string; role: string }[];
  /** The columns of members who become users. */
  readonly userDefaults?: MadeUsers | undefined;
}

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
export async function createTeam(
  services: Writer,
  actor: string,
  { id = randomUUID(), columns, members, userDefaults }: NewTeam,
): Promise<TeamRow> {
  const userIds = members.map(({ userId }) => userId);
  return teamRows.create(services, actor, async (transaction) => {
    const createdUsers = await ensureUsers(transaction, userIds, userDefaults);
    await holdOrganization(transaction, columns.organizationId);
    const memberships = { create: members.map(({ userId, role }) => ({ userId, role })) };
    return {
      row: await transaction.team.create({ data: { ...columns, id, memberships }, include: WITH_MEMBERS }),
      audit: recordCreatedUsers(actor, createdUsers),
      // Members who were users before have one more team now.
      changes: userIds.map((userId) => ({ entity: "user", id: userId })),
    };
  });
}

/** The changes of deleted teams: the teams themselves, and their members, who have one team fewer. */
function changesOfDeleted(rows: readonly TeamRow[]): Change[] {
  const members = new Set(rows.flatMap(({ memberships }) => memberships.map(({ userId }) => userId)));
  return [
    ...rows.map(({ id, alias }) => teamChange(id, alias)),
    ...[...members].map((id) => ({ entity: "user" as const, id })),
  ];
}

/** Keeps an organisation from being deleted until the transaction ends. @throws GatewayError not_found */
async function holdOrganization(transaction: Transaction, id: string | null | undefined): Promise<void> {
  if (typeof id === "string") await lockAll(transaction, "organization", [id], "refer", "organization_id");
}
