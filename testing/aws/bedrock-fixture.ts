import { afterAll, beforeAll, beforeEach } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startBedrock, type BedrockRequest, type LocalBedrock } from "./local-bedrock";

export const KEYS = {
  aws_access_key_id: "AKIAOWN",
  aws_secret_access_key: "own-secret",
  aws_region_name: "us-east-1",
};
const COSTS = {
  input_cost_per_token: 0.001,
  cache_read_input_token_cost: 0.0001,
  cache_creation_input_token_cost: 0.002,
  output_cost_per_token: 0.01,
};

/** For every test of the calling file: a local Bedrock, and a gateway whose models it serves. */
export function useBedrock() {
  let database: TestDatabase;
  let gateway: InProcessGateway;
  let aws: LocalBedrock;
  let ids = 0;

  beforeAll(async () => {
    [database, aws] = await Promise.all([startTestDatabase(), startBedrock()]);
    gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
  });
  afterAll(async () => {
    await gateway?.stop();
    await Promise.all([aws?.stop(), database?.stop()]);
  });
  beforeEach(() => {
    aws.answer = undefined;
    aws.requests.length = 0;
    aws.assumed = 0;
    aws.keys.clear();
    aws.keys.set("AKIAOWN", { secret: "own-secret" });
  });

  const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    gateway.send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ model: "m", ...body }),
    });
  const asked = [{ role: "user", content: "Hi." }];

  return {
    get aws() {
      return aws;
    },
    get gateway() {
      return gateway;
    },
    /** An entry of an id of its own: what is known of a deployment's health goes by it. */
    entry: (model: string, params: object = KEYS) => ({
      model_name: "m",
      gateway_params: { model, aws_bedrock_runtime_endpoint: aws.url, ...COSTS, ...params },
      model_info: { id: `b${++ids}` },
    }),
    configure: (...model_list: object[]): Promise<void> => gateway.configure({ config: { model_list } }),
    call,
    chat: (body: object = {}): Promise<Response> => call("/v1/chat/completions", { messages: asked, ...body }),
    messages: (body: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
      call("/v1/messages", { max_tokens: 9, messages: asked, ...body }, headers),
    /** What the spend log says of a call. */
    async rowOf(response: Response): Promise<Record<string, unknown> | undefined> {
      await gateway.services.spend.drained();
      const { rows } = await gateway.services.database.pool.query(
        "SELECT status, http_status, prompt_tokens, cached_tokens, cache_write_tokens, cache_write_hour_tokens, completion_tokens, spend::float8 AS spend, tried FROM calls WHERE call_id = $1",
        [response.headers.get("x-gateway-call-id")],
      );
      return rows[0];
    },
    /** What Bedrock was asked last. */
    last: (): BedrockRequest | undefined => aws.requests.at(-1),
  };
}
