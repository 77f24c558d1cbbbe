import { createWorkQueue } from "./work-queue";

/**
 * Makes requests share a run of some work: a request that comes while a run is under way is answered by the next run,
 * which begins after it and so sees what the request is about. There is never more than one run at a time.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  const queue = createWorkQueue();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= queue(() => {
      next = undefined;
      return work();
    }));
}
