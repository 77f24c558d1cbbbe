import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "@/lib/store/database";
import { SecretBox } from "@/lib/store/secret-box";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createLocalFeed } from "@/testing/gateway/local-feed";
import { createToolSigner, type ToolSigner } from "./tool-signer";

const SECRET = "an encryption key of this test, 32 characters long";
const DAY_MS = 86_400_000;

let server: TestDatabase;
let database: Database;
let clock = 0;

beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});
beforeEach(async () => {
  clock = 1_700_000_000_000;
  nodes.clear();
  await database.pool.query("DELETE FROM signing_keys");
});

const nodes = new Set<ToolSigner>();
const announce = async () => nodes.forEach((one) => one.forget());
function node(secret = SECRET): ToolSigner {
  const made = createToolSigner({ database, secrets: new SecretBox(secret), now: () => clock, announce });
  nodes.add(made);
  return made;
}

/** Makes all keys older. A node reads them again a minute later. */
async function pass(milliseconds: number): Promise<void> {
  await database.pool.query(
    `UPDATE signing_keys SET created_at = created_at - $1 * interval '1 millisecond',
       retired_at = retired_at - $1 * interval '1 millisecond'`,
    [milliseconds],
  );
  clock += 60_000;
}
const changes = createLocalFeed();
changes.subscribe(() => announce());
/** What an administrator does at a node. */
const replaced = (at: ToolSigner) => at.rotate({ database, changes }, "ada");
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

/** Whether a server that reads the keys of this node takes the token. */
async function takes(signer: ToolSigner, token: string): Promise<boolean> {
  const keys = createLocalJWKSet({ keys: [...(await signer.publicKeys())] });
  return jwtVerify(token, keys, { currentDate: new Date(0) }).then(
    () => true,
    () => false,
  );
}

test("nodes that begin at once sign with one key, and each publishes it", async () => {
  const all = [node(), node(), node()];
  const tokens = await Promise.all(all.map((one) => one.sign({ sub: "ada" })));
  expect(new Set(tokens.map(kidOf)).size).toBe(1);
  for (const one of all) expect(await takes(one, tokens[0] ?? "")).toBe(true);
  expect(await all[0]?.publicKeys()).toEqual([
    expect.objectContaining({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: kidOf(tokens[0] ?? "") }),
  ]);
});

test("what is published and what is stored says nothing of the private half", async () => {
  const signer = node();
  await signer.sign({});
  expect((await signer.publicKeys()).flatMap(Object.keys)).not.toContain("d");
  const { rows } = await database.pool.query<{ stored: string }>(
    "SELECT signing_keys::text AS stored FROM signing_keys",
  );
  expect(rows[0]?.stored).not.toMatch(/"d"/);
});

test("a new key is published before it signs, and the old one as long as its tokens may live", async () => {
  const [one, other] = [node(), node()];
  const first = await one.sign({});
  await pass(30 * DAY_MS);
  expect(kidOf(await one.sign({}))).toBe(kidOf(first));
  expect(await other.publicKeys()).toHaveLength(2);
  await pass(16 * 60_000);
  const [second, third] = await Promise.all([one.sign({}), other.sign({})]);
  expect(kidOf(second)).not.toBe(kidOf(first));
  expect(kidOf(third)).toBe(kidOf(second));
  expect([await takes(other, first), await takes(other, second)]).toEqual([true, true]);
  await pass(2 * 3_600_000);
  await one.sign({});
  expect([await takes(other, first), await takes(other, second)]).toEqual([false, true]);
});

test("a key that an administrator replaces signs no more at any node, and its tokens are taken for minutes", async () => {
  const [one, other] = [node(), node()];
  const tokens = await Promise.all([one.sign({}), other.sign({})]);
  const { kid } = await replaced(one);
  const after = await Promise.all([one.sign({}), other.sign({})]);
  expect(after.map(kidOf)).toEqual([kid, kid]);
  expect((await other.keys()).map(({ kid: id, state }) => [id, state])).toEqual([
    [kid, "signs"],
    [kidOf(tokens[0] ?? ""), "published"],
  ]);
  for (const token of [...tokens, ...after]) expect(await takes(other, token)).toBe(true);
  await pass(5 * 60_000);
  expect([await takes(one, tokens[0] ?? ""), await takes(one, after[0] ?? "")]).toEqual([false, true]);
  expect(await one.keys()).toHaveLength(1);
});

test("keys that are replaced at two nodes at once leave one that signs", async () => {
  const [one, other] = [node(), node()];
  await one.sign({});
  await Promise.all([replaced(one), replaced(other)]);
  const tokens = await Promise.all([one.sign({}), other.sign({})]);
  expect(new Set(tokens.map(kidOf)).size).toBe(1);
  expect((await one.keys()).map(({ state }) => state)).toEqual(["signs", "published", "published"]);
});

test("a node that opens none of the keys makes one, and all tokens are taken by the keys of any node", async () => {
  const [one, stranger] = [node(), node("another encryption key, as after a restore of a backup")];
  const tokens = [await one.sign({}), await stranger.sign({}), await one.sign({})];
  expect(new Set(tokens.map(kidOf)).size).toBe(2);
  for (const token of tokens) expect(await takes(one, token)).toBe(true);
});

test("the keys are read once, until they change at any node, or a minute has passed", async () => {
  let reads = 0;
  const { pool } = database;
  const counted = {
    ...database,
    pool: { query: (text: string) => (reads++, pool.query(text)) },
  } as unknown as Database;
  const [one, other] = [
    node(),
    createToolSigner({ database: counted, secrets: new SecretBox(SECRET), now: () => clock, announce }),
  ];
  nodes.add(other);
  expect([await other.publicKeys(), await other.publicKeys()]).toEqual([[], []]);
  expect(reads).toBe(1);
  const token = await one.sign({});
  expect(await takes(other, token)).toBe(true);
  await Promise.all([other.publicKeys(), other.publicKeys()]);
  expect(reads).toBe(2);
  clock += 60_000;
  await other.publicKeys();
  expect(reads).toBe(3);
});
