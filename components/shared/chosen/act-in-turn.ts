import { messageOf } from "@/lib/error-message";

/** What became of several rows. */
export interface Outcome<Row> {
  readonly done: readonly Row[];
  readonly failed: readonly { readonly row: Row; readonly message: string }[];
}

/**
 * Does something to each row, one after the other, so that a refusal of one stops no other. `onStep`: called after each
 * with what has become of the rows so far.
 */
export async function actInTurn<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onStep: (outcome: Outcome<Row>) => void = () => {},
): Promise<Outcome<Row>> {
  let outcome: Outcome<Row> = { done: [], failed: [] };
  for (const row of rows) {
    try {
      await act(row);
      outcome = { ...outcome, done: [...outcome.done, row] };
    } catch (error) {
      outcome = { ...outcome, failed: [...outcome.failed, { row, message: messageOf(error) }] };
    }
    onStep(outcome);
  }
  return outcome;
}
