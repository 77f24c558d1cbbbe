import { afterAll, beforeAll, expect } from "vitest";
import { ISSUER } from "@/lib/auth/cases/case";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { writeState } from "../auth/case-rows";
import type { Question } from "../auth/decision-arbitrary";
import { configOf } from "../auth/decision-case";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startInProcessGateway, type InProcessGateway } from "./in-process-gateway";

/** The virtual key of a question that is asked with one. */
export const QUESTION_KEY = "sk-key-of-the-question";

export type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON, asserted on

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly decisionId: string | null;
}

/** For every test of the calling file: a gateway behind a real provider, whose decisions `/auth/explain` explains. */
export function useExplainFixture() {
  let database: TestDatabase;
  let provider: LocalProvider;
  let upstream: LocalUpstream;
  let gateway: InProcessGateway;
  beforeAll(async () => {
    [database, provider, upstream] = await Promise.all([
      startTestDatabase(),
      startProvider(),
      startUpstream({ log: false }),
    ]);
    gateway = await startInProcessGateway(database.url, { config: {} });
  });
  afterAll(async () => {
    await gateway?.stop();
    await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
  });

  /** Puts the provider's issuer in place of the cases'. */
  function here<Value extends object>(value: Value): Value {
    return JSON.parse(JSON.stringify(value).replaceAll(ISSUER, provider.issuer)) as Value;
  }

  async function send(
    bearer: string,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await gateway.send(path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as Json,
      decisionId: response.headers.get("x-gateway-decision-id"),
    };
  }

  return {
    get provider() {
      return provider;
    },
    get upstream() {
      return upstream;
    },
    get gateway() {
      return gateway;
    },
    send,
    here,
    /** Puts settings in force; the model list is the single wildcard `*`. */
    async configure(settings: object, more: { customValidate?: (claims: unknown) => unknown } = {}): Promise<void> {
      const model_list = [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }];
      await gateway.configure({
        ...more,
        config: { ...configOf({ settings: here({ ...settings }) }), model_list },
        environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
      });
    },
    /** The explanation that an administrator gets. */
    async explain(question: object): Promise<Json> {
      const { status, body } = await send(gateway.masterKey, "POST", "/auth/explain", question);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    },
    async bearerOf({ token }: Question): Promise<string> {
      if (token === "master key") return gateway.masterKey;
      return "key" in token ? QUESTION_KEY : provider.issueToken(here({ ...token.claims }));
    },
    /** Replaces all rows by those of a question. */
    async put({ state, token }: Pick<Question, "state" | "token">): Promise<void> {
      const key = typeof token === "object" && "key" in token ? { secret: QUESTION_KEY, input: token.key } : undefined;
      await writeState(gateway.services.database, state, key);
      await gateway.forget();
    },
  };
}
