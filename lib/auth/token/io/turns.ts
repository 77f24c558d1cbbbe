/** A piece of work got no turn in time. */
export class NoTurn extends Error {
  override readonly name = "NoTurn";
}

export interface TurnLimits {
  /** How many pieces of work are done at once, and how many may wait. */
  readonly atOnce: number;
  readonly waiting: number;
  /** The longest wait, in milliseconds. */
  readonly timeoutMs: number;
}

/** Does a piece of work when it is its turn. Rejects with NoTurn if that takes too long, otherwise as the work does. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Bounds how much work is done at once. The rest waits in order, for a bounded time. */
export function createTurns({ atOnce, waiting, timeoutMs }: TurnLimits): Turns {
  let running = 0;
  const queue = new Set<() => void>();

  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running++;
      return;
    }
    if (queue.size >= waiting) throw new NoTurn("too much work is waiting");
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(begin);
        reject(new NoTurn(`no turn within ${timeoutMs} ms`));
      }, timeoutMs);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      queue.add(begin);
    });
  }

  /** The first that waits takes over the place, so `running` stays the same. */
  function passOn(): void {
    const [next] = queue;
    if (next === undefined) return void running--;
    queue.delete(next);
    next();
  }

  return async (work) => {
    await takeTurn();
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
