import { hash } from "node:crypto";
import OpenAI, { APIError } from "openai";
import { afterAll, afterEach, beforeAll } from "vitest";
import { NO_FACTS } from "@/lib/auth/nobody";
import type { BudgetAccount } from "@/lib/limits/budget-account";
import { findPrices } from "@/lib/prices/price";
import { NO_PRICES } from "@/lib/prices/price-catalog";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startInProcessGateway, type InProcessGateway } from "./in-process-gateway";

/** Completion tokens of every answer. */
export const ANSWER_TOKENS = 5;
/** Dollars that a call costs. */
export const CALL_COST = 0.01;

/** Only completion tokens cost, $0.002 each, so a call with `max_tokens` costs exactly what is held for it. */
const price = { input_cost_per_token: 0, output_cost_per_token: CALL_COST / ANSWER_TOKENS };
function config(upstream: LocalUpstream, info: object = {}) {
  const gateway_params = { api_base: upstream.apiBase, api_key: "sk-upstream", ...price };
  return {
    general_settings: { fallbacks: { cheap: ["m"] } },
    model_list: [
      { model_name: "m", gateway_params: { ...gateway_params, model: "local/m" }, model_info: info },
      { model_name: "free", gateway_params: { ...gateway_params, model: "local/free", output_cost_per_token: 0 } },
      {
        model_name: "cheap",
        gateway_params: { ...gateway_params, model: "local/status-500", output_cost_per_token: 0, num_retries: 0 },
      },
      { model_name: "broken/*", gateway_params: { ...gateway_params, model: "local/*" } },
    ],
  };
}

/**
 * For every test of the calling file: an upstream whose answers cost `CALL_COST`, and gateways that are stopped after
 * the test. Their models are `m`, which costs, `free`, `cheap`, which fails and falls back to `m`, and `broken/*`,
 * whose upstream fails as its name says.
 */
export function useBudgetFixture() {
  let server: TestDatabase;
  let upstream: LocalUpstream;
  const opened: InProcessGateway[] = [];
  beforeAll(async () => {
    server = await startTestDatabase();
    upstream = await startUpstream({ behaviour: { tokens: ANSWER_TOKENS, delay: 20 } });
  });
  afterEach(async () => {
    upstream.requests.length = 0;
    for (const gateway of opened.splice(0)) await gateway.stop();
  });
  afterAll(async () => {
    await upstream.stop();
    await server.stop();
  });
  return {
    get upstream() {
      return upstream;
    },
    createDatabase: () => server.createDatabase(),
    /** Starts a gateway; `info` is the `model_info` of `m`. */
    async start(databaseUrl: string, info?: object): Promise<InProcessGateway> {
      const gateway = await startInProcessGateway(databaseUrl, { config: config(upstream, info) });
      opened.push(gateway);
      return gateway;
    },
    /** Stops a gateway before its test ends. */
    async stop(gateway: InProcessGateway): Promise<void> {
      opened.splice(opened.indexOf(gateway), 1);
      await gateway.stop();
    },
  };
}

export async function manage<Answer = Record<string, unknown>>(
  gateway: InProcessGateway,
  path: string,
  body: unknown,
): Promise<Answer> {
  const answer = await gateway.send(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

export async function info(gateway: InProcessGateway, path: string): Promise<Record<string, unknown>> {
  const answer = await gateway.send(path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  return (await answer.json()) as Record<string, unknown>;
}

export async function newKey(gateway: InProcessGateway, fields: object): Promise<string> {
  return (await manage<{ key: string }>(gateway, "/key/generate", fields)).key;
}

export interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
  readonly headers: Headers;
}

/** A call by the official client, with the retries that it does by itself. */
export async function call(
  gateway: InProcessGateway,
  apiKey: string,
  changes: { model?: string; max_tokens?: number; stream?: boolean; user?: string } = {},
): Promise<Outcome> {
  const client = new OpenAI({ apiKey, baseURL: `${gateway.origin}/v1` });
  try {
    const { stream, ...rest } = changes;
    const request = {
      model: "m",
      max_tokens: ANSWER_TOKENS,
      messages: [{ role: "user" as const, content: "one two three" }],
      ...rest,
    };
    if (stream) {
      const { data, response } = await client.chat.completions.create({ ...request, stream: true }).withResponse();
      for (const events = data[Symbol.asyncIterator](); !(await events.next()).done;);
      return { status: response.status, code: undefined, message: "", headers: response.headers };
    }
    const { response } = await client.chat.completions.create(request).withResponse();
    return { status: response.status, code: undefined, message: "", headers: response.headers };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    return {
      status: error.status as number,
      code: error.code ?? undefined,
      message: error.message,
      headers: error.headers as Headers,
    };
  }
}

/** How many outcomes have each status. */
export const statuses = (outcomes: readonly Outcome[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** The budget account of a key, as the gateway's process has it. */
export async function budgetAccount({ services }: InProcessGateway, secret: string): Promise<BudgetAccount> {
  const key = await services.directory.keyByHash(hash("sha256", secret, "hex"));
  const { models: entries } = services.settings.current();
  const caller = {
    principal: {
      admin: false,
      viewer: false,
      administers: [],
      role: undefined,
      keyId: key?.id,
      teamId: undefined,
      userId: undefined,
      organizationId: undefined,
      teamOrganizationId: undefined,
      endUserId: undefined,
    },
    identity: { key },
    facts: NO_FACTS,
  };
  const price = findPrices({ provider: "local", model: "m", at: Date.now() }, entries[0], NO_PRICES);
  const examined = await services.limits.examine(
    {
      caller,
      route: "/chat/completions",
      body: { value: {} },
      model: "m",
      estimatedPromptTokens: 1,
      targets: [{ price }],
    },
    entries,
  );
  const [budget] = examined.budgets;
  if (!budget) throw new Error("The key has no budget.");
  return budget.account;
}
