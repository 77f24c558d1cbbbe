import fc from "fast-check";
import type { Database } from "@/lib/store/database";

/** Texts that mean something to spreadsheets, JSON, SQL or patterns. */
export const ODD_TEXT = fc.oneof(
  fc.constantFrom(
    "",
    "plain",
    "gpt-4o",
    "=1+1",
    " =x",
    '"=x',
    "a;=1",
    'a;" -1',
    "\tx",
    "a/b",
    "https://a/b\tc",
    "\r",
    "a\nb",
    "＝1",
    "x;－1",
    ";;=",
    "a,b",
  ),
  fc.constantFrom(
    'say "x"',
    "\u001f=1",
    "a\u001fb",
    "\\N",
    "\\.",
    "null",
    "\u2028",
    '\u2028\\u2028"\u2029\v\u001a',
    "\u007f\u0001",
    "🚀",
    "%",
    "'",
    ";\t@",
  ),
  fc.stringMatching(/^[",;\t\r\n=+@＝\- a\\\u001f]{0,9}$/),
);
const MAYBE = fc.option(ODD_TEXT);
const ID = fc.option(fc.constantFrom("", "a", "=b", 'c"d', "e,f", "-g", "unknown"));

/** The columns of a call that hold strings. */
export const ODD_CALL = fc.record({
  requested_model: ODD_TEXT,
  model: ODD_TEXT,
  provider: ODD_TEXT,
  deployment: ODD_TEXT,
  route: ODD_TEXT,
  price_version: MAYBE,
  key_id: ID,
  user_id: ID,
  team_id: ID,
  organization_id: ID,
  end_user_id: ID,
  tags: fc.array(ODD_TEXT, { maxLength: 3 }),
  tried: fc.array(fc.record({ deployment: ODD_TEXT, provider: ODD_TEXT, model: ODD_TEXT, failure: ODD_TEXT }), {
    maxLength: 2,
  }),
  team_organization_id: MAYBE,
  request_id: MAYBE,
  upstream_request_id: MAYBE,
  trace_id: MAYBE,
  session_id: MAYBE,
  decision_ms: fc.option(fc.integer({ min: -5, max: 5 })),
  first_token_ms: fc.option(fc.nat(9)),
  issuer: MAYBE,
  http_status: fc.option(fc.constantFrom(200, 404)),
  upstream_ms: fc.option(fc.nat(9)),
});

/** Replaces all calls by these. Each has an id and an instant of its own, unless two share the instant. */
export async function replaceCalls(database: Database, calls: readonly object[]): Promise<void> {
  await database.pool.query("DELETE FROM calls");
  const rows = calls.map((call, n) => ({
    ...call,
    call_id: `call-${n}`,
    started_at: new Date(Date.UTC(2026, 10, 21) + (n >> 1)).toISOString(),
    duration_ms: n,
    status: "success",
    prompt_tokens: 1,
    cached_tokens: 0,
    completion_tokens: 1,
    reasoning_tokens: 0,
    total_tokens: 2,
    usage_source: "upstream",
    spend: n % 3 === 0 ? "-0.000000001" : "12.5",
    price_state: "priced",
  }));
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await database.pool.query(
    `INSERT INTO calls (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::calls, $1::json)`,
    [JSON.stringify(rows)],
  );
}

/** Gives every payer of such calls this name. */
export async function nameEverything(database: Database, name: string): Promise<void> {
  const ids = ["a", "=b", 'c"d', "e,f", "-g"];
  for (const table of ["users", "teams", "organizations", "end_users"])
    await database.pool.query(
      `INSERT INTO ${table} (id, alias, updated_at) SELECT id, $2, now() FROM unnest($1::text[]) AS id
       ON CONFLICT (id) DO UPDATE SET alias = excluded.alias`,
      [ids, name],
    );
  await database.pool.query("UPDATE users SET email = '+' || id WHERE id <> 'a'");
  await database.pool.query(
    `INSERT INTO keys (id, hash, name, alias, user_id, updated_at) SELECT id, md5(id), 'sk-…' || id, id || $2, 'u', now()
     FROM unnest($1::text[]) AS id ON CONFLICT (id) DO UPDATE SET alias = excluded.alias`,
    [ids, name],
  );
}
