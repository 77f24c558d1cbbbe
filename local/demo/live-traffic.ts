import type { LocalUpstream } from "../upstream/upstream";

/** The model of the local upstream that can be broken, and the name that callers ask for. */
const BREAKABLE = { upstream: "mistral-large-latest", name: "mistral-large" };
const PAUSE_MS = 2_000;

/** What breaks a model of the upstream, and what mends it: addresses to ask for with curl. */
export interface Breaking {
  readonly breakAt: string;
  readonly mendAt: string;
}

/** Lets whoever watches break a model of the local upstream, and mend it. */
export function makeBreakable(upstream: LocalUpstream): Breaking {
  let isBroken = false;
  upstream.behave = ({ path, body }) => {
    if (path === "/break" || path === "/mend") {
      isBroken = path === "/break";
      return { status: 200, body: { model: BREAKABLE.name, broken: isBroken } };
    }
    const model: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "model") : undefined;
    return isBroken && model === BREAKABLE.upstream ? { status: 503 } : undefined;
  };
  return { breakAt: `${upstream.url}/break`, mendAt: `${upstream.url}/mend` };
}

/** Calls a model every two seconds with a key, until it is stopped: something to watch. */
export function startLiveTraffic(url: string, key: string): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const call = async (): Promise<void> => {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: BREAKABLE.name, messages: [{ role: "user", content: "Where is my parcel?" }] }),
      signal: stopped.signal,
    });
    await answer.arrayBuffer();
  };
  // A call that fails is what there is to see.
  const timer = setInterval(() => void call().catch(() => {}), PAUSE_MS);
  return {
    stop() {
      clearInterval(timer);
      stopped.abort();
      return Promise.resolve();
    },
  };
}
