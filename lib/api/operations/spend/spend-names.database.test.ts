import { beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/auth/decision";
import type { CallIntent } from "@/lib/calls/record";
import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallLog, SpendReport } from "@/lib/wire/spend";
import { insertFigures } from "@/testing/spend/booked-figures";
import { useSpendFixture } from "@/testing/spend/spend-fixture";
import { sampleEnd, sampleIntent, SAMPLE_ENTRY } from "@/testing/spend/spend-samples";

const fixture = useSpendFixture();
const EVIL = '=HYPERLINK("http://evil","x");@x';

beforeAll(async () => {
  const { pool } = fixture.database;
  await pool.query(
    "INSERT INTO users (id, alias, email, updated_at) VALUES ('u1', 'Ada', 'ada@example.com', now()), ('u2', NULL, '+x@example.com', now())",
  );
  await pool.query(
    "INSERT INTO teams (id, alias, updated_at) VALUES ('t1', 'Search, EU', now()), ('t2', NULL, now()), ('t3', $1, now())",
    [EVIL],
  );
  await pool.query("INSERT INTO organizations (id, alias, updated_at) VALUES ('o1', 'Retail', now())");
  await pool.query("INSERT INTO end_users (id, alias, updated_at) VALUES ('e1', 'ACME', now())");
  await pool.query(
    "INSERT INTO keys (id, hash, name, alias, user_id, updated_at) VALUES ('k1', 'h1', 'sk-...abcd', 'nightly', 'u1', now()), ('k2', 'h2', 'sk-...efgh', NULL, 'u2', now())",
  );
});

async function book(id: string, changes: Partial<CallIntent> = {}): Promise<void> {
  (await fixture.begin(sampleIntent(id, changes), SAMPLE_ENTRY)).settle(sampleEnd());
}

async function text(path: string, input: object, principal?: Partial<Principal>): Promise<string> {
  const { body } = await fixture.reply(path, input, principal);
  if (typeof body === "string" || Buffer.isBuffer(body)) return String(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const NAMES = [
  "key_alias",
  "key_name",
  "user_alias",
  "user_email",
  "team_alias",
  "organization_alias",
  "end_user_alias",
] as const;
const namesOf = (call: CallLog): unknown[] => NAMES.map((name) => call[name]);
const ADA = ["nightly", "sk-...abcd", "Ada", "ada@example.com", "Search, EU", "Retail", "ACME"];

describe("the names on calls", () => {
  test.each<[what: string, changes: Partial<CallIntent>, names: unknown[]]>([
    ["every payer that has one", { keyId: "k1", endUserId: "e1" }, ADA],
    [
      "a key without an alias (its last letters) and a user without one (the e-mail address)",
      { keyId: "k2", userId: "u2", teamId: "t2" },
      [null, "sk-...efgh", null, "+x@example.com", null, "Retail", null],
    ],
    [
      "nobody for ids that no table holds",
      { keyId: "gone", userId: "token-only", teamId: "gone", organizationId: "gone", endUserId: "gone" },
      NAMES.map(() => null),
    ],
    ["nobody if the call has no payer", { userId: null, teamId: null, organizationId: null }, NAMES.map(() => null)],
    [
      "nobody if a user has the id of the team and a team that of the user",
      { teamId: "u1", userId: "t1", organizationId: null },
      NAMES.map(() => null),
    ],
  ])("calls are listed and exported with the names of %s", async (_what, changes, names) => {
    await book("call-1", changes);
    const { data } = await fixture.ask<{ data: CallLog[] }>("/spend/logs");
    expect(data.map(namesOf)).toEqual([names]);
    const line = JSON.parse(await text("/spend/export", { format: "jsonl" })) as CallLog;
    expect(namesOf(line)).toEqual(names);
  });

  test("a CSV export has the names after the columns of calls, and no spreadsheet runs them", async () => {
    await book("call-1", { keyId: "k2", userId: "u2", teamId: "t3" });
    const [head, row] = (await text("/spend/export", { format: "csv" })).split("\r\n");
    const later = CALL_FIELDS.slice(CALL_FIELDS.indexOf("team_organization_id"));
    expect(head).toBe([...CALL_FIELDS.slice(0, -later.length), ...NAMES, ...later].join(","));
    expect(row?.slice(row.lastIndexOf("[]"))).toBe(
      `[],,sk-...efgh,,'+x@example.com,"'=HYPERLINK(""http://evil"",""x"");'@x",Retail,,,call-1,,,,,,,,,`,
    );
  });

  test("calls have their names on every page of an export", async () => {
    await fixture.database.pool.query(
      `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens, cached_tokens,
         completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, team_id)
       SELECT 'c' || i, now(), 1, 'success', '/chat/completions', 'm', 'm', 'p', 'd', 1, 0, 1, 0, 2, 'upstream', 0, 'priced', 't1' FROM generate_series(1, 2100) AS i`,
    );
    const lines = (await text("/spend/export", { format: "jsonl" })).split("\n").filter(Boolean);
    expect(lines.filter((line) => (JSON.parse(line) as CallLog).team_alias === "Search, EU")).toHaveLength(2_100);
    await fixture.database.pool.query("TRUNCATE calls");
  });

  test("callers who are not administrators see no names of other users, of other keys and of end users", async () => {
    await book("call-1", { keyId: "k1", endUserId: "e1" });
    await book("call-2", { keyId: "k2", userId: "u2", endUserId: "e1" });
    const ada: Partial<Principal> = { admin: false, teamId: "t1", userId: "u1", keyId: "k1" };
    const { data } = await fixture.ask<{ data: CallLog[] }>("/spend/logs", { sort: "started_at", order: "asc" }, ada);
    expect(data.map(namesOf)).toEqual([
      ["nightly", "sk-...abcd", "Ada", "ada@example.com", "Search, EU", "Retail", null],
      [null, null, null, null, "Search, EU", "Retail", null],
    ]);
    const users = await fixture.ask<SpendReport>("/spend/report", { group_by: "user" }, ada);
    expect(users.data.map(({ user_id, user_email }) => [user_id, user_email])).toEqual([
      ["u1", "ada@example.com"],
      ["u2", null],
    ]);
  });
});

describe("the names in reports", () => {
  test.each<[by: string, rows: object[]]>([
    ["team", [{ team_id: "t1", team_alias: "Search, EU", calls: 1 }]],
    [
      "team,user",
      [{ team_id: "t1", team_alias: "Search, EU", user_id: "u1", user_alias: "Ada", user_email: "ada@example.com" }],
    ],
    ["key", [{ key_id: "k1", key_alias: "nightly", key_name: "sk-...abcd" }]],
    ["organization", [{ organization_id: "o1", organization_alias: "Retail" }]],
    ["end_user", [{ end_user_id: "e1", end_user_alias: "ACME" }]],
  ])("a report by %s has the names beside the ids and no other names", async (by, rows) => {
    await book("call-1", { keyId: "k1", endUserId: "e1" });
    const { data } = await fixture.ask<SpendReport>("/spend/report", { group_by: by });
    expect(data).toMatchObject(rows);
    expect(data.flatMap(Object.keys).filter((column) => /_(alias|email|name)$/.test(column))).toEqual(
      Object.keys(rows[0] ?? {}).filter((column) => /_(alias|email|name)$/.test(column)),
    );
  });

  test("a report by day and model has no names", async () => {
    await book("call-1");
    const { data } = await fixture.ask<SpendReport>("/spend/report", { group_by: "day,model" });
    expect(data.map(Object.keys)).toEqual([
      ["day", "model", "spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"],
    ]);
  });

  test("a report as CSV is safe for spreadsheets and has exact amounts", async () => {
    await book("call-1");
    await book("call-2", { teamId: "t3", requestedModel: "other" });
    await book("call-3", { teamId: "gone" });
    const { headers } = await fixture.reply("/spend/report", {
      group_by: "team",
      format: "csv",
      start_date: "2026-11-01",
      end_date: "2026-11-30",
    });
    expect(headers).toMatchObject({
      "content-disposition": 'attachment; filename="spend-by-team-2026-11-01-2026-11-30.csv"',
      "cache-control": "no-store",
    });
    expect((await text("/spend/report", { group_by: "day,team", format: "csv" })).split("\r\n")).toEqual([
      "day,team_id,team_alias,spend,calls,failed_calls,prompt_tokens,completion_tokens,unpriced_calls",
      "2026-11-21,gone,,0.000020000,1,0,10,5,0",
      '2026-11-21,t1,"Search, EU",0.000020000,1,0,10,5,0',
      `2026-11-21,t3,"'=HYPERLINK(""http://evil"",""x"");'@x",0.000020000,1,0,10,5,0`,
      "",
    ]);
  });

  test("a report as CSV with too many groups is refused, unless limit asks for the largest ones", async () => {
    const named = { day: "2026-11-21", type: "user", provider: "p", model: "m", spend: 0 } as const;
    await insertFigures(
      fixture.database,
      Array.from({ length: 10_001 }, (_, at) => ({ ...named, id: `user-${at + 1}`, calls: at + 1 })),
    );
    await expect(text("/spend/report", { group_by: "user", format: "csv" })).rejects.toMatchObject({
      code: "invalid_request",
      options: { param: "group_by" },
    });
    expect((await text("/spend/report", { group_by: "user", format: "csv", limit: 2 })).split("\r\n")).toHaveLength(4);
    // These rows have no calls behind them.
    await fixture.database.pool.query("DELETE FROM hourly_figures; TRUNCATE entity_totals");
  });
});
