import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { createLocalFeed } from "@/testing/gateway/local-feed";
import { SecretBox } from "../secret-box";
import {
  connectUser,
  disconnectUser,
  endAccessToken,
  holdConnection,
  listConnections,
  readConnection,
  refuseConnection,
  pauseConnection,
  storeRefreshed,
} from "./tool-connections";
import { beginSignIn, readBegunSignIns, takeSignIn } from "./tool-sign-ins";

const box = new SecretBox("a secret of at least 32 characters, for tests");
const HOUR = 3_600_000;
const ADA = { userId: "ada", server: "github" };
let server: TestDatabase;
/** As two nodes have it. */
let nodes: readonly [Database, Database];

beforeAll(async () => {
  server = await startTestDatabase();
  const url = await server.createDatabase();
  nodes = [openDatabase(url), openDatabase(url)];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await server.stop();
});
beforeEach(async () => void (await nodes[0].pool.query("TRUNCATE tool_connections, tool_sign_ins, audit_events")));

function credentialOf(name: string, refreshToken: string | undefined = `refresh-${name}`) {
  const client = { tokenUrl: "https://id.example/token", clientId: "gateway", method: "none" } as const;
  return { client, accessToken: `access-${name}`, ...(refreshToken && { refreshToken }) };
}
async function connect(
  ends: { userId: string; server: string },
  name = ends.userId,
  lifeMs: number | undefined = HOUR,
) {
  const writer = { database: nodes[0], changes: createLocalFeed(), secrets: box };
  await connectUser(writer, "user", { ...ends, issuedFor: "x", credential: credentialOf(name), lifeMs });
  const found = await readConnection(nodes[1], box, ends);
  if (!found) throw new Error("nothing was kept");
  return found;
}

test("a credential is kept encrypted, with its end by the clock of the database", async () => {
  const kept = await connect(ADA);
  expect(kept).toMatchObject({
    ...ADA,
    credential: credentialOf("ada"),
    hasRefreshToken: true,
    hold: "free",
    version: 1,
  });
  expect((kept.endsIn ?? 0) + kept.age).toBeCloseTo(HOUR, -1);
  const { rows } = await nodes[0].pool.query("SELECT row_to_json(c)::text AS said FROM tool_connections c");
  expect(rows[0].said).not.toMatch(/access-|refresh-ada/);
  const { rows: told } = await nodes[0].pool.query("SELECT action, after::text FROM audit_events");
  expect(told).toEqual([{ action: "tool_connection.connect", after: expect.not.stringMatching(/access-|refresh-/) }]);
  expect(await readConnection(nodes[0], new SecretBox("another secret of at least 32 characters!"), ADA)).toMatchObject(
    {
      credential: undefined,
    },
  );
});

test("of any number of nodes that would refresh one token at the same time, one may", async () => {
  const kept = await connect(ADA);
  const held = await Promise.all(
    Array.from({ length: 8 }, (_, at) => holdConnection(nodes[at % 2 ? 1 : 0], kept, `n${at}`)),
  );
  expect(held.filter(Boolean)).toHaveLength(1);
  expect(await readConnection(nodes[1], box, ADA)).toMatchObject({ hold: "held", credential: credentialOf("ada") });
  const refreshed = { credential: credentialOf("next"), lifeMs: HOUR };
  expect(await storeRefreshed(nodes[0], box, kept, refreshed)).toBe(true);
  // What was read before the refresh says which refresh token is used: nobody gets the right to use it again.
  expect(await holdConnection(nodes[1], kept, "n9")).toBe(false);
  expect(await storeRefreshed(nodes[1], box, kept, refreshed)).toBe(false);
  expect(await readConnection(nodes[1], box, ADA)).toMatchObject({
    credential: credentialOf("next"),
    version: 2,
    hold: "free",
  });
});

test("a node that dies while it refreshes gives way to another one once its time is over", async () => {
  const kept = await connect(ADA);
  expect(await holdConnection(nodes[0], kept, "dead")).toBe(true);
  await nodes[0].pool.query("UPDATE tool_connections SET held_until = now()");
  expect(await holdConnection(nodes[1], kept, "next")).toBe(true);
});

test("after an attempt without an answer nobody tries at once", async () => {
  const kept = await connect(ADA);
  await holdConnection(nodes[0], kept, "n1");
  await pauseConnection(nodes[0], kept);
  expect(await holdConnection(nodes[1], kept, "n2")).toBe(false);
  expect(await readConnection(nodes[1], box, ADA)).toMatchObject({ hold: "paused" });
});

test("a credential that was deleted, replaced or refused comes back by no refresh that was in flight", async () => {
  const writer = { database: nodes[1], changes: createLocalFeed(), secrets: box };
  const refreshed = { credential: credentialOf("late"), lifeMs: HOUR };
  const deleted = await connect(ADA);
  await holdConnection(nodes[0], deleted, "n1");
  expect(await disconnectUser(writer, "user", ADA)).toMatchObject({
    wasConnected: true,
    credential: credentialOf("ada"),
  });
  expect(await storeRefreshed(nodes[0], box, deleted, refreshed)).toBe(false);
  expect(await readConnection(nodes[0], box, ADA)).toBeUndefined();

  const replaced = await connect(ADA);
  await holdConnection(nodes[0], replaced, "n1");
  const newer = await connect(ADA, "newer");
  expect(await storeRefreshed(nodes[0], box, replaced, refreshed)).toBe(false);
  await refuseConnection(nodes[0], replaced);
  expect(await readConnection(nodes[0], box, ADA)).toMatchObject({
    credential: credentialOf("newer"),
    isRefused: false,
  });

  expect(await refuseConnection(nodes[0], newer)).toBe(true);
  expect(await storeRefreshed(nodes[1], box, newer, refreshed)).toBe(false);
  expect(await readConnection(nodes[1], box, ADA)).toMatchObject({ credential: undefined, isRefused: true });
});

test("an access token that its server refused is over, with or without an end of its own", async () => {
  for (const lifeMs of [HOUR, undefined]) {
    await endAccessToken(nodes[0], await connect(ADA, "ada", lifeMs));
    expect((await readConnection(nodes[1], box, ADA))?.endsIn).toBeLessThanOrEqual(0);
  }
});

test("whatever users connect and disconnect, in any order, each has the credential that was issued last to that user", async () => {
  const user = fc.constantFrom("ada", "ben", "ADA");
  const step = fc.record({ userId: user, server: fc.constantFrom("github", "files"), connects: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await nodes[0].pool.query("TRUNCATE tool_connections");
      const last = new Map<string, string>();
      for (const [at, { connects, ...ends }] of steps.entries()) {
        const writer = { database: nodes[at % 2 ? 1 : 0], changes: createLocalFeed(), secrets: box };
        if (connects) await connect(ends, `${ends.userId}-${at}`);
        else await disconnectUser(writer, "user", ends);
        if (connects) last.set(JSON.stringify([ends.userId, ends.server]), `access-${ends.userId}-${at}`);
        else last.delete(JSON.stringify([ends.userId, ends.server]));
      }
      const kept = await Promise.all(["github", "files"].map((of) => listConnections(nodes[0], box, { server: of })));
      const found = kept
        .flat()
        .map((one) => [JSON.stringify([one.userId, one.server]), one.credential?.accessToken] as const);
      expect(new Map(found)).toEqual(last);
    }),
    { numRuns: 25 },
  );
});

test("a sign-in is ended once, by the session that began it", async () => {
  const client = { tokenUrl: "https://id.example/token", clientId: "gateway", method: "none" } as const;
  const pending = { client, verifier: "v", redirectUri: "https://g.example/r", issuedFor: "x", namesIssuer: true };
  const mine = { userId: "ada", sessionId: "s1" };
  const begin = () => beginSignIn(nodes[0], box, { ...mine, server: "github" }, "state", pending);
  await begin();
  expect(await readBegunSignIns(nodes[1], "ada")).toEqual(new Set(["github"]));
  expect(await takeSignIn(nodes[1], box, { ...mine, sessionId: "s2" }, "state")).toBeUndefined();
  expect(await takeSignIn(nodes[1], box, { ...mine, userId: "ben" }, "state")).toBeUndefined();
  expect(await takeSignIn(nodes[1], box, mine, "other")).toBeUndefined();
  const taken = await Promise.all(nodes.map((node) => takeSignIn(node, box, mine, "state")));
  expect(taken.filter(Boolean)).toEqual([{ ...pending, server: "github" }]);
  await begin();
  await nodes[0].pool.query("UPDATE tool_sign_ins SET expires_at = now()");
  expect(await takeSignIn(nodes[0], box, mine, "state")).toBeUndefined();
});
