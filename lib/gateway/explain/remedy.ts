import type { RemedyChange } from "@/lib/wire/change";

/** What would allow a refused request: changes of the token, the database or the settings, in words too. */
export interface Remedy {
  readonly changes: readonly RemedyChange[];
  /** The changes in words, in the same order. */
  readonly descriptions: readonly string[];
  readonly sentence: string;
}
