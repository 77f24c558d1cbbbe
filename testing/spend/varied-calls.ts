import { callLiteral } from "@/lib/calls/literal";
import type { SpendRecord } from "@/lib/calls/record";
import { bookCalls } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { DAY_MS } from "@/lib/time/period";
import { NO_USAGE } from "@/lib/usage";
import { SAMPLE_TIME, sampleIntent } from "./spend-samples";

/** Ids that need quotes, escapes and patterns, among plain ones. */
const IDS = [
  "plain",
  "it's",
  'quo"te',
  "back\\slash",
  "tab\there",
  "line\nbreak",
  "a/b~c",
  "100%_*",
  "=1+1",
  "größe☃",
  "{p0:String}",
];
/** They fall on this many days: some whole weeks, and in most of Europe a day of 25 hours. */
const DAYS = 36;
const STATUSES = ["success", "error", "cancelled", "interrupted"] as const;
const STATES = ["priced", "unpriced", "free"] as const;

/** Calls that differ in everything that reports, filters and exports look at; call `index` is always the same. */
export function variedCall(index: number): SpendRecord {
  const pick = <Value>(values: readonly Value[], step: number): Value => {
    const value = values[Math.floor(index / step) % values.length];
    if (value === undefined) throw new Error("There is nothing to pick from");
    return value;
  };
  const id = (prefix: string, step: number, none: number): string | null =>
    index % none === 0 ? null : `${prefix} ${pick(IDS, step)}`;
  const organizationId = id("o", 5, 4);
  return {
    ...sampleIntent(`varied-${String(index).padStart(6, "0")}`, {
      startedAt: SAMPLE_TIME - ((index * 7_777_777) % (DAYS * DAY_MS)),
      requestId: index % 3 === 0 ? `request ${pick(IDS, 1)} ${index}` : `varied-${String(index).padStart(6, "0")}`,
      traceId: index % 5 === 0 ? index.toString(16).padStart(32, "0") : null,
      sessionId: index % 3 === 1 ? `s ${pick(IDS, 8)}` : null,
      decisionMs: index % 2 === 0 ? index % 40 : null,
      route: pick(["/chat/completions", "/embeddings"], 9),
      requestedModel: `r ${pick(IDS, 4)}`,
      model: `model-${pick(IDS, 2)}`,
      provider: pick(["openai", "anthropic", "sample"], 3),
      deployment: `d${index % 4}`,
      keyId: id("k", 1, 6),
      userId: id("u", 2, 5),
      teamId: id("t", 3, 7),
      organizationId,
      teamOrganizationId: index % 9 === 0 ? `o ${pick(IDS, 6)}` : null,
      endUserId: id("e", 4, 3),
      issuer: index % 4 === 1 ? null : `https://idp/${pick(IDS, 7)}`,
      mcpServer: index % 6 === 2 ? pick(["tickets", "files"], 5) : null,
      content: index % 5 === 1 ? pick(["kept", "dropped", "declined"], 1) : null,
      mcpTool: index % 6 === 2 ? `model-${pick(IDS, 2)}` : null,
      tags: index % 3 === 0 ? [] : [pick(IDS, 1), pick(IDS, 2), pick(IDS, 1)],
    }),
    status: pick(STATUSES, 1),
    attempts: 1 + (index % 2),
    tried: index % 2 === 0 ? [] : [{ deployment: "d9", provider: "sample", model: pick(IDS, 1), failure: "500" }],
    httpStatus: index % 8 === 0 ? null : 200,
    durationMs: (index * 31) % 5_000,
    upstreamMs: index % 6 === 0 ? null : index % 700,
    firstTokenMs: index % 4 === 0 ? index % 90 : null,
    upstreamRequestId: index % 4 === 0 ? `up-${index}` : null,
    usage: { ...NO_USAGE, promptTokens: index % 900, cachedTokens: (index % 900) >> 1, completionTokens: index % 70 },
    spendNano: BigInt(index) * 1_234_567n + 1n,
    priceState: pick(STATES, 11),
    priceVersion: index % 10 === 0 ? null : `config:${index % 3}`,
  };
}

/** Books the calls from one index to before another, or those of them that are wanted. */
export async function bookVaried(
  database: Database,
  from: number,
  to: number,
  isWanted: (call: SpendRecord) => boolean = () => true,
): Promise<void> {
  const calls = Array.from({ length: to - from }, (_, at) => variedCall(from + at));
  const literals = calls.filter(isWanted).map(callLiteral);
  for (let at = 0; at < literals.length; at += 500) await bookCalls(database, literals.slice(at, at + 500), 1_000_000);
}
