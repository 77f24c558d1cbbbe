import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";
import type { Logger } from "@/lib/log";
import { startTcpLine, type TcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { listAuditEvents } from "./audit";
import { createChangeFeed } from "./changes/change-feed";
import { type Database, openDatabase } from "./database";
import { fulfilTogether } from "./entities/made-by-tokens";
import { createUser, userRows } from "./entities/users";
import { write } from "./write";

const log: Logger = { info() {}, warn() {}, error() {} };
let server: TestDatabase;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startTestDatabase();
});
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});
afterAll(() => server.stop());

async function startNode(): Promise<{ database: Database; changes: ChangeFeed; line: TcpLine }> {
  const url = await server.createDatabase();
  const line = await startTcpLine(Number(new URL(url).port));
  opened.push(line);
  const database = openDatabase(Object.assign(new URL(url), { port: String(line.port) }).href);
  const changes = await createChangeFeed({ database, node: "one", log, now: Date.now });
  opened.push({
    async close() {
      line.cut(); // closing must not wait for a connection that the test has frozen
      await changes.close();
      await database.close();
    },
  });
  return { database, changes, line };
}

test.each(["cut", "freeze"] as const)(
  "a write is refused and not left waiting after a %s of the line to the database, and works once the line is mended",
  async (fault) => {
    const { line, ...services } = await startNode();
    await createUser(services, "test", { id: "before", columns: {}, teams: [] });
    const createIfAbsent = (id: string) =>
      fulfilTogether(services, [{ obligations: [{ kind: "create-user", id, email: undefined }], actor: "test" }], {
        team: undefined,
        user: undefined,
      });
    line[fault]();
    await expect(createIfAbsent("during")).rejects.toMatchObject({ code: "directory_unavailable" });
    line.mend();
    // A connection of the pool may not have noticed yet that it is dead.
    await expect.poll(async () => (await createIfAbsent("after"), "created")).toBe("created");
    expect(await userRows.find(services.database, "during")).toBeUndefined();
    const { rows } = await listAuditEvents(services.database, { page: 1, size: 10 }, {});
    expect(rows.map(({ entityId }) => entityId)).toEqual(["after", "before"]);
  },
);

test("an audit event shows Secrets and dates as the wire does", async () => {
  const services = await startNode();
  const at = new Date("2026-01-02T03:04:05Z");
  const after = { at, count: 3, key: new Secret("hidden") };
  const entry = { actor: "a", action: "x.y", entityType: "x", entityId: "1", after };
  await write(services, async () => ({ result: undefined, audit: [entry], changes: [] }));
  const { rows } = await listAuditEvents(services.database, { page: 1, size: 10 }, {});
  expect(rows[0]).toMatchObject({
    actor: "a",
    before: null,
    after: { at: "2026-01-02T03:04:05.000Z", count: 3, key: "[secret]" },
  });
});

test("an error of a write's work is not mistaken for the database being away", async () => {
  const services = await startNode();
  const failing = write(services, async (transaction) => {
    const result = await transaction.user.create({ data: { id: "u1", models: ["a\0"] } });
    return { result, audit: [], changes: [] };
  });
  await expect(failing).rejects.not.toMatchObject({ code: "directory_unavailable" });
});

test("a write that waits too long for a lock answers that the database is too slow, writes nothing and waits no longer", async () => {
  const services = await startNode();
  await createUser(services, "test", { id: "u1", columns: {}, teams: [] });
  const holder = await services.database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE");
  await expect(createUser(services, "test", { id: "u2", columns: {}, teams: [] })).rejects.toMatchObject({
    code: "database_too_slow",
    status: 504,
  });
  const waiting =
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  expect((await services.database.pool.query(waiting)).rows).toEqual([{ count: 0 }]);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await userRows.find(services.database, "u2")).toBeUndefined();
});
