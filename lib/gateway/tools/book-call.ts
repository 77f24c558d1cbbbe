import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { ModelEntry } from "@/lib/config/schema";
import { callerRequestId } from "@/lib/http/request-id";
import type { Hold } from "@/lib/limits/hold";
import type { LimitedCall } from "@/lib/limits/gate";
import { refusedByLimit } from "@/lib/limits/limit-checks";
import { GatewayError } from "@/lib/errors";
import { decimalUnits, dollarsFromNano } from "@/lib/prices/money";
import type { PriceTable } from "@/lib/prices/price-table";
import type { Settlement } from "@/lib/spend/book";
import { joinedName } from "@/lib/tool-name";
import { NO_USAGE, type CallStatus } from "@/lib/usage";
import { callId } from "../call/call-id";
import { intentOf } from "../call/call-intent";
import { sessionOf } from "../call/call-session";
import { recordRefusal, withHeaders } from "../request/record-refusal";
import type { Services } from "../services";
import type { Conversation } from "./conversation";
import type { BookedRequest, ServerResponse } from "./booked-request";

/** The route as the rules and the spend log call it. */
const ROUTE = "/mcp";
const PROVIDER = "mcp";

type PricedServer = Pick<McpServer, "name" | "mcp_info">;

/** The price tables of each server, by the dollars of a call. */
const tables = new WeakMap<PricedServer, Map<number, PriceTable>>();

/** What a call of a tool costs, whatever it does. Unset is free, which is not unknown. */
function priceOfTool(server: PricedServer, tool: string): PriceTable {
  const costs = server.mcp_info?.mcp_server_cost_info;
  const own = costs?.tool_name_to_cost_per_query;
  const dollars = (own && Object.hasOwn(own, tool) ? own[tool] : costs?.default_cost_per_query) ?? 0;
  let known = tables.get(server);
  if (!known) tables.set(server, (known = new Map()));
  let table = known.get(dollars);
  if (!table) {
    table = { rates: { request: { base: decimalUnits(dollars, 12), tiers: [] } }, version: `mcp:${server.name}` };
    known.set(dollars, table);
  }
  return table;
}

/** No entry of the model list serves a tool. */
const NO_ENTRIES: readonly ModelEntry[] = [];

type BookedConversation = Pick<Conversation, "request" | "caller">;

/**
 * Sets aside what a call may cost, and writes its first line to the journal: nothing goes up before.
 * @throws GatewayError budget_exceeded, rate_limit_exceeded, directory_unavailable, journal_unavailable
 */
export async function bookCall(
  services: Services,
  conversation: BookedConversation,
  { server, tool }: { readonly server: McpServer; readonly tool: string },
): Promise<BookedRequest> {
  const { request, caller } = conversation;
  const startedAt = services.now();
  const price = priceOfTool(server, tool);
  const model = joinedName({ server: server.name, tool });
  const admitting = admitted(services, conversation, {
    caller,
    model,
    route: ROUTE,
    body: { value: {} },
    estimatedPromptTokens: 0,
    targets: [{ price }],
  });
  const hold = isPromise(admitting) ? await admitting : admitting;
  const id = callId(startedAt, services.newId);
  const intent = intentOf(
    {
      id,
      requestId: callerRequestId(request.headers) ?? id,
      traceId: services.tracing.traceId(request) ?? null,
      sessionId: sessionOf(request) ?? null,
      startedAt,
      route: ROUTE,
      caller,
      model,
      estimatedPromptTokens: 0,
      tags: [],
    },
    { id: server.name, model: tool, provider: PROVIDER },
    { server: server.name, tool },
  );
  let settlement: Settlement | undefined;
  try {
    const open = await services.spend.begin(intent, price);
    const headers: Record<string, string> = { ...hold.headers, "x-gateway-call-id": id };
    const settle = (status: CallStatus, isCharged: boolean): Promise<void> => {
      if (!settlement) {
        const endedAt = services.now();
        settlement = open.settle({
          status,
          httpStatus: null,
          usage: NO_USAGE,
          upstreamMs: endedAt - startedAt,
          endedAt,
          isCharged,
        });
        hold.settle(settlement.record);
        const { record } = settlement;
        headers["x-gateway-cost"] = dollarsFromNano(record.spendNano);
        services.observer.callSettled?.({
          request,
          call: undefined,
          record,
          deployment: undefined,
          attemptsMs: endedAt - startedAt,
          answer: undefined,
        });
      }
      return settlement.written;
    };
    return {
      headers,
      answered: (response) => settle(statusOf(response), true),
      failed: (isSent, isGone) => settle(isGone ? "cancelled" : "error", isSent),
    };
  } catch (error) {
    hold.release();
    throw error;
  }
}

function statusOf(response: ServerResponse): CallStatus {
  if (response.kind === "error") return "error";
  return response.result["isError"] === true ? "tool_error" : "success";
}

/** A call that its limits admitted. A refusal is recorded. */
function admitted(services: Services, conversation: BookedConversation, call: LimitedCall): MaybePromise<Hold> {
  try {
    const hold = services.limits.admit(call, NO_ENTRIES);
    return isPromise(hold) ? hold.catch((error: unknown) => refused(services, conversation, error)) : hold;
  } catch (error) {
    return refused(services, conversation, error);
  }
}

/** @throws what was given, with the id of the refusal if it is one */
function refused(services: Services, { request, caller }: BookedConversation, error: unknown): never {
  if (!(error instanceof GatewayError) || error.status !== 429) throw error;
  const { identity, access, checks, decisionMs } = caller;
  const { code, message } = error;
  const decision = { code, message, checks: [...checks, ...refusedByLimit(error)] };
  throw withHeaders(error, recordRefusal(services, request, { identity, access, decision, decisionMs }));
}
