/** What the work resolves to, or undefined once the time is up. @throws what the work throws in time */
export async function bounded<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  work.catch(() => {}); // it may still fail once nobody waits for it
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}

/** What the work resolves to. @throws what `late` makes, once the time is up */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  late: (message: string) => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    // An answer that waited in the socket while this process was busy must win: let input be read once more.
    const giveUp = () => reject(late(`No answer within ${milliseconds} ms`));
    timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), milliseconds);
  });
  work.catch(() => {}); // it may still fail once nobody waits for it
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
