import type { SpendRecord } from "@/lib/calls/record";
import type { Counted } from "./counted";

const NANO_PER_DOLLAR = 1e9;

/** Counts the tokens and the dollars of an ended call. `team` is empty for calls without one. */
export function countUsage(
  { tokens, spend }: Pick<Counted, "tokens" | "spend">,
  { usage, spendNano }: Pick<SpendRecord, "usage" | "spendNano">,
  model: string,
  team: string,
): void {
  const { promptTokens, cachedTokens, completionTokens } = usage;
  // An upstream may report more cached tokens than prompt tokens. A counter must not fall.
  const input = promptTokens - cachedTokens;
  if (input > 0) tokens.add(input, model, team, "input");
  if (cachedTokens > 0) tokens.add(cachedTokens, model, team, "cached_input");
  if (completionTokens > 0) tokens.add(completionTokens, model, team, "output");
  if (spendNano > 0n) spend.add(Number(spendNano) / NANO_PER_DOLLAR, model, team);
}
