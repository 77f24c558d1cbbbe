import type { QueryConfig } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { type RefusalFilter, listRefusals } from "./refusal-list";

let server: TestDatabase;
let database: Database;
/** About as many refusals as are kept. */
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await server.fill(`
    INSERT INTO refusals (id, at, record, code, kind, principal, route, model, team_id, is_team_proven, user_id, key_id, organization_id, end_user_id, issuer, request_id)
    SELECT 'dec_' || n, timestamptz '2026-11-21T00:00:00Z' + n / 2 * interval '1 s', '{}', 'code-' || n % 40, 'team', 'p-' || n % 1000,
      'r-' || n % 10, 'm-' || n % 100, 't-' || n % 1000, n % 3 > 0, 'u-' || n % 5000, 'k-' || n % 5000, 'o-' || n % 50,
      CASE n % 7 WHEN 0 THEN 'e-' || n END, 'i-' || n % 4, CASE n % 5 WHEN 0 THEN 'request-' || n END
    FROM generate_series(1, 30000) AS n`);
  await server.fill("ANALYZE refusals");
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** The ids that a filter finds, and how PostgreSQL finds them. */
async function found(filters: readonly RefusalFilter[], after?: { at: number; id: string }, most = 3) {
  let plan = "";
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name) as unknown;
      return async (asked: QueryConfig) => {
        const { rows } = await target.query<{ "QUERY PLAN": string }>(`EXPLAIN ${asked.text}`, asked.values);
        plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        return target.query(asked);
      };
    },
  });
  const rows = await listRefusals({ pool }, filters, { after, most });
  return { rows, ids: rows.map(({ id }) => id), plan };
}

test.each<[filter: RefusalFilter, ids: string[]]>([
  [{}, ["dec_30000", "dec_29999", "dec_29998"]],
  [{ codes: ["code-7"] }, ["dec_29967", "dec_29927", "dec_29887"]],
  [{ codes: ["code-7", "code-8"] }, ["dec_29968", "dec_29967", "dec_29928"]],
  [{ principal: "p-5" }, ["dec_29005", "dec_28005", "dec_27005"]],
  [{ kind: "team", principal: "p-5" }, ["dec_29005", "dec_28005", "dec_27005"]],
  [{ route: "r-3" }, ["dec_29993", "dec_29983", "dec_29973"]],
  [{ route: "unknown" }, []],
  [{ requestedModel: "m-3" }, ["dec_29903", "dec_29803", "dec_29703"]],
  [{ teamId: "t-3" }, ["dec_29003", "dec_28003", "dec_27003"]],
  [{ provenTeamId: "t-3" }, ["dec_29003", "dec_28003", "dec_26003"]],
  [{ userId: "u-3" }, ["dec_25003", "dec_20003", "dec_15003"]],
  [{ keyId: "k-3" }, ["dec_25003", "dec_20003", "dec_15003"]],
  [{ organizationId: "o-3" }, ["dec_29953", "dec_29903", "dec_29853"]],
  [{ endUserId: "e-28" }, ["dec_28"]],
  [{ issuer: "i-3" }, ["dec_29999", "dec_29995", "dec_29991"]],
  [{ issuer: "unknown" }, []],
  [{ decisionId: "dec_5" }, ["dec_5"]],
  [{ requestId: "request-10" }, ["dec_10"]],
  [{ requestId: "dec_11" }, ["dec_11"]],
  [{ anyId: "request-10" }, ["dec_10"]],
  [{ anyId: "unknown" }, []],
  [
    { teamId: "t-3", from: Date.UTC(2026, 10, 21, 3), until: Date.UTC(2026, 10, 21, 4) },
    ["dec_28003", "dec_27003", "dec_26003"],
  ],
])("refusals are found by an index: %j", async (filter, expected) => {
  const { ids, plan } = await found([filter]);
  expect(ids).toEqual(expected);
  expect(plan).toMatch(/refusals_/);
  expect(plan).not.toContain("Seq Scan");
});

test("a list goes on behind a refusal, also among those of the same time", async () => {
  const first = await found([{}], undefined, 2);
  const second = await found([{}], first.rows.at(-1), 2);
  expect([...first.ids, ...second.ids]).toEqual(["dec_30000", "dec_29999", "dec_29998", "dec_29997"]);
  expect(second.plan).toContain("refusals_at_id_idx");
  expect(second.plan).not.toContain("Seq Scan");
});

test("a refusal whose record cannot be read keeps its position", async () => {
  expect((await found([{ decisionId: "dec_5" }])).rows).toEqual([
    { id: "dec_5", at: Date.UTC(2026, 10, 21, 0, 0, 2), record: undefined },
  ]);
});
