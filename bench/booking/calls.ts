import { randomUUID } from "node:crypto";
import { callId } from "@/lib/gateway/call/call-id";
import type { SpendRecord } from "@/lib/calls/record";
import type { SharedModelNames } from "@/lib/calls/shared-model-names";
import { NO_USAGE } from "@/lib/usage";

/** Whom calls are charged to, and which models they name. */
interface BookingMix {
  readonly name: string;
  readonly users: number;
  readonly models: number;
  readonly patterns: number;
}

export const BOOKING_MIXES: readonly BookingMix[] = [
  { name: "one payer", users: 1, models: 1, patterns: 1 },
  { name: "1,000 users, 50,000 names", users: 1_000, models: 50_000, patterns: 10_000 },
];

/** Call `index` of a kind. */
export function bookedCall(index: number, mix: number, now: number): SpendRecord {
  const { users, models, patterns } = BOOKING_MIXES[mix] ?? { users: 1, models: 1, patterns: 1 };
  const startedAt = now + (index % 1_000);
  const id = callId(startedAt, randomUUID);
  const model = `model-${mix}-${index % models}`;
  const pattern = (index % models) % patterns;
  return {
    callId: id,
    requestId: id,
    traceId: null,
    sessionId: null,
    mcpServer: null,
    mcpTool: null,
    content: null,
    startedAt,
    decisionMs: 1,
    route: "/chat/completions",
    requestedModel: `family-${pattern}/${model}`,
    model,
    provider: "openai",
    deployment: deploymentOf(pattern),
    estimatedPromptTokens: 12,
    keyId: null,
    userId: `user-${index % users}`,
    teamId: null,
    organizationId: null,
    teamOrganizationId: null,
    endUserId: null,
    endUserSigned: false,
    issuer: "https://login.example.com",
    tags: [],
    attempts: 1,
    tried: [],
    status: "success",
    httpStatus: 200,
    durationMs: 2 + (index % 500),
    upstreamMs: 1 + (index % 500),
    firstTokenMs: null,
    upstreamRequestId: null,
    usage: { ...NO_USAGE, promptTokens: 12 + (index % 90), completionTokens: 20 + (index % 70), source: "upstream" },
    spendNano: BigInt(20_000 + (index % 100)),
    priceState: "priced",
    priceVersion: "catalog:2026-11-21",
  };
}

/** The names that stand for the models of each pattern. */
export function patternNames(mix: number): readonly SharedModelNames[] {
  return NAMES[mix] ?? [];
}

const NAMES = BOOKING_MIXES.map(({ patterns }) =>
  Array.from({ length: patterns }, (_, pattern) => ({
    deployment: deploymentOf(pattern),
    requestedModel: `family-${pattern}/*`,
    provider: "openai",
    model: "*",
  })),
);

function deploymentOf(pattern: number): string {
  return `openai/*#${pattern.toString(16).padStart(8, "0")}`;
}
