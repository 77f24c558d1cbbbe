import type { ModelEntry } from "@/lib/config/schema";
import type { Logger } from "@/lib/log";
import type { OpenCall, SpendBook } from "@/lib/spend/book";
import type { CallIntent, SpendRecord } from "@/lib/calls/record";
import { findPrices } from "@/lib/prices/price";
import { NO_PRICES } from "@/lib/prices/price-catalog";
import type { PriceTable } from "@/lib/prices/price-table";
import { NO_USAGE } from "@/lib/usage";

/** A model list entry with prices of its own: 1 µ$ a prompt token, 2 µ$ a completion token. */
export const SAMPLE_ENTRY: ModelEntry = {
  model_name: "sample",
  gateway_params: { model: "sample/model", input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
};
export const SAMPLE_TIME = Date.parse("2026-11-21T12:00:00Z");

/** A call of user u1 in team t1 of organisation o1, with a changed field here and there. */
export function sampleIntent(callId: string, changes: Partial<CallIntent> = {}): CallIntent {
  return {
    callId,
    requestId: callId,
    traceId: null,
    sessionId: null,
    mcpServer: null,
    mcpTool: null,
    content: null,
    startedAt: SAMPLE_TIME,
    decisionMs: null,
    route: "/chat/completions",
    requestedModel: "sample",
    model: "model",
    provider: "sample",
    deployment: "d1",
    estimatedPromptTokens: 7,
    keyId: null,
    userId: "u1",
    teamId: "t1",
    organizationId: "o1",
    teamOrganizationId: null,
    endUserId: null,
    endUserSigned: false,
    issuer: null,
    tags: ["a", 'b,{}"c'],
    ...changes,
  };
}

/** What a sample call costs by an entry, as the request path looks it up before it begins the call. */
export function samplePrice(
  { provider, model, startedAt }: Pick<CallIntent, "provider" | "model" | "startedAt">,
  entry = SAMPLE_ENTRY,
  catalog = NO_PRICES,
): PriceTable | undefined {
  return findPrices({ provider, model, at: startedAt }, entry, catalog);
}
/** By the sample entry, which decides alone. */
export const SAMPLE_PRICE = samplePrice({ provider: "sample", model: "model", startedAt: SAMPLE_TIME });

/** A successful end after 250 ms: 10 tokens in, 5 out, which costs 20,000 nano-dollars by the sample entry. */
export function sampleEnd(changes: Partial<Parameters<OpenCall["settle"]>[0]> = {}): Parameters<OpenCall["settle"]>[0] {
  return {
    status: "success",
    httpStatus: 200,
    usage: { ...NO_USAGE, promptTokens: 10, completionTokens: 5 },
    upstreamMs: 200,
    endedAt: SAMPLE_TIME + 250,
    ...changes,
  };
}
export const SAMPLE_SPEND_NANO = 20_000n;

/** A whole call, both of its lines in the journal. */
export async function playCall(
  book: SpendBook,
  intent: CallIntent,
  entry = SAMPLE_ENTRY,
  end = sampleEnd(),
): Promise<SpendRecord> {
  const { record, written } = (await book.begin(intent, samplePrice(intent, entry))).settle(end);
  await written;
  return record;
}

/** Calls `call-FROM` and so on, all at once. */
export async function playCalls(book: SpendBook, from: number, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => playCall(book, sampleIntent(`call-${from + index}`))));
}

/** A logger that remembers the names of events. */
export function recordingLog(): Logger & { readonly events: string[] } {
  const events: string[] = [];
  const note = (event: string): void => void events.push(event);
  return { events, info: note, warn: note, error: note };
}
