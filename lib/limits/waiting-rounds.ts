/** Other processes return unused budget shares when they refresh: how often to ask for them again. */
const MOST_ROUNDS = 15;

/** How often a call may still wait for shares that others return, over all its budgets. */
export class WaitingRounds {
  left = MOST_ROUNDS;
}
