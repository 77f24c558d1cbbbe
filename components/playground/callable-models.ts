import { ApiError } from "@/components/api/client";

/** The models that the chosen identity may call, a hint of one line about them, and what is wrong with the identity. */
export interface CallableModels {
  readonly names: readonly string[];
  readonly hint: string;
  readonly fault: string | undefined;
}

const HINT = "Suggests models that this caller may use.";

/**
 * What the form says about an identity. `isNamed`: it names one. The answer about it may not be there yet. `who`: the
 * identity, at the beginning of a sentence.
 */
export function callableModels(
  isNamed: boolean,
  { data, error }: { readonly data?: { readonly models: readonly string[] } | undefined; readonly error: Error | null },
  who = "The identity",
): CallableModels {
  const names = data?.models ?? [];
  if (!isNamed) return { names, hint: HINT, fault: undefined };
  // An id that is still being typed is not a fault. Whoever sends it reads that there is nobody with it.
  if (error instanceof ApiError && error.status === 404) return { names: [], hint: error.message, fault: undefined };
  if (error) return { names: [], hint: HINT, fault: error.message };
  if (!data) return { names, hint: HINT, fault: undefined };
  const count = names.length === 1 ? "1 model" : `${names.length} models`;
  return { names, hint: `${who} may call ${count}. Others are refused.`, fault: undefined };
}
