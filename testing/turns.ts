/** Counts the turns of the event loop from now on. */
export function countTurns(): { count(): number; stop(): void } {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  return { count: () => turns, stop: () => void (isOver = true) };
}

/** How much of some work fell into one turn at most; `turns`: the turn of each piece. */
export function mostOfOneTurn(turns: readonly number[]): number {
  const pieces = new Map<number, number>();
  for (const turn of turns) pieces.set(turn, (pieces.get(turn) ?? 0) + 1);
  return Math.max(...pieces.values());
}
