/** How one call is made. */
export type CallKind = "plain" | "streamed" | "cancelled";

export interface MadeCall {
  /** Part of the model's name, by which the upstream's request and the row are found. */
  readonly marker: string;
  readonly kind: CallKind;
  /** The length of the upstream's whole answer. */
  readonly tokens: number;
  /** What the caller saw: the whole answer, a refusal, or neither because somebody went away. */
  seen: "complete" | "refused" | "broken";
  status: number | undefined;
}

export interface CallTrafficOptions {
  /** The gateways at the moment; each call goes to one of them. */
  readonly urls: () => readonly string[];
  readonly key: string;
  readonly callers: number;
  /** From 0 to 1, as Math.random. */
  readonly random: () => number;
}

const ANSWER_TOKENS: Record<CallKind, number> = { plain: 6, streamed: 12, cancelled: 200 };
const KINDS: readonly CallKind[] = ["plain", "plain", "streamed", "streamed", "cancelled"];
/** Milliseconds between calls, and after a failed one: callers without pauses take the processor from the gateway. */
const PAUSE_MS = { complete: 10, failed: 50 };

/** The marker in a model's name. */
export function markerOf(model: string): string | undefined {
  return /(?:^|,)(m\d+x)$/.exec(model)?.[1];
}

/** Callers who call again and again, plain, streamed, and hanging up half-way, and remember what they saw. */
export class CallTraffic {
  readonly calls: MadeCall[] = [];
  readonly #options: CallTrafficOptions;
  readonly #callers: Promise<void>[];
  #isStopped = false;

  constructor(options: CallTrafficOptions) {
    this.#options = options;
    this.#callers = Array.from({ length: options.callers }, () => this.#keepCalling());
  }

  get completed(): number {
    return this.calls.filter(({ seen }) => seen === "complete").length;
  }

  /** Resolves once nobody calls any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
  }

  async #keepCalling(): Promise<void> {
    while (!this.#isStopped) {
      const urls = this.#options.urls();
      const url = urls[Math.floor(this.#options.random() * urls.length)];
      if (url !== undefined) await this.#call(url);
      const isServed = url !== undefined && this.calls.at(-1)?.seen === "complete";
      await pause(isServed ? PAUSE_MS.complete : PAUSE_MS.failed);
    }
  }

  async #call(url: string): Promise<void> {
    const kind = KINDS[Math.floor(this.#options.random() * KINDS.length)] ?? "plain";
    const call: MadeCall = {
      marker: `m${this.calls.length}x`,
      kind,
      tokens: ANSWER_TOKENS[kind],
      seen: "broken",
      status: undefined,
    };
    this.calls.push(call);
    try {
      await this.#send(url, call);
    } catch {
      // Gone, in one direction or the other.
    }
  }

  async #send(url: string, call: MadeCall): Promise<void> {
    const { kind, tokens, marker } = call;
    const leaving = new AbortController();
    const model = `local/tokens-${tokens}${kind === "plain" ? "" : ",slow-1"},${marker}`;
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#options.key}`, "content-type": "application/json" },
      body: JSON.stringify({ model, messages: [{ role: "user", content: "Go on." }], stream: kind !== "plain" }),
      signal: leaving.signal,
    });
    call.status = response.status;
    if (kind === "cancelled" && response.ok) setTimeout(() => leaving.abort(), this.#options.random() * 50);
    const text = await response.text();
    if (response.status !== 200) call.seen = "refused";
    else if (kind === "plain" || text.includes("[DONE]")) call.seen = "complete";
  }
}

/** The same numbers for the same seed: a run that failed can be run again (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
