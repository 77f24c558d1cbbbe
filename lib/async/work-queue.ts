/** Does a piece of work after all earlier ones of its queue. Resolves and rejects as the work does. */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A queue that does one piece of work at a time, in the order of the requests. Work that fails does not stop the next.
 */
export function createWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
