import type { LookupAddress, LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import { LRUCache } from "lru-cache";
import { bounded } from "@/lib/time/io/deadline";

/** How long a lookup may take before the last known addresses of the name are used, in milliseconds. */
const TIMEOUT_MS = 1_000;
/** For how long addresses may stand in for an answer that is late or fails for the moment, in milliseconds. */
const KEPT_MS = 600_000;
const MOST_NAMES = 1_000;

/** Codes of failures that say nothing about the name: no server answered (getaddrinfo(3)). */
const PASSING: ReadonlySet<unknown> = new Set(["EAI_AGAIN", "ETIMEOUT", "ETIMEDOUT"]);

type Answer = readonly LookupAddress[];

/**
 * Makes connections that are opened at the same time share the lookup of their host. Node.js looks up two names at a
 * time, so that otherwise the connections to one upstream whose name server is silent would keep those to all others
 * waiting. While an answer is late or fails for the moment, the last one counts.
 */
export function sharedLookup(lookup: LookupFunction, timeoutMs = TIMEOUT_MS): LookupFunction {
  const underWay = new Map<string, Promise<Answer>>();
  const known = new LRUCache<string, Answer>({ max: MOST_NAMES, ttl: KEPT_MS });

  /** One lookup for all that ask meanwhile. */
  function ask(name: string, hostname: string, options: LookupOptions): Promise<Answer> {
    const running = underWay.get(name);
    if (running) return running;
    const asked = answerOf(lookup, hostname, options).finally(() => underWay.delete(name));
    asked.then(
      (answer) => known.set(name, answer),
      (error: unknown) => !isPassing(error) && known.delete(name),
    );
    underWay.set(name, asked);
    return asked;
  }

  async function find(hostname: string, options: LookupOptions): Promise<Answer> {
    const { family = 0, hints = 0, order, verbatim } = options;
    const name = [hostname, family, hints, order, verbatim].join(" ");
    const asked = ask(name, hostname, options);
    const last = known.get(name);
    if (!last) return asked;
    try {
      return (await bounded(asked, timeoutMs)) ?? last;
    } catch (error) {
      if (isPassing(error)) return last;
      throw error;
    }
  }

  return (hostname, options, callback) => {
    find(hostname, options).then(
      (answer) => {
        const [first] = answer;
        if (options.all) callback(null, [...answer]);
        else if (first) callback(null, first.address, first.family);
        else callback(new Error(`${hostname} has no address`), "");
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}

function answerOf(lookup: LookupFunction, hostname: string, options: LookupOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) reject(error);
      else resolve(typeof found === "string" ? [{ address: found, family: family ?? 0 }] : found);
    });
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && PASSING.has(error.code);
}
