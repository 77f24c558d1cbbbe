import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sharedModelNames } from "@/lib/calls/shared-model-names";
import type { CallIntent } from "@/lib/calls/record";
import { callLiteral } from "@/lib/calls/literal";
import { NO_USAGE } from "@/lib/usage";
import { readSpent } from "@/lib/store/spend/budget-figures";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { bookCalls } from "./calls";

/** So many entries that a batch brings only the names that its calls need. */
const OTHERS = Array.from({ length: 20 }, (_, index) => ({
  model_name: `other-${index}/*`,
  gateway_params: { model: "openai/*" },
  model_info: { id: `other-${index}` },
}));
const NAMES = sharedModelNames([
  ...OTHERS,
  { model_name: "any/*", gateway_params: { model: "openai/*" }, model_info: { id: "any" } },
  { model_name: "pinned-*", gateway_params: { model: "anthropic/claude" }, model_info: { id: "pinned" } },
  { model_name: "exact", gateway_params: { model: "openai/gpt" }, model_info: { id: "exact" } },
]);
let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
});
afterEach(() => database.close());

let calls = 0;
/** A finished call of key k1 that cost 5 nano-dollars, one millisecond after the one before. */
function call(requestedModel: string, changes: Partial<CallIntent> = {}): string {
  calls++;
  return callLiteral({
    ...sampleIntent(`call-${calls}`, { keyId: "k1", tags: [], startedAt: SAMPLE_TIME + calls }),
    requestedModel,
    model: requestedModel.slice(4),
    provider: "openai",
    deployment: "any",
    ...changes,
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: 200,
    durationMs: 1,
    upstreamMs: 1,
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: NO_USAGE,
  });
}

async function booked(): Promise<string[]> {
  const { rows } = await database.pool.query<{ row: string }>(
    "SELECT concat_ws(' ', requested_model, provider, model) AS row FROM calls ORDER BY started_at",
  );
  return rows.map(({ row }) => row);
}

test("entries with a pattern share their own names, and others share none", () => {
  expect(NAMES.slice(OTHERS.length)).toEqual([
    { deployment: "any", requestedModel: "any/*", provider: "openai", model: "*" },
    { deployment: "pinned", requestedModel: "pinned-*", provider: "anthropic", model: "claude" },
  ]);
});

test("new models of a wildcard entry beyond the bound of a key and day are booked under the entry's pattern, cent by cent", async () => {
  await bookCalls(database, [call("any/a"), call("any/b")], 2, NAMES);
  await bookCalls(database, [call("any/c"), call("any/a"), call("any/d")], 2, NAMES);
  expect(await booked()).toEqual([
    "any/a openai a",
    "any/b openai b",
    "any/* openai *",
    "any/a openai a",
    "any/* openai *",
  ]);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  const window = { start: 0, end: Number.POSITIVE_INFINITY };
  const spent = await readSpent(database.pool, [
    { type: "model", id: "any/*", ...window },
    { type: "key", id: "k1", ...window },
  ]);
  expect(spent).toEqual([25n, 25n]);
});

test("models of exact entries are never new, and those of an entry with one upstream model keep it", async () => {
  const rows = [
    call("exact", { deployment: "exact", model: "gpt" }),
    call("pinned-1", { deployment: "pinned", provider: "anthropic", model: "claude" }),
    call("any/x", { deployment: "removed" }),
  ];
  await bookCalls(database, rows, 0, NAMES);
  expect(await booked()).toEqual(["exact openai gpt", "pinned-* anthropic claude", "any/x openai x"]);
});

test("tags, end users and models of a key share one bound, and each key has its own", async () => {
  await bookCalls(database, [call("any/a", { tags: ["t"] }), call("any/b"), call("any/c", { keyId: "k2" })], 2, NAMES);
  expect(await booked()).toEqual(["any/a openai a", "any/* openai *", "any/c openai c"]);
});

test("ten thousand calls with a new model each leave no more rows of totals than the bound allows", async () => {
  for (let batch = 0; batch < 20; batch++) {
    const rows = Array.from({ length: 500 }, (_, at) => call(`any/${batch}-${at}`));
    await bookCalls(database, rows, 30, NAMES);
  }
  const { rows } = await database.pool.query<{ models: number; spend: string }>(
    "SELECT count(*)::int AS models, sum(spend)::text AS spend FROM shared_totals WHERE entity_type = 'model'",
  );
  expect(rows).toEqual([{ models: 31, spend: "0.000050000" }]);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});
