/** Work that yields between its steps, so that whoever does it may let others run in between. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all steps at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the steps with `pace` between them (`lib/time/io/pace.ts`). Undefined: they have taken too long. */
export async function inSlices<Result>(
  steps: Steps<Result>,
  pace: () => Promise<boolean>,
): Promise<Result | undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (!(await pace())) return undefined;
  }
}
