/** How many times a call asks again for unused shares, which other processes return when they refresh. */
const MOST_ROUNDS = 15;

/** How many more times a call may wait for shares that others return, over all its budgets. */
export class WaitingRounds {
  left = MOST_ROUNDS;
}
