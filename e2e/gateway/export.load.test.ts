import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSpend } from "@/bench/spend/rows";
import { openDatabase } from "@/lib/store/database";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

const CALLS = 200_000;
const LEAST_MIB = 45;
/** Less than the export, far more than a page of it. */
const MOST_MORE_MIB = 40;

let database: TestDatabase;
let gateway: GatewayProcess;
beforeAll(async () => {
  database = await startTestDatabase();
  const filled = openDatabase(database.url);
  await makeSpend(filled, CALLS, () => {});
  await filled.close();
  // A heap with little slack beyond the 70 MiB of a gateway at rest: what grows in it is kept, not merely uncollected.
  gateway = await startGateway({
    environment: { GATEWAY_CONSOLE: "off", NODE_OPTIONS: "--max-old-space-size=112", DATABASE_URL: database.url },
  });
}, 480_000);
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

/** Megabytes of memory that the gateway has at the moment. */
function memory(): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${gateway.pid}/status`, "utf8"))?.[1]) / 1024;
}

test.skipIf(process.platform !== "linux")(
  "a large table is exported completely to a reader who pauses, and the gateway's memory does not grow with it",
  { timeout: 480_000 },
  async () => {
    // A first export takes the memory that every export needs, so that the next one shows only what it adds.
    const headers = { authorization: `Bearer ${gateway.masterKey}` };
    await (await fetch(`${gateway.url}/spend/export?format=csv&provider=provider-1`, { headers })).text();
    const before = memory();
    const request = get(`${gateway.url}/spend/export?format=csv`, { headers });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    let [bytes, lines, most, pauses, chunks] = [0, 0, 0, 0, 0];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines++;
      if (++chunks % 64 === 0) most = Math.max(most, memory());
      if (bytes > (pauses + 1) * 10 * 2 ** 20 && ++pauses < 6) await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(lines).toBe(CALLS + 1);
    process.stderr.write(
      `exported ${Math.round(bytes / 2 ** 20)} MiB, ${Math.round(before)} MiB of memory before, ${Math.round(most)} at most\n`,
    );
    expect(bytes / 2 ** 20).toBeGreaterThan(LEAST_MIB);
    expect(most - before).toBeLessThan(MOST_MORE_MIB);
  },
);
