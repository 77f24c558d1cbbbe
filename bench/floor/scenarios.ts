import type { BenchProvider } from "../provider";
import { runLoad } from "../run-load";
import type { LoadTarget } from "../http-load";
import type { StreamResult } from "../stream-load";
import type { AnswerCounts, CallJob } from "./call-load";

/** Enough connections that the process is never idle for long, and few enough that calls do not queue. */
const CONNECTIONS = 16;
/** The streams of a run, and the tokens of each. A token comes each 20 ms, so it is a chunk of its own. */
const STREAMS = 64;
const TOKENS = 50;
const PACED_MODEL = `paced/tokens-${TOKENS},slow-20`;

/** One way to use a gateway. */
export interface Scenario {
  readonly name: string;
  /** Sends the calls of a round, this many times. @throws Error if one was not answered as it should be */
  run(gateway: { readonly url: string }, times: number): Promise<Served>;
}

/** What a gateway has served. */
export interface Served {
  /** Calls, or chunks. Their costs are measured. */
  readonly count: number;
  /** Calls that the gateway has to book. */
  readonly booked: number;
}

/** The bundled programs that make load. */
export interface LoadPrograms {
  readonly calls: string;
  readonly streams: string;
}

/** What the floor has a figure for. */
export function scenariosFor(programs: LoadPrograms, provider: BenchProvider): Scenario[] {
  const bearer = { authorization: `Bearer ${provider.token}` };
  const call = (name: string, calls: number, status: number, path: string, body: object, isNew = false): Scenario => ({
    name,
    async run({ url }, times) {
      const count = calls * times;
      const job: CallJob = {
        target: targetOf(url, path, isNew ? {} : bearer, body),
        connections: CONNECTIONS,
        calls: count,
        ...(isNew && {
          turns: await Promise.all(Array.from({ length: count }, async () => ({ token: await provider.newToken() }))),
        }),
      };
      const counts = await runLoad<AnswerCounts>(programs.calls, job);
      if (counts[status] !== count) throw new Error(`${name}: ${count} calls were answered ${JSON.stringify(counts)}`);
      return { count, booked: status === 200 ? count : 0 };
    },
  });
  return [
    call("JWT remembered", 3_000, 200, CHAT, chat("bench/gpt-4o-mini")),
    call("new token", 1_000, 200, CHAT, chat("bench/gpt-4o-mini"), true),
    call("10 kB prompt", 2_000, 200, CHAT, chat("bench/gpt-4o-mini", "Summarise this. ".repeat(640))),
    {
      name: "stream chunk",
      async run({ url }) {
        const target = targetOf(url, CHAT, bearer, { ...chat(PACED_MODEL), stream: true });
        const result = await runLoad<StreamResult>(programs.streams, {
          target,
          streams: STREAMS,
          tokens: TOKENS,
        });
        if (result.complete !== STREAMS) throw new Error(`Of ${STREAMS} streams ${result.complete} were complete`);
        return { count: STREAMS * TOKENS, booked: STREAMS };
      },
    },
    call("refused call", 3_000, 404, CHAT, chat("nobody-serves-this")),
    call("translated call", 2_000, 200, "/v1/messages", {
      ...chat("bench/gpt-4o-mini"),
      max_tokens: 100,
    }),
  ];
}

/** The same call without a token, for the reference. */
export function referenceScenario(programs: LoadPrograms): Scenario {
  return {
    name: "reference",
    async run({ url }, times) {
      const calls = 3_000 * times;
      const target = targetOf(url, CHAT, {}, chat("local-small"));
      const job: CallJob = { target, connections: CONNECTIONS, calls };
      const counts = await runLoad<AnswerCounts>(programs.calls, job);
      if (counts["200"] !== calls) throw new Error(`The reference answered ${JSON.stringify(counts)}`);
      return { count: calls, booked: 0 };
    },
  };
}

const CHAT = "/v1/chat/completions";

function chat(model: string, prompt = "What is the capital of France, and how many people live there?"): object {
  return { model, messages: [{ role: "user", content: prompt }] };
}

function targetOf(url: string, path: string, headers: Record<string, string>, body: object): LoadTarget {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), path, headers, body: JSON.stringify(body) };
}
