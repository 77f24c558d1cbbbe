import { setTimeout as pause } from "node:timers/promises";
import type { CallJob, CallResult } from "../floor/call-load";
import type { MeasuredGateway } from "../floor/measured-gateway";
import type { BenchProvider } from "../provider";
import { residentMegabytes } from "../resident-memory";
import { runLoad } from "../run-load";
import { targetOf } from "./scenarios";

/** How many tokens come once, and after how many of them the memory is read. */
const TOKENS = 100_000;
const READ_EACH = 10_000;
const CONNECTIONS = 16;
/** How long the gateway then rests, in milliseconds: until it has given back what it can. */
const RESTS_MS = 30_000;

/**
 * The resident memory of a gateway that meets one new token after the other, each of them once. It remembers
 * `remembered_callers` of them, so it must not grow with the others. `program`: the bundled program that makes load.
 */
export async function measureTokens(
  gateway: MeasuredGateway,
  program: string,
  provider: BenchProvider,
): Promise<string[][]> {
  const resident = (): string => (residentMegabytes(gateway.pid) ?? Number.NaN).toFixed(0);
  const rows = [
    ["distinct tokens", "resident MB"],
    ["0", resident()],
  ];
  for (let met = READ_EACH; met <= TOKENS; met += READ_EACH) {
    const job: CallJob = {
      target: targetOf(gateway.url),
      connections: CONNECTIONS,
      calls: READ_EACH,
      turns: await Promise.all(Array.from({ length: READ_EACH }, async () => ({ token: await provider.newToken() }))),
    };
    const { counts } = await runLoad<CallResult>(program, job);
    if (counts["200"] !== READ_EACH) throw new Error(`New tokens were answered ${JSON.stringify(counts)}`);
    gateway.count({ count: READ_EACH, booked: READ_EACH });
    rows.push([String(met), resident()]);
  }
  await gateway.requireAllBooked();
  await pause(RESTS_MS);
  return [...rows, [`${TOKENS}, and ${RESTS_MS / 1_000} s of rest`, resident()]];
}
