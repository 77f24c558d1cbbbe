import type { ChargedUsage, SpendRecord } from "@/lib/calls/record";
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
  if (spendNano > 0n) spend.add(Number(spendNano) / NANO_PER_DOLLAR, model, team, "");
}

/** Counts an ended call of a tool of a server, with its dollars. */
function countToolCall(
  { toolCalls, spend }: Pick<Counted, "toolCalls" | "spend">,
  { status, spendNano }: Pick<SpendRecord, "status" | "spendNano">,
  server: string,
  team: string,
): void {
  toolCalls.add(1, server, status);
  if (spendNano > 0n) spend.add(Number(spendNano) / NANO_PER_DOLLAR, "", team, server);
}

/** Counts an ended call: a model's under `model`, a tool's under its server. `team` is empty for calls without one. */
export function countCall(counted: Counted, call: Omit<ChargedUsage, "callId">, model: string, team: string): void {
  if (call.mcpServer === null) countUsage(counted, call, model, team);
  else countToolCall(counted, call, call.mcpServer, team);
}
