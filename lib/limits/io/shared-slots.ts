import { randomUUID } from "node:crypto";
import type { Logger } from "@/lib/log";
import { createOutage } from "@/lib/time/outage";
import { connectRedis, redisAnswer } from "./redis-client";
import type { Slot, SlotCounter } from "../slot-table";
import { askFirstProcess } from "./worker-slots";

/** Counts parallel calls together with other processes. */
export interface SharedSlots {
  /**
   * Takes a slot under each of these limits, or none. Resolves to a function that frees the slots, or to the first
   * limit that is full. If the shared counter is unreachable, every call is admitted. Never rejects.
   */
  enter<Kind extends Slot>(slots: readonly Kind[]): Promise<{ readonly leave: () => void } | { readonly full: Kind }>;
  close(): Promise<void>;
}

export interface SharedSlotOptions {
  /** Every process with the same Redis shares the slots. Undefined: the workers of one gateway share them. */
  readonly redisUrl: string | undefined;
  /** Whether this process is a worker, whose slots are counted in the first process. */
  readonly isWorker: boolean;
  readonly log: Logger;
  /** For tests: the lease of a slot, in milliseconds. */
  readonly leaseMs?: number;
}

/** A script takes the slots of several limits at once, so in a cluster all of them are on one node. */
const KEY = "{gateway-parallel}:";
/** A slot that is not renewed for this long, in milliseconds, becomes free: its node has died. */
const LEASE_MS = 30_000;
const AWAY_PAUSE_MS = 1_000;
/** A counter's answer if no slot is full. */
const NONE_FULL = -1;

/** Opens the slots that this process shares with others. Undefined: there are no other processes. */
export async function createSharedSlots({
  redisUrl,
  isWorker,
  log,
  leaseMs = LEASE_MS,
}: SharedSlotOptions): Promise<SharedSlots | undefined> {
  if (redisUrl !== undefined) return insured(await redisCounter(redisUrl, leaseMs), log, leaseMs / 3);
  return isWorker ? insured(askFirstProcess(), log, leaseMs / 3) : undefined;
}

function insured(counter: SlotCounter, log: Logger, renewMs: number): SharedSlots {
  const inFlight = new Map<string, readonly string[]>();
  const outage = createOutage({
    pauseMs: AWAY_PAUSE_MS,
    now: () => performance.now(),
    onAway: (error) =>
      log.error("parallel_limits.not_shared", {
        error: String(error),
        meaning: "each process counts calls at the same time for itself until the shared count answers",
      }),
    onBack: () => log.info("parallel_limits.shared_again"),
  });
  const renewing =
    counter.renew && setInterval(() => inFlight.size > 0 && counter.renew?.(inFlight).catch(() => {}), renewMs).unref();

  return {
    async enter<Kind extends Slot>(slots: readonly Kind[]) {
      const call = randomUUID();
      const keys = slots.map(({ key }) => key);
      const position = await outage.attempt(
        () => counter.enter(call, slots),
        () => NONE_FULL,
      );
      const full = slots[position];
      if (full) return { full };
      inFlight.set(call, keys);
      return {
        leave() {
          inFlight.delete(call);
          counter.leave(call, keys).catch(() => {}); // if this fails, the lease ends by itself
        },
      };
    },
    async close() {
      clearInterval(renewing);
      counter.close();
    },
  };
}

const NOW = "local clock = redis.call('TIME') local now = clock[1] * 1000 + math.floor(clock[2] / 1000)";
/** ARGV: the call, its lease in milliseconds, the limit of each key. */
const ENTER = `${NOW}
for position, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[position + 2]) then return position - 1 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return -1`;
const RENEW = `${NOW}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end`;

async function redisCounter(url: string, leaseMs: number): Promise<SlotCounter> {
  const client = await connectRedis(url);
  const names = (keys: readonly string[]): string[] => keys.map((key) => KEY + key);
  return {
    async enter(call, slots) {
      return Number(
        await redisAnswer(
          client.eval(
            ENTER,
            slots.length,
            ...names(slots.map(({ key }) => key)),
            call,
            leaseMs,
            ...slots.map(({ limit }) => limit),
          ),
        ),
      );
    },
    async leave(call, keys) {
      await Promise.all(names(keys).map((key) => client.zrem(key, call)));
    },
    async renew(calls) {
      await Promise.all(
        [...calls].map(([call, keys]) => client.eval(RENEW, keys.length, ...names(keys), call, leaseMs)),
      );
    },
    close: () => client.disconnect(),
  };
}
