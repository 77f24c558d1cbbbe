import { markerOf, type MadeCall } from "../gateway/call-traffic";
import type { GatewayProcess } from "../gateway/gateway-process";
import type { UpstreamRequest } from "@/local/upstream/behaviour";

/** A row of /spend/logs, as far as it is compared. */
export interface SpendRow {
  readonly call_id: string;
  readonly status: string;
  readonly requested_model: string;
  readonly completion_tokens: number;
  readonly usage_source: string;
  readonly spend: number;
}

/** What the upstream served beside what is booked; the lists name markers and are empty when all is well. */
export interface SpendComparison {
  readonly served: number;
  readonly booked: number;
  readonly interrupted: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** With what is wrong about them. */
  readonly wrong: readonly string[];
}

/** Compares three witnesses: what the upstream was asked, what the callers saw, and what the gateway booked. */
export function compareSpend(
  requests: readonly UpstreamRequest[],
  calls: readonly MadeCall[],
  rows: readonly SpendRow[],
): SpendComparison {
  const served = new Set(requests.flatMap(({ body }) => markerOf(modelOf(body)) ?? []));
  const booked = new Map<string, SpendRow[]>();
  for (const row of rows) {
    const marker = markerOf(row.requested_model) ?? row.call_id;
    booked.set(marker, [...(booked.get(marker) ?? []), row]);
  }
  return {
    served: served.size,
    booked: rows.length,
    interrupted: rows.filter(({ status }) => status === "interrupted").length,
    lost: [...served].filter((marker) => !booked.has(marker)),
    doubled: [...booked].flatMap(([marker, of]) => (of.length > 1 ? [marker] : [])),
    wrong: calls.flatMap((call) => (booked.get(call.marker) ?? []).flatMap((row) => faultOf(call, row) ?? [])),
  };
}

/** What was cut off is estimated from its characters, of which a token of the local upstream has at most ten. */
const MOST_ESTIMATED = 2.5;

function faultOf(call: MadeCall, row: SpendRow): string | undefined {
  const { status, completion_tokens: tokens, usage_source: source } = row;
  const said = `${call.marker} (${call.kind}, ${call.seen}) is booked ${status} with ${tokens} tokens, ${source}`;
  if (call.seen === "complete" && status !== "success") return said;
  switch (status) {
    case "success":
      return tokens === call.tokens && source === "upstream" ? undefined : said;
    case "cancelled":
      return tokens <= call.tokens * MOST_ESTIMATED ? undefined : said;
    case "interrupted":
      return source === "estimated" ? undefined : said;
    default:
      return said;
  }
}

function modelOf(body: unknown): string {
  return typeof body === "object" && body !== null && "model" in body ? String(body.model) : "";
}

/** Every row of the gateway's database. */
export async function allSpendRows(gateway: GatewayProcess): Promise<SpendRow[]> {
  const rows: SpendRow[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await ask<{ data: SpendRow[]; total: number }>(
      gateway,
      `/spend/logs?page=${page}&size=100`,
    );
    rows.push(...data);
    if (rows.length >= total || data.length === 0) return rows;
  }
}

/** Asks a gateway as its master. @throws Error for any answer but 200 */
export async function ask<Answer>(gateway: GatewayProcess, path: string): Promise<Answer> {
  const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  const answer: Answer = await response.json();
  return answer;
}
