import { afterAll, beforeAll, expect, test } from "vitest";
import type { Composition } from "@/lib/server/compose";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import { createSession, sessionId, takeLogoutToken } from "./console-sessions";

const DAY = 86_400_000;
let server: TestDatabase;
let node: Pick<Composition, "services" | "close">;
beforeAll(async () => {
  server = await startTestDatabase();
  node = await composeTestServices({ databaseUrl: server.url });
});
afterAll(async () => {
  await node.close();
  await server.stop();
});

/** Signs in with the master key on a node whose clock is ahead by a number of milliseconds; the id of the session. */
async function signIn(aheadMs: number): Promise<string> {
  const opened = { kind: "master-key", fingerprint: "of the master key" } as const;
  const now = Date.now() + aheadMs;
  return sessionId(await createSession(node.services, { address: undefined, expiresAt: now + DAY, opened }, now));
}

test("a sign-in on a node whose clock is months ahead deletes no session of other nodes, and an old one goes", async () => {
  const { consoleSession } = node.services.database.prisma;
  const where = { id: await signIn(0) };
  await signIn(200 * DAY);
  expect(await consoleSession.count({ where })).toBe(1);
  await consoleSession.update({ where, data: { expiresAt: new Date(Date.now() - 31 * DAY) } });
  await signIn(200 * DAY);
  expect(await consoleSession.count({ where })).toBe(0);
});

test("a used logout token stays used although the clock of another node is beyond its end", async () => {
  const end = Date.now() + DAY;
  const take = (id: string, now: number): Promise<boolean> =>
    node.services.database.prisma.$transaction((transaction) => takeLogoutToken(transaction, id, end, now));
  expect(await take("one", Date.now())).toBe(true);
  expect(await take("another", end + DAY)).toBe(true);
  expect(await take("one", Date.now())).toBe(false);
});
