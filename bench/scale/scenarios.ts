import type { BenchProvider } from "../provider";
import type { CallJob, CallResult, CallTurn } from "../floor/call-load";
import type { Scenario } from "../floor/scenarios";
import type { LoadTarget } from "../http-load";
import { runLoad } from "../run-load";

/** How many patterns the large gateway has, and how many names its callers use. */
export const PATTERNS = 10_000;
export const NAMES = 50_000;
const USERS = 1_000;
export const CONNECTIONS = 16;
/** The calls of a round. */
const CALLS = 5_000;
const NEWCOMERS = 500;

/** The same call over more and more. Each is measured on each gateway that serves its models. */
export interface ScaleScenarios {
  /** On a gateway with one pattern, and on one with all of them. */
  readonly oneName: Scenario;
  readonly manyNames: Scenario;
  readonly manyUsers: Scenario;
  readonly newcomers: Scenario;
}

/** @param program the bundled program that makes load */
export async function scaleScenarios(program: string, provider: BenchProvider): Promise<ScaleScenarios> {
  const tokens = await Promise.all(Array.from({ length: USERS }, (_, index) => provider.tokenOf(`user-${index}`)));
  const names = Array.from({ length: NAMES }, (_, index) => bodyFor(`family-${index % PATTERNS}/model-${index}`));
  let namesUsed = 0;
  let newcomers = 0;
  const scenario = (name: string, calls: number, turnsOf: TurnsOf): Scenario =>
    callScenario(program, name, calls, turnsOf);
  const nextNames = (count: number): string[] =>
    Array.from({ length: count }, () => names[namesUsed++ % names.length] ?? "");
  return {
    oneName: scenario("one name", CALLS, async () => [{ token: provider.token }]),
    manyNames: scenario(`${NAMES} names in turn`, CALLS, async (count) =>
      nextNames(count).map((body) => ({ token: provider.token, body })),
    ),
    manyUsers: scenario(`${NAMES} names, ${USERS} users`, CALLS, async (count) =>
      nextNames(count).map((body, index) => ({ token: tokens[index % tokens.length] ?? "", body })),
    ),
    newcomers: scenario("a new user each call", NEWCOMERS, async (count) =>
      Promise.all(
        Array.from({ length: count }, async () => ({ token: await provider.tokenOf(`newcomer-${++newcomers}`) })),
      ),
    ),
  };
}

type TurnsOf = (count: number) => Promise<readonly CallTurn[]>;

/** Calls of one name with one bearer token, by default over as many connections as the other scenarios have. */
export function keyScenario(program: string, token: string, connections = CONNECTIONS): Scenario {
  return callScenario(program, "one name", CALLS, async () => [{ token }], connections);
}

function callScenario(
  program: string,
  name: string,
  calls: number,
  turnsOf: TurnsOf,
  connections = CONNECTIONS,
): Scenario {
  return {
    name,
    async run({ url }, times) {
      const count = calls * times;
      const job: CallJob = {
        target: targetOf(url),
        connections,
        calls: count,
        turns: await turnsOf(count),
      };
      const { counts } = await runLoad<CallResult>(program, job);
      if (counts["200"] !== count) throw new Error(`${name}: ${count} calls were answered ${JSON.stringify(counts)}`);
      return { count, booked: count };
    },
  };
}

function bodyFor(model: string): string {
  return JSON.stringify({ model, messages: [{ role: "user", content: "What is the capital of France?" }] });
}

export function targetOf(url: string): LoadTarget {
  const { hostname, port } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    path: "/v1/chat/completions",
    headers: {},
    body: bodyFor("family-0/one"),
  };
}
