import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { memberEntityId, type EntityType } from "@/lib/entity-type";
import { NO_USAGE } from "@/lib/usage";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { readSpent, type SpentQuery } from "./budget-figures";
import { bookCalls } from "@/lib/store/calls/calls";
import { type Database, openDatabase } from "../database";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const hour = 3_600_000;
const day = 24 * hour;
const midnight = SAMPLE_TIME - 12 * hour;
const ids = ["a", "a/b", "b~1", "%", "ü"] as const;
const call = fc.record({
  startedAt: fc.constantFrom(
    midnight - 1,
    midnight,
    midnight + hour - 1,
    midnight + hour,
    midnight + day - 1,
    midnight + day,
  ),
  spendNano: fc.bigInt(0n, 10n ** 17n),
  keyId: fc.constantFrom(null, ...ids),
  userId: fc.constantFrom(null, ...ids),
  teamId: fc.constantFrom(null, ...ids),
  organizationId: fc.constantFrom(null, ...ids),
  endUserId: fc.constantFrom(null, ...ids),
  requestedModel: fc.constantFrom("openai/gpt-4o", "openai/gpt_4o", "gpt-4o", "100%", "a\\b"),
});
const windows = [
  { start: 0, end: Number.POSITIVE_INFINITY },
  { start: midnight, end: midnight + day },
  { start: midnight - 6 * day, end: midnight + day },
  { start: midnight, end: midnight + hour },
  { start: midnight - hour, end: midnight },
];
const models = ["openai/gpt-4o", "openai/*", "*", "openai/gpt_4o", "*4o", "100%", "a\\b", "a\\*", "nothing*"];
const member = fc
  .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
  .map(([team, user]) => memberEntityId(team, user));
const question = fc
  .tuple(
    fc.constantFrom<EntityType>("key", "user", "team", "organization", "end_user", "member", "model", "all"),
    fc.constantFrom(...ids),
    member,
    fc.constantFrom(...models),
    fc.constantFrom(...windows),
  )
  .map(([type, id, memberId, model, window]): SpentQuery => ({
    type,
    id: type === "member" ? memberId : type === "model" ? model : type === "all" ? "" : id,
    ...window,
  }));

type Call = typeof call extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function isCharged(made: Call, { type, id }: SpentQuery): boolean {
  const { keyId, userId, teamId, organizationId, endUserId, requestedModel } = made;
  const charged = {
    key: keyId,
    user: userId,
    team: teamId,
    organization: organizationId,
    end_user: endUserId,
    all: "",
    tag: null,
    issuer: null,
    mcp_server: null,
    model: null,
    member: teamId !== null && userId !== null ? memberEntityId(teamId, userId) : null,
  };
  return type === "model" ? matchesPattern(id, requestedModel) : charged[type] === id;
}

test("the spend of a window is the exact sum of its calls, for every payer, pattern and kind of window", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { maxLength: 30 }),
      fc.array(question, { minLength: 1, maxLength: 25 }),
      async (made, questions) => {
        await database.pool.query(`
          WITH calls AS (DELETE FROM calls), own AS (DELETE FROM entity_totals), shared AS (DELETE FROM shared_totals)
          DELETE FROM hourly_figures`);
        const rows = made.map((changes, index) =>
          callLiteral({
            ...sampleIntent(`call-${index}`),
            ...changes,
            status: "success",
            attempts: 1,
            tried: [],
            httpStatus: 200,
            durationMs: 1,
            upstreamMs: 1,
            firstTokenMs: null,
            upstreamRequestId: null,
            priceState: "priced",
            priceVersion: null,
            usage: NO_USAGE,
          }),
        );
        await bookCalls(database, rows);
        const expected = questions.map((asked) =>
          made
            .filter((one) => isCharged(one, asked) && one.startedAt >= asked.start && one.startedAt < asked.end)
            .reduce((total, { spendNano }) => total + spendNano, 0n),
        );
        expect(await readSpent(database.pool, questions)).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});
