import { isGeminiSince } from "./version";

/** Since this version each query is charged; before it, each prompt that the model searched for. */
const BY_THE_QUERY = 300;

/** Whether each query is charged (ai.google.dev/gemini-api/docs/pricing, "Grounding with Google Search"). */
export function chargesEachQuery(model: string): boolean {
  return isGeminiSince(model, BY_THE_QUERY);
}

/** Google's price of a thousand charged searches, in dollars, beyond the free ones that it counts by project. */
export function pricePerThousandSearches(model: string): number {
  return chargesEachQuery(model) ? 14 : 35;
}
