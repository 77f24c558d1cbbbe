import { afterAll, beforeAll, beforeEach } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { API_KEY, LocalGoogle } from "./local-google";

const COSTS = {
  input_cost_per_token: 0.001,
  cache_read_input_token_cost: 0.0001,
  output_cost_per_token: 0.01,
};

/** For every test of the calling file: a local Google, and a gateway whose models it serves. */
export function useGoogle() {
  let database: TestDatabase;
  let gateway: InProcessGateway;
  let google: LocalGoogle;
  let ids = 0;

  beforeAll(async () => {
    [database, google] = await Promise.all([startTestDatabase(), new LocalGoogle().start()]);
    gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
  });
  afterAll(async () => {
    await gateway?.stop();
    await Promise.all([google?.stop(), database?.stop()]);
  });
  beforeEach(() => {
    google.answer = undefined;
    google.requests.length = 0;
    google.tokens.asked = 0;
    google.tokens.isDown = false;
    google.tokens.lifetime = 3600;
  });

  const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    gateway.send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const asked = [{ role: "user", content: "Hi." }];
  const entry = (model: string, params: object) => ({
    model_name: "m",
    gateway_params: { model, api_base: google.url, ...COSTS, ...params },
    model_info: { id: `g${++ids}` },
  });

  return {
    get google() {
      return google;
    },
    get gateway() {
      return gateway;
    },
    gemini: (params: object = {}, model = "gemini-2.5-flash") =>
      entry(`gemini/${model}`, { api_key: API_KEY, ...params }),
    /** An entry with credentials of its own: what is known of them goes by the settings. */
    vertex: (params: object = {}, model = "gemini-2.5-flash") =>
      entry(`vertex_ai/${model}`, {
        vertex_location: "europe-west4",
        vertex_credentials: google.serviceAccount({ private_key_id: `key-${ids}` }),
        ...params,
      }),
    configure: (...model_list: object[]): Promise<void> => gateway.configure({ config: { model_list } }),
    call,
    chat: (body: object = {}): Promise<Response> =>
      call("/v1/chat/completions", { model: "m", messages: asked, ...body }),
    messages: (body: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
      call("/v1/messages", { model: "m", max_tokens: 9, messages: asked, ...body }, headers),
    /** What the spend log says of a call. */
    async rowOf(response: Response): Promise<Record<string, unknown> | undefined> {
      await gateway.services.spend.drained();
      const { rows } = await gateway.services.database.pool.query(
        "SELECT status, http_status, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, usage_source, spend::float8 AS spend, tried FROM calls WHERE call_id = $1",
        [response.headers.get("x-gateway-call-id")],
      );
      return rows[0];
    },
  };
}
