import type { SpendRecord } from "./generated-row";

export type { CallIntent, CallOutcome, SpendRecord } from "./generated-row";
export type { TriedAttempt } from "./tried";

/** What a call used and cost, and whose it was. */
export type ChargedUsage = Pick<
  SpendRecord,
  "callId" | "deployment" | "mcpServer" | "teamId" | "usage" | "spendNano" | "status" | "startedAt" | "durationMs"
>;
