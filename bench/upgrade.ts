import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import { printMachine, sayer, withEmptyDatabase } from "./spend-database";
import { makeCalls, MIDDLING, PATIENT } from "./spend-rows";

/** The migration that makes partitions of the table of calls. */
const ATTACHING = "0028_calls_by_month";
const BATCH = 250_000;
const PAUSE_MS = 5;
/** The longest wait that is accepted, in milliseconds. */
const LIMIT_MS = 1_000;

/** A booking as a node of the version before makes it, in a form that both schemas accept. */
const BOOK = `
INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens,
  cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
VALUES ($1, now(), 1, 'success', '/chat/completions', 'm', 'm', 'p', 'd', 1, 0, 1, 0, 2, 'upstream', 0, 'priced') ON CONFLICT DO NOTHING`;
const READ = "SELECT call_id FROM calls ORDER BY started_at DESC LIMIT 50";

/**
 * `npm run bench:upgrade -- --calls 5_000_000`: fills a database of the version before, upgrades it while calls are
 * booked and read, and prints how long a booking and a list waited at most. Exits with 1 if that is beyond a second and
 * `--strict` is given. `migrations`: their folder.
 */
export async function runUpgradeBench(parameters: readonly string[], migrations: string): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: { calls: { type: "string", default: "5000000" }, strict: { type: "boolean", default: false } },
  });
  const calls = Number(values.calls.replaceAll("_", ""));
  if (!(calls > 0)) throw new RangeError("--calls must be a number above zero");
  const before = await mkdtemp(join(tmpdir(), "model-gateway-bench-upgrade-"));
  try {
    for (const { name } of await readMigrations(migrations))
      if (name < ATTACHING) await cp(join(migrations, name), join(before, name), { recursive: true });
    await withEmptyDatabase(before, async ({ pool }, url) => {
      const say = sayer();
      const client = await pool.connect();
      for (let first = 1; first <= calls; first += BATCH)
        await client.query({
          text: makeCalls(MIDDLING),
          values: [first, Math.min(first + BATCH - 1, calls)],
          ...PATIENT,
        });
      await client.query({ text: "ANALYZE calls", ...PATIENT });
      client.release();
      say(`${calls.toLocaleString("en")} calls of the version before`);
      printMachine("PostgreSQL with the gateway's own settings");
      const upgrading = new AbortController();
      const waits = [BOOK, READ].map((text) => repeat(url, text, upgrading.signal));
      await migrateDatabase(url, { directory: migrations, onProgress: ({ step }) => say(step) }).finally(() =>
        upgrading.abort(),
      );
      say("upgraded");
      const [booked, listed] = await Promise.all(waits);
      for (const [name, wait] of [["a booking", booked] as const, ["a list", listed] as const])
        if (wait)
          console.log(
            `${name}: ${wait.count.toLocaleString("en")} times, waited ${wait.longest.toFixed(0)} ms at most`,
          );
      if (values.strict && Math.max(booked?.longest ?? 0, listed?.longest ?? 0) > LIMIT_MS) process.exitCode = 1;
    });
  } finally {
    await rm(before, { recursive: true, force: true });
  }
}

/** Repeats a statement on a connection of its own until `signal` is aborted. `longest` is in milliseconds. */
async function repeat(
  url: string,
  text: string,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly longest: number }> {
  const client = new pg.Client(url);
  await client.connect();
  let [count, longest] = [0, 0];
  while (!signal.aborted) {
    const startedAt = performance.now();
    await client.query({ text, values: text === BOOK ? [`meanwhile-${count}`] : [] });
    longest = Math.max(longest, performance.now() - startedAt);
    count++;
    await pause(PAUSE_MS);
  }
  await client.end();
  return { count, longest };
}
