import { hash } from "node:crypto";
import type { KeyInput, State } from "@/lib/auth/cases/case";
import type { Database } from "@/lib/store/database";

const EMPTY = `DELETE FROM memberships; DELETE FROM users; DELETE FROM teams; DELETE FROM organizations; DELETE FROM end_users; DELETE FROM keys`;

/** Makes the database hold the rows of a case, and nothing else. */
export async function writeState(
  { pool }: Database,
  state: State,
  key: { readonly secret: string; readonly input: KeyInput } | undefined,
): Promise<void> {
  await pool.query(EMPTY);
  const { teams = {}, users = {}, organizations = {}, endUsers = {} } = state;
  for (const [id, team] of Object.entries(teams)) {
    await pool.query("INSERT INTO teams (id, organization_id, models, blocked) VALUES ($1, $2, $3, $4)", [
      id,
      team.organization ?? null,
      team.models ?? [],
      team.blocked ?? false,
    ]);
  }
  for (const [id, user] of Object.entries(users)) {
    await pool.query("INSERT INTO users (id, models, blocked, role) VALUES ($1, $2, $3, $4)", [
      id,
      user.models ?? [],
      user.blocked ?? false,
      user.role ?? null,
    ]);
    await pool.query(
      `INSERT INTO memberships (team_id, user_id, role)
       SELECT team, $2, CASE WHEN team = ANY($3) THEN 'admin' ELSE 'user' END FROM unnest($1::text[]) AS team`,
      [user.teams ?? [], id, user.administers ?? []],
    );
  }
  for (const [id, organization] of Object.entries(organizations)) {
    await pool.query("INSERT INTO organizations (id, models, blocked) VALUES ($1, $2, $3)", [
      id,
      organization.models ?? [],
      organization.blocked ?? false,
    ]);
  }
  for (const [id, { blocked = false }] of Object.entries(endUsers)) {
    await pool.query("INSERT INTO end_users (id, blocked) VALUES ($1, $2)", [id, blocked]);
  }
  if (!key) return;
  const { team, user, organization, models = [], allowedRoutes = [], blocked = false, expiresIn, maker } = key.input;
  // To the day, so that what a refusal says about it does not depend on when it is asked.
  const day = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const expiresAt = expiresIn === undefined ? null : new Date(expiresIn < 0 ? day : day + 2 * 86_400_000);
  await pool.query(
    `INSERT INTO keys (id, hash, name, team_id, user_id, organization_id, models, allowed_routes, blocked, expires_at, maker)
     VALUES ('k1', $1, 'sk-...case', $2, $3, $4, $5, $6, $7, $8, $9)`,
    [hash("sha256", key.secret, "hex"), team, user, organization, models, allowedRoutes, blocked, expiresAt, maker],
  );
}

/** The teams, users and memberships that there are, for comparison. */
export async function readState({
  pool,
}: Database): Promise<{ teams: string[]; users: string[]; memberships: string[] }> {
  const list = async (sql: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(sql)).rows.map(({ id }) => id).sort();
  return {
    teams: await list("SELECT id FROM teams"),
    users: await list("SELECT id FROM users"),
    memberships: await list("SELECT user_id || ' in ' || team_id AS id FROM memberships"),
  };
}
