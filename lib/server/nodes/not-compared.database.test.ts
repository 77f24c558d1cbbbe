import { afterAll, beforeAll, expect, test } from "vitest";
import type { Composition } from "@/lib/server/compose";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";

const reasons: string[] = [];
function note(event: string, fields?: object): void {
  if (event === "nodes.not_compared") reasons.push(String(Object(fields).error));
}

let server: TestDatabase;
let line: Awaited<ReturnType<typeof startLineTo>>;
let node: Pick<Composition, "services" | "close">;
beforeAll(async () => {
  server = await startTestDatabase();
  line = await startLineTo(server.url);
  node = await composeTestServices({ databaseUrl: line.url, log: { info: note, warn: note, error: note } });
});
afterAll(async () => {
  await node.close();
  await line.close();
  await server.stop();
});

test("a node that cannot be compared says why in one line, and keeps what it knew of the others", async () => {
  expect(reasons).toEqual([]);
  line.cut();
  await node.services.nodes.look();
  // Prisma's own messages begin with an empty line and quote the call.
  expect(reasons).toEqual([expect.stringMatching(/^\S[^\n]*$/)]);
  expect(reasons[0]).not.toContain("invocation");
  expect(node.services.nodes).toMatchObject({ fault: undefined, warnings: [], missing: 0 });
  line.mend();
  await expect
    .poll(async () => {
      const { length } = reasons;
      await node.services.nodes.look();
      return reasons.length - length;
    })
    .toBe(0);
});
