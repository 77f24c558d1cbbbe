/** A deployment that can take the call. `position`: in its group. `credit`: what it has not yet got of its share. */
export interface Share {
  readonly position: number;
  readonly weight: number;
  readonly credit: number;
}

/** Whose turn it is, and the credits of all that could take the call, by position, from then on. */
export interface Turn {
  readonly position: number;
  readonly credits: ReadonlyMap<number, number>;
}

/**
 * Gives a call to the deployment that has got the least of its share: each gains its weight as credit, and the one with
 * the most pays the weight of all. So every run of calls is divided by weight to within one call each, however long a
 * call takes and however many run at once. Those that cannot take the call gain nothing, so that they are not flooded
 * once they can. Equal credits are told apart by `random`, from 0 to below 1. `shares` must not be empty.
 */
export function takeTurn(shares: readonly Share[], random: number): Turn {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const credits = new Map(shares.map(({ position, weight, credit }) => [position, credit + weight]));
  const most = Math.max(...credits.values());
  const first = [...credits].filter(([, credit]) => credit === most);
  const [position, credit] = first[Math.floor(random * first.length)] ?? [0, 0];
  credits.set(position, credit - total);
  return { position, credits };
}
