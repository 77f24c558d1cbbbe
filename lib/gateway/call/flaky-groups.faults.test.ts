import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { seededRandom } from "@/testing/gateway/call-traffic";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const NOWHERE = "http://127.0.0.1:9/v1";
const CALLS = 300;
const CALLERS = 10;

let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

/** Makes some hundred calls to a group, several at a time, and counts the answers by status and attempts. */
async function answersOf(name: string, bases: readonly string[], params: object = {}): Promise<Map<string, number>> {
  const model_list = bases.map((api_base, position) => ({
    model_name: name,
    gateway_params: { model: "openai/gpt", api_base, ...params },
    model_info: { id: `${name}-${position}` },
  }));
  await gateway.configure({ config: { model_list } });
  const answers = new Map<string, number>();
  let begun = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (begun++ < CALLS) {
        const response = await gateway.send("/v1/chat/completions", {
          method: "POST",
          headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
          body: JSON.stringify({ model: name, messages: [{ role: "user", content: "Hello." }] }),
        });
        await response.text();
        const answer = `${response.status} after ${response.headers.get("x-gateway-attempts")}`;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    }),
  );
  return answers;
}
const failed = (answers: ReadonlyMap<string, number>): string[] =>
  [...answers.keys()].filter((answer) => !answer.startsWith("200"));

test.each([2, 8])("%d upstreams that each fail 10%% of their calls serve every call", async (size) => {
  const random = seededRandom(size);
  upstream.behave = () => (random() < 0.1 ? { status: 503 } : undefined);
  // With the default of 2 retries chance alone would fail one call in a thousand.
  const answers = await answersOf(`flaky-${size}`, Array<string>(size).fill(upstream.apiBase), { num_retries: 6 });
  expect(failed(answers)).toEqual([]);
  expect(answers.get("200 after 2")).toBeGreaterThan(0);
});

test("one dead upstream of 64 costs no call, and one attempt for each cooldown", async () => {
  upstream.behave = undefined;
  const bases = [NOWHERE, ...Array<string>(63).fill(upstream.apiBase)];
  const answers = await answersOf("large", bases, { cooldown_seconds: 3_600 });
  expect(failed(answers)).toEqual([]);
  // Calls that begin at the same time may find it before the first of them has failed.
  expect(answers.get("200 after 2") ?? 0).toBeLessThanOrEqual(CALLERS);
});
