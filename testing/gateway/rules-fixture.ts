import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startInProcessGateway, type InProcessGateway } from "./in-process-gateway";

/** JSON that the tests assert on. */
export type Json = ReturnType<typeof JSON.parse>;

const MODELS = ["gpt-4o", "o3"].map((name) => ({
  model_name: name,
  gateway_params: { model: `openai/${name}`, api_base: "http://127.0.0.1:9" },
}));
const JWT_AUTH = { user_id_jwt_field: "sub", user_id_upsert: true, roles_jwt_field: "roles" };

/**
 * For every test of the calling file: a gateway of its own behind a real provider, for operations that say what the
 * rules do. Its models are `gpt-4o` and `o3`, whose upstream cannot be reached.
 */
export function useRulesFixture() {
  let server: TestDatabase;
  let provider: LocalProvider;
  let gateway: InProcessGateway;
  beforeAll(async () => {
    [server, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  });
  beforeEach(async () => {
    gateway = await startInProcessGateway(await server.createDatabase(), configured());
    return () => gateway.stop();
  });
  afterAll(async () => {
    await Promise.all([server?.stop(), provider?.stop()]);
  });

  /** The configuration of the gateway with further settings, for `gateway.configure`. */
  function configured(general: object = {}, jwtAuth: object = {}) {
    return {
      config: {
        general_settings: { enable_jwt_auth: true, ...general, gateway_jwtauth: { ...JWT_AUTH, ...jwtAuth } },
        model_list: MODELS,
      },
      environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
    };
  }

  async function send(path: string, token: string, body?: object): Promise<{ status: number; body: Json }> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await gateway.send(
      path,
      body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
    );
    return { status: response.status, body: JSON.parse((await response.text()) || "null") };
  }

  return {
    get provider() {
      return provider;
    },
    get gateway() {
      return gateway;
    },
    configured,
    send,
    /** Calls an operation as an administrator; it must succeed. */
    async manage(path: string, body: object): Promise<Json> {
      const answer = await send(path, gateway.masterKey, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    },
    /** Calls a model. Its upstream cannot be reached, so a 502 means that the call was allowed. */
    async chat(token: string, model: string): Promise<"allowed" | "denied"> {
      const { status } = await send("/v1/chat/completions", token, {
        model,
        messages: [{ role: "user", content: "a prompt" }],
      });
      return status === 502 ? "allowed" : status === 403 ? "denied" : Promise.reject(new Error(String(status)));
    },
    userToken: (sub: string, claims: object = {}) => provider.issueToken({ sub, scope: "openid", ...claims }),
    async generateKey(fields: object): Promise<{ key: string; token_id: string }> {
      const { status, body } = await send("/key/generate", gateway.masterKey, fields);
      expect(status).toBe(200);
      return body;
    },
  };
}
