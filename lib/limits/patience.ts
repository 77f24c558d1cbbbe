/** What others have taken ahead of a budget they give back when they refresh: so often it is asked for. */
const PATIENT_ROUNDS = 15;

/** How often a call may still wait for what others give back, for all its budgets together. */
export class Patience {
  rounds = PATIENT_ROUNDS;
}
