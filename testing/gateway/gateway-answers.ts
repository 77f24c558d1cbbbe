import { get } from "node:http";

/** How long a gateway may take for one answer, in milliseconds. */
const ANSWER_MS = 20_000;

/** The status of an answer; undefined: there is none. */
export function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false, timeout: ANSWER_MS }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("timeout", () => resolve(undefined))
      .on("error", () => resolve(undefined));
  });
}

/** The metrics of a gateway; none if it does not answer, or has another master key by now. */
export async function metricsOf(url: string, masterKey = ""): Promise<string> {
  try {
    const headers = { authorization: `Bearer ${masterKey}`, connection: "close" };
    return await (await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(ANSWER_MS) })).text();
  } catch {
    return "";
  }
}

/** Where Node.js keeps the connections of `fetch`: the second one since Node.js 26, whose first one only wraps it. */
const FETCH_AGENTS = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")];

/**
 * Lets go of the connections that `fetch` keeps here. A gateway that stops waits two seconds for those that are idle.
 */
export function closeIdleConnections(): void {
  for (const key of FETCH_AGENTS) {
    const agent: { constructor: new () => object; close(): Promise<void> } | undefined = Reflect.get(globalThis, key);
    if (agent?.constructor.name !== "Agent") continue;
    Reflect.set(globalThis, key, new agent.constructor());
    void agent.close(); // once its requests have ended
  }
}
