import type { BenchProvider } from "../provider";
import { runLoad } from "../run-load";
import type { LoadTarget } from "../http-load";
import type { StreamResult } from "../stream-load";
import { DOORS, modelBehind } from "./doors";
import { TOOL_MESSAGES } from "./tool-scenarios";
import type { CallJob, CallResult, Latency } from "./call-load";

/** Enough connections that the process is never idle for long, and few enough that calls do not queue. */
const CONNECTIONS = 16;
/** The streams of a run, and the tokens of each. A token comes each 20 ms, so it is a chunk of its own. */
const STREAMS = 64;
const TOKENS = 50;

/** One way to use a gateway. */
export interface Scenario {
  readonly name: string;
  /** It has no figure in the floor: it is measured where `--only` names it. */
  readonly isOnRequest?: true;
  /** The same calls without a token, for a proxy that does nothing with them. Absent: it would not be the same. */
  readonly bare?: Scenario;
  /** Sends the calls of a round, this many times. @throws Error if one was not answered as it should be */
  run(gateway: { readonly url: string }, times: number): Promise<Served>;
}

/** What a gateway has served. */
export interface Served {
  /** Calls, or chunks. Their costs are measured. */
  readonly count: number;
  /** Calls that the gateway has to book. */
  readonly booked: number;
  /** Absent: of streams. */
  readonly latency?: Latency;
}

/** The bundled programs that make load. */
export interface LoadPrograms {
  readonly calls: string;
  readonly streams: string;
}

/** What the floor has a figure for. */
export function scenariosFor(programs: LoadPrograms, provider: BenchProvider): Scenario[] {
  const bearer = { authorization: `Bearer ${provider.token}` };
  const newTokens = (count: number): Promise<CallJob["turns"]> =>
    Promise.all(Array.from({ length: count }, async () => ({ token: await provider.newToken() })));
  const call = (name: string, planned: Omit<PlannedCalls, "headers">): Scenario =>
    callScenario(programs, name, { headers: bearer, ...planned });
  /** A call that its upstream gets as it came, so that a bare proxy does the same. */
  const passed = (name: string, calls: number, prompt?: string): Scenario => ({
    ...call(name, { calls, body: chat("bench/gpt-4o-mini", prompt) }),
    bare: callScenario(programs, `${name} without a gateway`, {
      calls,
      headers: {},
      body: chat("local-small", prompt),
    }),
  });
  return [
    passed("JWT remembered", 3_000),
    callScenario(programs, "new token", {
      calls: 1_000,
      headers: {},
      body: chat("bench/gpt-4o-mini"),
      turns: newTokens,
    }),
    passed("10 kB prompt", 2_000, "Summarise this. ".repeat(640)),
    passed("100 kB prompt", 500, "Summarise this. ".repeat(6_400)),
    streamScenario(programs, "stream chunk", (url) => targetOf(url, CHAT, bearer, STREAMED)),
    {
      ...streamScenario(programs, "translated chunk", (url) =>
        targetOf(url, "/v1/messages", bearer, { ...STREAMED, max_tokens: 100 }),
      ),
      isOnRequest: true,
    },
    ...keptScenarios(programs, { authorization: `Bearer ${provider.keepingToken}` }),
    call("refused call", { calls: 3_000, status: 404, body: chat("nobody-serves-this") }),
    call("translated call", {
      calls: 2_000,
      path: "/v1/messages",
      body: { ...chat("bench/gpt-4o-mini"), max_tokens: 100 },
    }),
    ...DOORS.map(({ name, route }): Scenario => {
      const body = { ...chat(modelBehind(name)), max_tokens: 100 };
      return { ...call(`by ${name}`, { calls: 2_000, path: route, body }), isOnRequest: true };
    }),
    ...TOOL_MESSAGES.map(({ name, message, ...planned }): Scenario => {
      const body = { jsonrpc: "2.0", id: 1, ...message };
      return { ...call(name, { ...planned, body }), isOnRequest: true };
    }),
  ];
}

/** Calls whose prompts and answers are kept, beside the same ones above. */
function keptScenarios(programs: LoadPrograms, headers: Record<string, string>): Scenario[] {
  const small = { calls: 2_000, headers, body: chat("bench/gpt-4o-mini") };
  const large = { calls: 300, headers, body: chat("bench/gpt-4o-mini", "Summarise this. ".repeat(6_400)) };
  return [
    callScenario(programs, "kept call", small),
    callScenario(programs, "kept 100 kB prompt", large),
    streamScenario(programs, "kept chunk", (url) => targetOf(url, CHAT, headers, STREAMED)),
  ].map((scenario) => ({ ...scenario, isOnRequest: true }));
}

/** The same call without a token, for the reference. */
export function referenceScenario(programs: LoadPrograms): Scenario {
  return callScenario(programs, "reference", { calls: 3_000, headers: {}, body: chat("local-small") });
}

interface PlannedCalls {
  readonly calls: number;
  readonly headers: Record<string, string>;
  readonly body: object;
  readonly path?: string;
  /** Of their answers. Default: 200. */
  readonly status?: number;
  /** Default: what is answered with 200 is booked. */
  readonly isBooked?: boolean;
  readonly turns?: (count: number) => Promise<CallJob["turns"]>;
}

function callScenario(
  programs: LoadPrograms,
  name: string,
  { calls, headers, body, path = CHAT, status = 200, isBooked = status === 200, turns }: PlannedCalls,
): Scenario {
  return {
    name,
    async run({ url }, times) {
      const count = calls * times;
      const target = targetOf(url, path, headers, body);
      const different = turns && { turns: await turns(count) };
      const job: CallJob = { target, connections: CONNECTIONS, calls: count, ...different };
      const { counts, latency } = await runLoad<CallResult>(programs.calls, job);
      if (counts[status] !== count) throw new Error(`${name}: ${count} calls were answered ${JSON.stringify(counts)}`);
      return { count, booked: isBooked ? count : 0, latency };
    },
  };
}

function streamScenario(programs: LoadPrograms, name: string, targetAt: (url: string) => LoadTarget): Scenario {
  return {
    name,
    async run({ url }) {
      const job = { target: targetAt(url), streams: STREAMS, tokens: TOKENS };
      const { complete } = await runLoad<StreamResult>(programs.streams, job);
      if (complete !== STREAMS) throw new Error(`${name}: of ${STREAMS} streams ${complete} were complete`);
      return { count: STREAMS * TOKENS, booked: STREAMS };
    },
  };
}

const CHAT = "/v1/chat/completions";

function chat(model: string, prompt = "What is the capital of France, and how many people live there?"): object {
  return { model, messages: [{ role: "user", content: prompt }] };
}

const STREAMED = { ...chat(`paced/tokens-${TOKENS},slow-20`), stream: true };

function targetOf(url: string, path: string, headers: Record<string, string>, body: object): LoadTarget {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), path, headers, body: JSON.stringify(body) };
}
