import type { ClickHouse } from "@/lib/reports/clickhouse/clickhouse";
import { CALLS_TABLE } from "@/lib/reports/clickhouse/schema";
import { createClickHouse } from "@/lib/reports/io/clickhouse-client";
import { sumDays } from "@/lib/reports/io/sum-days";
import { prepareClickHouse } from "@/lib/reports/io/prepare-clickhouse";
import type { Database } from "@/lib/store/database";
import { DAY_MS } from "@/lib/time/period";
import { createUpstreams } from "@/lib/upstream/pools";
import { currentEngine, startClickHouse } from "@/testing/programs/clickhouse";
import { cpuTimeOf } from "../cpu-time";
import { printMachine, sayer, type SpendBench, withEmptyDatabase } from "./database";
import { type Company, DAYS, LAST_DAY, names, PATIENT } from "./rows";

const BATCH = 1_000_000;
const HOUR_MS = 3_600_000;
/** How long the engine may take for work on all calls, even on one core with other work. */
const PATIENT_MS = 3 * HOUR_MS;

/** SQL for a number from 0 to below `below`, always the same for the same call and purpose. */
function draw(purpose: number, below: number): string {
  return `(cityHash64(i, ${purpose}) % ${below})`;
}

/**
 * The statement that makes calls like those of `rows.ts`, from number `first` on, roughly in the order of time.
 */
function makeCalls(
  { teams, users, keys, organizations, endUsers }: Company,
  first: number,
  count: number,
  total: number,
): string {
  const from = LAST_DAY - (DAYS - 1) * DAY_MS;
  return `INSERT INTO ${CALLS_TABLE} (call_id, started_at, duration_ms, upstream_ms, status, http_status, route, requested_model,
    model, provider, deployment, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend,
    price_state, price_version, key_id, user_id, team_id, organization_id, end_user_id, tags, attempts, tried, booked_at, revision, booking)
  WITH number + ${first} AS i, 20 + ${draw(9, 4_000)} AS prompt, 5 + ${draw(10, 1_500)} AS completion,
    200 + ${draw(11, 20_000)} AS duration, least(${draw(12, 8)}, ${draw(13, 8)}) AS model_number,
    least(${draw(14, users)}, ${draw(15, users)}) AS member,
    fromUnixTimestamp64Milli(toInt64(${from} + intDiv((i - 1) * ${DAYS * DAY_MS - HOUR_MS}, ${total}) + ${draw(1, HOUR_MS)}), 'UTC') AS start
  SELECT concat('call_', toString(i)), start, duration, duration - 5,
    if(${draw(16, 10_000)} = 0, 'interrupted', ['success', 'success', 'success', 'success', 'success', 'success', 'success', 'success', 'cancelled', 'error'][1 + ${draw(3, 10)}]),
    200, '/chat/completions', concat('model-', toString(model_number)), concat('upstream-', toString(model_number)),
    concat('provider-', toString(model_number % 4)), concat('deployment-', toString(model_number)), prompt, intDiv(prompt, 4), completion,
    intDiv(completion, 3), prompt + completion, 'upstream', toDecimal64(prompt * 2500 + completion * 10000, 9) / 1000000000,
    if(${draw(4, 200)} = 0, 'unpriced', 'priced'), 'bench', concat('key-', toString(member % ${keys})), concat('user-', toString(member)),
    concat('team-', toString(member % ${teams})), concat('organization-', toString(member % ${organizations})),
    if(${draw(5, 3)} = 0, concat('customer-', toString(${draw(6, endUsers)})), NULL),
    multiIf(${draw(17, 100_000)} = 0, [concat('rare-', toString(i))], ${draw(7, 3)} = 0, [concat('tag-', toString(${draw(8, 20)}))], []),
    1, '[]', start, 1, i
  FROM numbers(${count})`;
}

/** A ClickHouse with calls. */
export interface ClickHouseBench extends SpendBench {
  /** The program around the engine. */
  readonly server: string;
}

/**
 * Fills a ClickHouse with calls and a PostgreSQL with the names of their payers, and removes both after the work.
 * `processorMs` returns the milliseconds of processor time that the engine has used.
 */
export async function withClickHouse(
  { calls, company, migrations, server, data }: ClickHouseBench,
  work: (clickhouse: ClickHouse, database: Database, processorMs: () => number | undefined) => Promise<void>,
): Promise<void> {
  await withEmptyDatabase(migrations, async (database) => {
    const upstreams = createUpstreams();
    const engine = await startClickHouse(currentEngine(server), undefined, data);
    try {
      const clickhouse = createClickHouse(engine.settings, upstreams);
      await prepareClickHouse(clickhouse, engine.settings, database);
      for (const statement of names(company)) await database.pool.query({ text: statement, ...PATIENT });
      const say = sayer();
      const filled = Number(await engine.ask("SELECT count() FROM spend.gateway_calls"));
      if (filled > calls || (filled % BATCH !== 0 && filled !== calls))
        throw new Error(`${data} has ${filled} calls, not ${calls}`);
      for (let first = filled + 1; first <= calls; first += BATCH) {
        await engine.ask("USE spend");
        // The engine's only session still has the gateway's time limit for questions.
        await engine.ask("SET max_execution_time = 0");
        await engine.ask(makeCalls(company, first, Math.min(BATCH, calls - first + 1), calls));
        if (first % 10_000_000 === 1) say(`${(first + BATCH - 1).toLocaleString("en")} calls`);
      }
      const patient = createClickHouse(engine.settings, upstreams, { timeoutMs: PATIENT_MS });
      // ClickHouse merges the parts by itself in the course of a month.
      if (filled < calls) await patient.run({ sql: `OPTIMIZE TABLE ${CALLS_TABLE} FINAL` });
      const size = await engine.ask(
        "SELECT formatReadableSize(sum(bytes_on_disk)), count(), sum(rows) FROM system.parts WHERE database = 'spend' AND table = 'gateway_calls' AND active",
      );
      const [bytes, parts, rows] = size.trim().split("\t");
      say(`${Number(rows).toLocaleString("en")} rows, ${bytes} in ${parts} parts`);
      const began = performance.now();
      const noon = LAST_DAY + DAY_MS / 2;
      const { signal } = new AbortController();
      const days = await sumDays(patient, { through: BigInt(calls), now: () => noon, signal });
      say(`${days} days summed up in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      printMachine(`ClickHouse ${await clickhouse.version()}`);
      await work(clickhouse, database, () => cpuTimeOf(engine.pid));
    } finally {
      await engine.stop();
      await upstreams.close();
    }
  });
}
