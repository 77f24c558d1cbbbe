/** What is known of a gateway when the overview opens. */
export interface FirstRunFacts {
  readonly models: number;
  readonly keys: number;
  /** Whether anybody has called a model, tests of models aside. */
  readonly hasCalls: boolean;
  /** Whether tokens of a provider are accepted, and whether somebody has signed in to the console through one. */
  readonly hasProvider: boolean;
  readonly hasLogin: boolean;
  readonly teams: number;
}

export const FIRST_STEPS = ["model", "key", "call", "provider", "team"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The finished steps from a fresh gateway to everyday use. With calls, the key counts as done: tokens need none. */
export function doneSteps({
  models,
  keys,
  hasCalls,
  hasProvider,
  hasLogin,
  teams,
}: FirstRunFacts): ReadonlySet<FirstStep> {
  const done: Record<FirstStep, boolean> = {
    model: models > 0,
    key: keys > 0 || hasCalls,
    call: hasCalls,
    provider: hasProvider && hasLogin,
    team: teams > 0,
  };
  return new Set(FIRST_STEPS.filter((step) => done[step]));
}

/** The unfolded step: the call that was just made here, or else the first step left. Undefined: nothing is left. */
export function openStep(done: ReadonlySet<FirstStep>, calledHere: boolean): FirstStep | undefined {
  return calledHere ? "call" : FIRST_STEPS.find((step) => !done.has(step));
}

/** Whether somebody has made a call that was not a test of a model, by a page of the newest calls and their total. */
export function hasRealCalls({
  data,
  total,
}: {
  readonly data: readonly { readonly tags: readonly string[] }[];
  readonly total: number | null;
}): boolean {
  return data.some(({ tags }) => !tags.includes("test")) || (total ?? 0) > data.length;
}
