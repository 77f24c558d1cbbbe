import { request } from "node:http";
import type { LoadTarget } from "./http-load";

/** Milliseconds. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

export interface StreamResult {
  readonly streams: number;
  /** How many streams gave every token in order, and then their end. */
  readonly complete: number;
  /** How many streams were open at the same time, each with a token before and a token after that moment. */
  readonly heldTogether: number;
  /** From the request to the first token. */
  readonly firstToken: Quantiles;
  /** From one token to the next. */
  readonly betweenTokens: Quantiles;
}

/**
 * Opens the given number of streams at once, reads each to its end and checks every token. `tokens` is the number of
 * tokens that each must give.
 */
export async function applyStreams(target: LoadTarget, streams: number, tokens: number): Promise<StreamResult> {
  const first: number[] = [];
  const between: number[] = [];
  let open = 0;
  let heldTogether = 0;
  const results = await Promise.all(Array.from({ length: streams }, () => readStream()));
  return {
    streams,
    complete: results.filter(Boolean).length,
    heldTogether,
    firstToken: quantiles(first),
    betweenTokens: quantiles(between),
  };

  function readStream(): Promise<boolean> {
    const { host, port, path, headers, body } = target;
    return new Promise((resolve) => {
      const startedAt = performance.now();
      let seen = 0;
      let lastAt = startedAt;
      let rest = "";
      let isInOrder = true;
      const outgoing = request(
        {
          host,
          port,
          path,
          method: "POST",
          agent: false,
          headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        },
        (response) => {
          response.setEncoding("latin1");
          response.on("data", (text: string) => {
            const now = performance.now();
            rest += text;
            for (const [, digits] of rest.matchAll(TOKEN)) {
              seen++;
              isInOrder &&= Number(digits) === seen;
              if (seen === 1) open++;
              if (seen === tokens) open--;
              (seen === 1 ? first : between).push(now - lastAt);
              lastAt = now;
            }
            heldTogether = Math.max(heldTogether, open);
            const end = rest.lastIndexOf("\n\n");
            if (end !== -1 && !ENDED.test(rest)) rest = rest.slice(end + 2);
          });
          response.on("close", () => {
            if (seen > 0 && seen < tokens) open--;
            resolve(response.complete && isInOrder && seen === tokens && ENDED.test(rest));
          });
        },
      );
      outgoing.on("error", () => resolve(false));
      outgoing.end(body);
    });
  }
}

/** Tokens as the local upstream writes them, or a translation of it for Anthropic's clients, in whole events. */
const TOKEN = /"(?:content|text)":" ?token-(\d+)"[^\n]*\n\n/g;
/** How the last event ends. */
const ENDED = /(?:\[DONE\]|"message_stop"\})\n\n$/;

function quantiles(values: number[]): Quantiles {
  values.sort((a, b) => a - b);
  const at = (share: number): number =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
