import type { Database } from "@/lib/store/database";
import { keyHash } from "@/lib/store/entities/key-secret";
import { DAY_MS } from "@/lib/time/period";
import { PATIENT } from "../spend/rows";

/** A team with this many of the users, and a user with this many keys and a membership in this many teams. */
export const LARGE_TEAM = { id: "team-large", members: 20_000 };
export const BUSY_USER = { id: "user-busy", keys: 5_000, teams: 200, secret: "sk-key-of-the-busy-user" };
/** The role and the scope that every recorded caller has. */
export const COMMON_ROLE = "employee";
export const COMMON_SCOPE = "openid";

/** How many teams and users have a budget, besides every organisation. */
const BUDGETS = { teams: 5_000, users: 15_000 };
const AUDIT_EVENTS = 200_000;
/** How many of each are kept at most. */
const DECISIONS = 500_000;
const REFUSALS = 100_000;
const REFUSALS_PER_HOUR = 1_000;
/** How many users have been refused, each for one model. */
const REFUSED = 10_000;
const CALLERS = 50_000;
const DAYS = 14;
const HOURS = DAYS * 24;
/** How many minutes have traffic, and how many deployments have traffic within one of them. */
const MINUTES = 48 * 60;
const BUSY_DEPLOYMENTS = 40;
const MODELS = 40;

/** SQL that gives rows budgets of a dollar to five hundred, of a day, a week, a month or for ever. */
const budgetsOf = (table: string, prefix: string, count: number): string =>
  `UPDATE ${table} SET max_budget = 1 + number * 7 % 500, budget_duration = (ARRAY['1d', '7d', '1mo', NULL])[1 + number % 4]
   FROM generate_series(0, ${count - 1}) AS number WHERE id = '${prefix}' || number`;

/** Rows that stay: memberships, keys, budgets and audit events. */
const LASTING = [
  `INSERT INTO users (id, email, updated_at) VALUES ('${BUSY_USER.id}', 'busy@example.com', now())`,
  `INSERT INTO teams (id, alias, updated_at) VALUES ('${LARGE_TEAM.id}', 'Everybody', now())`,
  `INSERT INTO memberships (team_id, user_id) SELECT '${LARGE_TEAM.id}', 'user-' || i FROM generate_series(0, ${LARGE_TEAM.members - 1}) AS i`,
  `INSERT INTO memberships (team_id, user_id) SELECT 'team-' || i, '${BUSY_USER.id}' FROM generate_series(0, ${BUSY_USER.teams - 1}) AS i`,
  `INSERT INTO memberships (team_id, user_id) SELECT 'team-' || split_part(id, '-', 2)::int % 5000, id FROM users WHERE id ~ '^user-[0-9]+$'
     AND EXISTS (SELECT FROM teams WHERE teams.id = 'team-' || split_part(users.id, '-', 2)::int % 5000)`,
  `INSERT INTO keys (id, hash, name, alias, user_id, allowed_routes, updated_at) SELECT 'key-busy-' || i, CASE i WHEN 0 THEN '${keyHash(BUSY_USER.secret)}' ELSE 'hash-busy-' || i END,
     'sk-...' || i, 'Key of the busy user ' || i, '${BUSY_USER.id}',
     ARRAY['openai_routes', 'info_routes', 'management_routes', 'spend_routes', '/auth/refusals/own'], now() FROM generate_series(0, ${BUSY_USER.keys - 1}) AS i`,
  ...["users", "keys", "teams", "end_users"].map(
    (table) =>
      `UPDATE ${table} AS row SET created_at = now() - number * interval '30 seconds'
       FROM (SELECT id, row_number() OVER (ORDER BY hashtext(id)) AS number FROM ${table}) AS numbered WHERE numbered.id = row.id`,
  ),
  budgetsOf("teams", "team-", BUDGETS.teams),
  budgetsOf("users", "user-", BUDGETS.users),
  "UPDATE organizations SET max_budget = 10000, budget_duration = '1mo'",
  `INSERT INTO audit_events (at, actor, acted_as, action, entity_type, entity_id, before, after)
   SELECT now() - i * interval '1 minute', 'user-' || i % 50, 'administrator', kind || '.update', kind, kind || '-' || i % 5000,
     json_build_object('max_budget', i), json_build_object('max_budget', i + 1)
   FROM generate_series(1, ${AUDIT_EVENTS}) AS i, LATERAL (SELECT (ARRAY['team', 'user', 'key'])[1 + i % 3] AS kind) AS drawn`,
];

/** Rows that are kept for days only, and so are made again for the days before today. */
const PASSING = [
  "DELETE FROM recorded_decisions",
  "DELETE FROM recorded_identities",
  `INSERT INTO recorded_identities (fingerprint, identity, last_seen)
   SELECT 'caller' || i, json_build_object('kind', 'jwt', 'reading', 'bench', 'via', 'bearer', 'issuer', 'https://idp.example.com/' || i % 3,
     'scopes', json_build_array('${COMMON_SCOPE}', 'scope-' || i % 20), 'roles', json_build_array('${COMMON_ROLE}', 'role-' || i % 50),
     'teamIdIsSoft', false, 'groups', json_build_array('team-' || i % 5000), 'statesGroups', true, 'userId', 'user-' || i), now()
   FROM generate_series(0, ${CALLERS - 1}) AS i`,
  `INSERT INTO recorded_decisions (day, fingerprint, method, route, model, team, outcome, family, count, first_seen, last_seen)
   SELECT (now() AT TIME ZONE 'UTC')::date - (i / ${CALLERS})::int % ${DAYS / 2}, 'caller' || i % ${CALLERS}, 'POST', '/chat/completions', 'family-' || i / ${CALLERS} || '/model-' || hashint8(i) % ${MODELS}, '',
     CASE WHEN i % 20 = 7 THEN 'model_not_allowed' ELSE 'allow' END, 'openai_routes', 1 + i % 9, now(), now()
   FROM generate_series(0, ${DECISIONS - 1}) AS i`,
  "DELETE FROM refusal_counts",
  `INSERT INTO refusal_counts (hour, code, kind, principal, route, model, count, first_at, last_at, examples)
   SELECT hour, 'team_model_not_allowed', 'user', 'user-' || refused, '/chat/completions', 'model-' || refused % 20, 1 + i % 7, hour, hour + interval '1 minute', ARRAY['dec_' || number || '_' || i]
   FROM generate_series(0, ${HOURS - 1}) AS number, LATERAL (SELECT date_trunc('hour', now()) - number * interval '1 hour' AS hour) AS of,
     generate_series(0, ${REFUSALS_PER_HOUR - 1}) AS i, LATERAL (SELECT (i * 7 + number * 131) % ${REFUSED} AS refused) AS drawn`,
];

/**
 * Adds what pages show besides calls: a team with 20,000 members, a user with 5,000 keys, 20,200 budgets, 200,000 audit
 * events, and as many recorded decisions and counted refusals as are kept at most.
 */
export async function makeConsoleRows({ pool }: Database, say: (line: string) => void): Promise<void> {
  // `pool.query` is not used, because VACUUM refuses its transactions.
  const client = await pool.connect();
  const run = (text: string) => client.query({ text, ...PATIENT });
  try {
    // The calls may have been written through this connection with triggers turned off. The sums of decisions need
    // their triggers.
    await run("SET session_replication_role = origin");
    const { rows } = await run(
      `SELECT EXISTS (SELECT FROM users WHERE id = '${BUSY_USER.id}') AS lasting, (SELECT count(*) > 1000 FROM recorded_decisions WHERE day >= current_date - 1) AS passing`,
    );
    const [known] = rows;
    const statements = [...(known.lasting ? [] : LASTING), ...(known.passing ? [] : PASSING)];
    for (const statement of statements) await run(statement);
    if (statements.length === 0) return;
    say("members, keys, budgets, audit events, decisions and refusals");
    await run("VACUUM ANALYZE");
  } finally {
    client.release();
  }
}

/** Records about as many refusals as are kept at most, copied from one example. */
export async function repeatRefusal({ pool }: Database, id: string): Promise<void> {
  await pool.query({
    text: `INSERT INTO refusals (id, at, record, code, kind, principal, route, model, team_id, is_team_proven, user_id, key_id, organization_id, end_user_id, issuer, request_id)
      SELECT repeated, at - i * interval '10 seconds', replace(record, id, repeated), code, 'user', 'user-' || i % 20000, route, 'model-' || i % 20,
        'team-' || i % 5000, true, 'user-' || i % 20000, 'key-' || i % 20000, 'organization-' || i % 200, end_user_id, issuer, 'request-' || i
      FROM refusals, generate_series(1, ${REFUSALS - 1_000}) AS i, LATERAL (SELECT left(id, -6) || lpad(to_hex(i), 6, '0') AS repeated) AS named
      WHERE id = $1 ON CONFLICT DO NOTHING`,
    values: [id],
    ...PATIENT,
  });
  await pool.query("ANALYZE refusals");
}

/** Gives deployments the traffic of two days by the minute. */
export async function makeTraffic({ pool }: Database, deployments: readonly string[]): Promise<void> {
  await pool.query({
    text: `INSERT INTO traffic_minutes (minute, node, deployment, outcome, count, latency)
      SELECT date_trunc('minute', now()) - number * interval '1 minute', 'bench', ($1::text[])[1 + (number * 7 + i * 25) % array_length($1::text[], 1)],
        CASE i WHEN 0 THEN 'failed' ELSE 'served' END, 1, array_fill(0, ARRAY[6]) || ARRAY[1] || array_fill(0, ARRAY[8])
      FROM generate_series(0, ${MINUTES - 1}) AS number, generate_series(0, ${BUSY_DEPLOYMENTS - 1}) AS i ON CONFLICT DO NOTHING`,
    values: [deployments],
    ...PATIENT,
  });
}

/** The UTC day a number of days ago, as in `2026-06-15`. */
export function dayBefore(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}
