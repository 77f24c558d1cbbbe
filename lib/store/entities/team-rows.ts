import type { z } from "zod";
import type { teamContracts } from "@/lib/wire/contracts/teams";
import { Prisma, type Team } from "@/lib/store/generated/client";
import type { Change } from "@/lib/store/changes/change-notice";
import type { Team as TeamRecord } from "@/lib/wire/team";
import type { Database } from "../database";
import type { Transaction } from "../write";
import {
  contentColumns,
  type ContentColumns,
  contentOf,
  hostedColumn,
  type HostedColumn,
  hostedOf,
  limitColumns,
  limitsOf,
  memberLimitsOf,
  metadataColumn,
  modelLimitColumns,
  modelLimitsOf,
  type LimitColumns,
  type MemberLimitColumns,
  type ModelLimitColumns,
  modelsColumn,
  permissionColumn,
  permissionOf,
  type PermissionColumn,
} from "./limit-columns";

export interface TeamRow extends PermissionColumn, HostedColumn, ContentColumns, LimitColumns, ModelLimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly organizationId: string | null;
  readonly models: string[];
  readonly blocked: boolean;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly memberships: readonly MembershipRow[];
}

/** A team with its first members and the number of all members. */
export interface CountedTeamRow extends TeamRow {
  readonly memberCount: number;
}

export interface MembershipRow extends MemberLimitColumns {
  readonly userId: string;
  readonly role: string;
}

/** A member as the API and audit events show them, without the version. */
export function memberRecord(row: MembershipRow) {
  return { user_id: row.userId, role: row.role, ...memberLimitsOf(row) };
}

/** A team as the API and audit events show it, without the spend. */
export function teamRecord(row: TeamRow): Omit<TeamRecord, "spend"> {
  return {
    team_id: row.id,
    team_alias: row.alias,
    organization_id: row.organizationId,
    models: row.models,
    blocked: row.blocked,
    ...permissionOf(row),
    ...hostedOf(row),
    ...contentOf(row),
    ...limitsOf(row),
    ...modelLimitsOf(row),
    metadata: row.metadata,
    members_with_roles: row.memberships.map(memberRecord),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The columns for inputs. An absent field keeps its column, null clears it. @throws GatewayError invalid_request */
export function teamColumns(input: Omit<z.output<typeof teamContracts.update.input>, "team_id">) {
  return {
    alias: input.team_alias,
    organizationId: input.organization_id,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    ...permissionColumn(input),
    ...hostedColumn(input),
    ...contentColumns(input),
    ...limitColumns(input),
    ...modelLimitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

export const WITH_MEMBERS = {
  memberships: {
    select: { userId: true, role: true, maxBudget: true, budgetDuration: true, tpmLimit: true, rpmLimit: true },
    orderBy: { userId: "asc" },
  },
} satisfies Prisma.TeamInclude;

const MEMBERS = `
SELECT team_id AS "teamId", user_id AS "userId", role, max_budget AS "maxBudget", budget_duration AS "budgetDuration",
  tpm_limit AS "tpmLimit", rpm_limit AS "rpmLimit"
FROM memberships WHERE team_id = ANY ($1) ORDER BY user_id`;

/** The first members of each team. For each team, only that many entries of the index are read. */
const FIRST_MEMBERS = `
SELECT team.id AS "teamId", member.user_id AS "userId", role, max_budget AS "maxBudget",
  budget_duration AS "budgetDuration", tpm_limit AS "tpmLimit", rpm_limit AS "rpmLimit"
FROM unnest($1::text[]) AS team (id) CROSS JOIN LATERAL (
  SELECT * FROM memberships WHERE team_id = team.id ORDER BY user_id LIMIT $2
) AS member ORDER BY member.user_id`;

const COUNTS = `SELECT team_id AS id, count(*)::int AS count FROM memberships WHERE team_id = ANY ($1) GROUP BY team_id`;

interface MemberOfTeam extends Omit<MembershipRow, "maxBudget"> {
  readonly teamId: string;
  readonly maxBudget: string | null;
}

/**
 * Teams with their members, which are read without Prisma: a team may have tens of thousands. @throws
 * pg.DatabaseError, or a connection error
 */
export async function withMembers({ pool }: Pick<Database, "pool">, teams: readonly Team[]): Promise<TeamRow[]> {
  const { rows } = await pool.query<MemberOfTeam>(MEMBERS, [teams.map(({ id }) => id)]);
  return joined(teams, rows);
}

/**
 * Teams with the number of their members, and with the first `most` of them. @throws pg.DatabaseError, or a connection
 * error
 */
export async function withFirstMembers(
  { pool }: Pick<Database, "pool">,
  teams: readonly Team[],
  most: number,
): Promise<CountedTeamRow[]> {
  const ids = teams.map(({ id }) => id);
  const [members, counts] = await Promise.all([
    pool.query<MemberOfTeam>(FIRST_MEMBERS, [ids, most]),
    pool.query<{ id: string; count: number }>(COUNTS, [ids]),
  ]);
  const countOf = new Map(counts.rows.map(({ id, count }) => [id, count]));
  return joined(teams, members.rows).map((team) => ({ ...team, memberCount: countOf.get(team.id) ?? 0 }));
}

function joined(teams: readonly Team[], members: readonly MemberOfTeam[]): TeamRow[] {
  const membersOf = new Map(teams.map(({ id }) => [id, [] as MembershipRow[]]));
  for (const { teamId, maxBudget, ...member } of members)
    membersOf.get(teamId)?.push({ ...member, maxBudget: maxBudget === null ? null : new Prisma.Decimal(maxBudget) });
  return teams.map((team) => ({ ...team, memberships: membersOf.get(team.id) ?? [] }));
}

/** The change of a team. `aliases`: those that now name it or no longer do; both names of a team that was renamed. */
export function teamChange(id: string, ...aliases: readonly (string | null)[]): Change {
  return { entity: "team", id, aliases: aliases.filter((alias) => alias !== null) };
}

/**
 * Locks memberships that are about to be deleted. Every transaction does so in the same order, so none can deadlock.
 */
export async function lockMemberships(transaction: Transaction, condition: Prisma.Sql): Promise<void> {
  await transaction.$queryRaw`SELECT 1 AS locked FROM memberships WHERE ${condition} ORDER BY team_id, user_id FOR UPDATE`;
}
