/** What is known of a gateway when the overview opens. */
export interface FirstRunFacts {
  readonly models: number;
  readonly keys: number;
  /** Whether anybody has called, tests of models aside. */
  readonly hasCalls: boolean;
  readonly hasProvider: boolean;
  readonly teams: number;
}

export const FIRST_STEPS = ["model", "key", "call", "provider", "team"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The steps from a fresh gateway to everyday use that are done. Callers with tokens need no key. */
export function doneSteps({ models, keys, hasCalls, hasProvider, teams }: FirstRunFacts): ReadonlySet<FirstStep> {
  const done: Record<FirstStep, boolean> = {
    model: models > 0,
    key: keys > 0 || hasCalls,
    call: hasCalls,
    provider: hasProvider,
    team: teams > 0,
  };
  return new Set(FIRST_STEPS.filter((step) => done[step]));
}

/** The step that is unfolded: the first one left, or the call that was just made. Undefined: nothing is left. */
export function openStep(done: ReadonlySet<FirstStep>, calledHere: boolean): FirstStep | undefined {
  return calledHere ? "call" : FIRST_STEPS.find((step) => !done.has(step));
}

/** Whether a page of the newest calls shows that somebody has called, and not only tested a model. */
export function hasRealCalls({
  data,
  total,
}: {
  readonly data: readonly { readonly tags: readonly string[] }[];
  readonly total: number | null;
}): boolean {
  return data.some(({ tags }) => !tags.includes("test")) || (total ?? 0) > data.length;
}
