import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ContentOwner } from "@/lib/content/content-keeper";
import { readSealed } from "@/lib/content/stored-content";
import { deleteContentsOf, pruneContents, readContent, writeContents } from "@/lib/store/content/call-contents";
import { type Database, openDatabase } from "@/lib/store/database";
import { SecretBox } from "@/lib/store/secret-box";
import { DAY_MS } from "@/lib/time/period";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openContentKeeper } from "./content-keeper";

const log = { info() {}, warn() {}, error() {} };
const secrets = new SecretBox("encryption-key-of-the-content-test");
const BODY = Buffer.from('{"messages":[{"role":"user","content":"Hello"}]}');
const PROMPT = { form: "json", bytes: BODY, length: BODY.length, isCut: false } as const;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
beforeEach(async () => {
  await database.pool.query("DELETE FROM teams; DELETE FROM keys; DELETE FROM users; DELETE FROM end_users");
  await database.pool.query("DELETE FROM call_contents");
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const ownerOf = (changes: Partial<ContentOwner> = {}): ContentOwner => ({
  id: randomUUID(),
  route: "/chat/completions",
  keyId: null,
  teamId: null,
  userId: null,
  endUserId: null,
  days: 7,
  ...changes,
});

const keeperOf = (options: object = {}) => openContentKeeper({ database, secrets, log, now: Date.now, ...options });

async function keep(changes: Partial<ContentOwner> = {}): Promise<string> {
  const keeper = keeperOf();
  const owner = ownerOf(changes);
  keeper.open(owner, PROMPT)?.end();
  await keeper.drained();
  return owner.id;
}

const isKept = async (id: string): Promise<boolean> => (await readContent(database, id)) !== undefined;

test("what is kept can be read with the key that it was sealed with, and is bound to its call", async () => {
  const id = await keep();
  const found = await readContent(database, id);
  if (!found) throw new Error("nothing was kept");
  expect(readSealed(found, secrets)).toMatchObject({ request: { text: BODY.toString() }, answer: null });
  expect(readSealed({ ...found, id: "another" }, secrets)).toBe("damaged");
  expect(readSealed(found, new SecretBox("another-key-of-the-content-test!"))).toBe("another key");
});

test("a flood is dropped and counted beyond the room that there is, and what had room is stored", async () => {
  const losses: [string, number][] = [];
  const keeper = keeperOf({ mostBytes: 10 * BODY.length, onLoss: (...loss: [string, number]) => losses.push(loss) });
  const opened = Array.from({ length: 25 }, () => keeper.open(ownerOf(), PROMPT));
  expect(opened.filter((one) => one !== undefined)).toHaveLength(10);
  // Nothing is awaited between these: no call could have waited.
  for (const one of opened) one?.end();
  await keeper.drained();
  expect(keeper.state).toMatchObject({ open: 0, bytes: 0, stored: 10, dropped: { room: 15 } });
  expect(losses).toEqual(Array(15).fill(["room", 1]));
});

test("an answer that finds no more room ends there, and what came before is stored and marked", async () => {
  const keeper = keeperOf({ mostBytes: BODY.length + 30 });
  const owner = ownerOf();
  const open = keeper.open(owner, PROMPT);
  open?.begin(200, "text/plain");
  for (const piece of ["twenty characters...", "and twenty others...", "end"]) open?.push(Buffer.from(piece));
  open?.end();
  await keeper.drained();
  const found = await readContent(database, owner.id);
  expect(found && readSealed(found, secrets)).toMatchObject({
    answer: { form: "text", text: "twenty characters...", bytes: 43, isCut: true },
  });
  expect(keeper.state.bytes).toBe(0);
});

test("while the database is away everything is dropped after three tries, and counted", async () => {
  const away = openDatabase("postgres://127.0.0.1:9/nowhere");
  const keeper = keeperOf({ database: away });
  for (let count = 0; count < 3; count++) keeper.open(ownerOf(), PROMPT)?.end();
  await keeper.close();
  expect(keeper.state).toMatchObject({ open: 0, bytes: 0, stored: 0, dropped: { database: 3 } });
  await away.close();
});

test("a rotated key opens what the old one sealed, in small batches", async () => {
  const id = await keep();
  const found = await readContent(database, id);
  const [kept, next] = [
    secrets.open(found?.sealed ?? "", `content of call ${id}`),
    new SecretBox("a-new-key-of-the-content-tests!!"),
  ];
  if (!("text" in kept)) throw new Error("it cannot be opened");
  await database.pool.query("UPDATE call_contents SET sealed = $2 WHERE call_id = $1", [
    id,
    next.seal(kept.text, `content of call ${id}`),
  ]);
  const again = await readContent(database, id);
  expect(again && readSealed(again, next)).toMatchObject({ status: null });
});

test.each([
  ["team", "teams", "teamId", "INSERT INTO teams (id) VALUES ('gone'), ('stays')"],
  ["user", "users", "userId", "INSERT INTO users (id) VALUES ('gone'), ('stays')"],
  ["end user", "end_users", "endUserId", "INSERT INTO end_users (id) VALUES ('gone'), ('stays')"],
  ["key", "keys", "keyId", "INSERT INTO keys (id, hash, name) VALUES ('gone', 'h1', 'n1'), ('stays', 'h2', 'n2')"],
] as const)("content goes with its %s, whoever deletes it", async (_, table, owner, made) => {
  await database.pool.query(made);
  const [gone, stays] = [await keep({ [owner]: "gone" }), await keep({ [owner]: "stays" })];
  await database.pool.query(`DELETE FROM ${table} WHERE id = 'gone'`);
  expect([await isKept(gone), await isKept(stays)]).toEqual([false, true]);
});

test("what ends after its team has been deleted is not stored", async () => {
  expect(await isKept(await keep({ teamId: "deleted" }))).toBe(false);
});

test("content of one end user is deleted, and nobody else's", async () => {
  const [one, other] = [await keep({ endUserId: "e1" }), await keep({ endUserId: "e2" })];
  const { rowCount } = await database.pool.query(deleteContentsOf("end_user_id"), ["e1"]);
  expect([rowCount, await isKept(one), await isKept(other)]).toEqual([1, false, true]);
});

test("a day that is over is dropped whole, is shown to nobody before, and takes nothing else along", async () => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const row = { keyId: null, teamId: null, userId: null, endUserId: null, sealed: "s", keptAt: Date.now() };
  await writeContents(database, [
    { ...row, id: "over", expiresOn: today },
    { ...row, id: "long over", expiresOn: today - 40 * DAY_MS },
    { ...row, id: "not yet", expiresOn: today + DAY_MS },
  ]);
  expect([await isKept("over"), await isKept("not yet")]).toEqual([false, true]);
  const { dropped } = await pruneContents(database, 30);
  const names = [today - 40 * DAY_MS, today].map(
    (day) => `call_contents_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "_")}`,
  );
  expect(dropped).toEqual(names);
  expect(await isKept("not yet")).toBe(true);
});

test("a shorter time of the settings deletes what was kept for longer", async () => {
  const row = { keyId: null, teamId: null, userId: null, endUserId: null, sealed: "s" };
  const expiresOn = Math.floor(Date.now() / DAY_MS) * DAY_MS + 5 * DAY_MS;
  await writeContents(database, [
    { ...row, id: "old", expiresOn, keptAt: Date.now() - 12 * DAY_MS },
    { ...row, id: "new", expiresOn, keptAt: Date.now() - 2 * DAY_MS },
  ]);
  expect(await pruneContents(database, 10)).toMatchObject({ deleted: 1 });
  expect([await isKept("old"), await isKept("new")]).toEqual([false, true]);
});
