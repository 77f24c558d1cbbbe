import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { listAuditEvents } from "./audit";
import { type Database, openDatabase } from "./database";
import { listEndUserIds } from "./entities/end-user-list";
import type { ListCursor } from "./list-cursor";
import { type Listed, listIds, type ListQuery } from "./listing";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
const id = (n: number): string => `row-${String(n).padStart(2, "0")}`;
const ROWS = 40;

/** Rows of which several share each time, alias and spend; every second end user is known from calls alone. */
beforeEach(async () => {
  await database.pool.query("TRUNCATE users, end_users, entity_totals, audit_events CASCADE");
  for (const [table, every] of [
    ["users", 1],
    ["end_users", 2],
  ] as const)
    await database.pool.query(
      `INSERT INTO ${table} (id, alias, created_at, updated_at)
       SELECT 'row-' || to_char(n, 'FM00'), CASE WHEN n % 3 = 0 THEN 'Alias ' || n / 9 END, timestamptz '2031-01-01' + n / 4 * interval '1 ms', now() - n / 5 * interval '1 day'
       FROM generate_series(0, ${ROWS - 1}, ${every}) AS n`,
    );
  for (const type of ["user", "end_user"])
    await database.pool.query(
      `INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
       SELECT '${type}', 'row-' || to_char(n, 'FM00'), (n / 6) * 0.000000001, 1, 0, 0, 0 FROM generate_series(0, ${ROWS - 1}) AS n
       WHERE '${type}' = 'end_user' OR n % 4 <> 1`,
    );
  await database.pool.query(
    `INSERT INTO audit_events (at, actor, action, entity_type, entity_id)
     SELECT timestamptz '2031-01-01' + n / 4 * interval '1 ms', 'a', 'user.update', 'user', 'row-' || to_char(n, 'FM00') FROM generate_series(0, ${ROWS - 1}) AS n`,
  );
});

const QUERIES = (["created_at", "updated_at", "spend", "alias"] as const).flatMap((sort) =>
  (["asc", "desc"] as const).map((order) => ({ sort, order })),
);
const LISTS: Readonly<Record<string, (query: ListQuery) => Promise<Listed<string>>>> = {
  users: (query) => listIds(database, "user", query),
  "end users": (query) => listEndUserIds(database, query),
};

/** Every page of a list behind the one before it; `between` changes the list meanwhile. */
async function walk(
  ask: (after: ListCursor | undefined) => Promise<Listed<string>>,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: ListCursor | undefined; ;) {
    const { rows, next } = await ask(after);
    ids.push(...rows);
    if (!next) return ids;
    after = next;
    await between();
  }
}

test.each(Object.keys(LISTS).flatMap((name) => QUERIES.map((query) => ({ name, ...query }))))(
  "the pages of $name by $sort $order, each behind the one before, are the whole list in its order",
  async ({ name, ...query }) => {
    const list = LISTS[name]!;
    const whole = await list({ ...query, page: 1, size: 500 });
    expect(new Set(whole.rows)).toEqual(new Set(Array.from({ length: ROWS }, (_, n) => id(n))));
    expect(whole).toMatchObject({ total: ROWS, next: undefined });
    expect(await walk((after) => list({ ...query, page: 1, size: 7, after }))).toEqual(whole.rows);
    const fourth = await list({ ...query, page: 4, size: 7 });
    expect(fourth.rows).toEqual(whole.rows.slice(21, 28));
  },
);

test.each(QUERIES)(
  "by $sort $order no user is lost or repeated while users before and behind the page come and go",
  async (query) => {
    let made = 0;
    const change = async (): Promise<void> => {
      made++;
      await database.pool.query(
        `INSERT INTO users (id, alias, created_at, updated_at) VALUES
         ($1, 'A', '2030-01-01', '2030-01-01'), ($2, 'z', '2032-01-01', now())`,
        [`new-a-${made}`, `new-z-${made}`],
      );
      // The row that the page ended with is deleted too: the next page begins after its position anyway.
      if (made === 2) await database.pool.query("DELETE FROM users WHERE id = ANY($1)", [seen.slice(3, 7)]);
    };
    const seen: string[] = [];
    const walked = await walk(async (after) => {
      const page = await listIds(database, "user", { ...query, page: 1, size: 7, after });
      seen.push(...page.rows);
      return page;
    }, change);
    expect(walked.length).toBe(new Set(walked).size);
    const kept = walked.filter((one) => one.startsWith("row-"));
    expect(kept.sort()).toEqual(Array.from({ length: ROWS }, (_, n) => id(n)));
  },
);

test("no audit event is lost or repeated while others are written", async () => {
  const write = () =>
    database.pool.query(
      "INSERT INTO audit_events (at, actor, action, entity_type, entity_id) VALUES ('2032-01-01', 'a', 'user.update', 'user', 'new')",
    );
  const walked = await walk(async (after) => {
    const { rows, ...page } = await listAuditEvents(database, { page: 1, size: 7, after }, {});
    return { ...page, rows: rows.map(({ entityId }) => entityId) };
  }, write);
  expect(walked).toEqual(Array.from({ length: ROWS }, (_, n) => id(ROWS - 1 - n)));
});

test("one audit event is found by its id, wherever it stands, and only within the filter", async () => {
  const { rows } = await listAuditEvents(database, { page: 6, size: 7 }, {});
  const { id: asked } = rows[0]!;
  const found = (filter: object) => listAuditEvents(database, { page: 1, size: 1 }, { id: asked, ...filter });
  expect(await found({})).toMatchObject({ rows: [{ id: asked }], total: 1, next: undefined });
  expect(await found({ entityIds: ["another"] })).toMatchObject({ rows: [], total: 0 });
});
