import type { Cluster, Redis } from "ioredis";
import { redisAnswer } from "./redis-client";

/** As Redis has it: `used` may be below zero, and `resetMs` too, for a counter that there is not. */
interface RawReading {
  readonly used: number;
  readonly resetMs: number;
}

/** What one turn of the event loop adds to counters of one command. */
interface Batch {
  readonly points: Map<string, number>;
  readonly readings: Promise<ReadonlyMap<string, RawReading>>;
}

/** ARGV: the seconds of a minute, then the points of each counter. Answers each counter and its milliseconds left. */
const ADD = `local readings = {}
for position, key in ipairs(KEYS) do
  redis.call('SET', key, 0, 'EX', ARGV[1], 'NX')
  readings[2 * position - 1] = redis.call('INCRBY', key, ARGV[position + 1])
  local left = redis.call('PTTL', key)
  if left == -1 then
    redis.call('EXPIRE', key, ARGV[1])
    left = 1000 * ARGV[1]
  end
  readings[2 * position] = left
end
return readings`;

/**
 * Counters in Redis. What one turn of the event loop adds leaves as one command, because a command costs more than what
 * it counts: a call has two or three, and busy processes read several calls at once. Each addition still gets the
 * reading that it would have had by itself.
 */
export class RedisMinutes {
  readonly #batches = new Map<string, Batch>();

  /** `prefix`: of the keys in Redis. `seconds`: how long a counter lasts from its first count on. */
  constructor(
    private readonly client: Redis | Cluster,
    private readonly prefix: string,
    private readonly seconds: number,
  ) {}

  /** @throws Error if Redis does not answer in time, for every addition of the turn */
  async add(key: string, points: number): Promise<RawReading> {
    // The keys of a command are on one node, which a cluster promises for a single key alone.
    const group = this.client.isCluster ? key : "";
    let batch = this.#batches.get(group);
    if (!batch) this.#batches.set(group, (batch = this.#begin(group)));
    const withOwn = (batch.points.get(key) ?? 0) + points;
    batch.points.set(key, withOwn);
    const reading = (await batch.readings).get(key);
    if (!reading) throw new Error("Redis left out a counter");
    const addedLater = (batch.points.get(key) ?? 0) - withOwn;
    return { used: reading.used - addedLater, resetMs: reading.resetMs };
  }

  /** @throws Error if Redis does not answer in time */
  async peek(key: string): Promise<RawReading> {
    const name = this.prefix + key;
    const [used, resetMs] = await redisAnswer(Promise.all([this.client.get(name), this.client.pttl(name)]));
    return { used: Number(used ?? 0), resetMs };
  }

  #begin(group: string): Batch {
    const points = new Map<string, number>();
    const readings = new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#batches.delete(group);
      return this.#addAll(points);
    });
    return { points, readings };
  }

  async #addAll(points: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, RawReading>> {
    const names = [...points.keys()].map((key) => this.prefix + key);
    const answer = await redisAnswer(
      this.client.eval(ADD, names.length, ...names, this.seconds, ...points.values()) as Promise<readonly number[]>,
    );
    return new Map(
      [...points.keys()].map((key, at) => [key, { used: Number(answer[2 * at]), resetMs: Number(answer[2 * at + 1]) }]),
    );
  }
}
