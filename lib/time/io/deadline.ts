/** What the work resolves to, or undefined if it takes too long. @throws what the work throws in time */
export async function bounded<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  work.catch(() => {}); // The work may still fail after nobody waits for it.
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}

/** What the work resolves to. @throws the error that `late` makes if it takes too long */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  late: (message: string) => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    // Read input once more before giving up: an answer may have waited in the socket while this process was busy.
    const giveUp = () => reject(late(`No answer within ${milliseconds} ms`));
    timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), milliseconds);
  });
  work.catch(() => {}); // The work may still fail after nobody waits for it.
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
