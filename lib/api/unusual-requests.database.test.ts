import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  gateway = await startInProcessGateway(database.url, {
    config: { model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }] },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

describe("unusual requests", () => {
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    gateway.send(path, {
      ...init,
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...init.headers },
    });
  const call = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    send("/v1/chat/completions", { method: "POST", body, headers });

  test.each(["/health/liveness", "/health/readiness", "/v1/models", "/team/info?team_id=nobody"])(
    "HEAD %s has the status and the type of GET, and no body",
    async (path) => {
      const [got, head] = [await send(path), await send(path, { method: "HEAD" })];
      expect([head.status, head.headers.get("content-type")]).toEqual([got.status, got.headers.get("content-type")]);
      expect((await got.text()).length).toBeGreaterThan(0);
      expect(await head.text()).toBe("");
    },
  );

  test("HEAD of a route that only takes POST is refused, and a refusal says that HEAD goes where GET does", async () => {
    expect((await send("/team/new", { method: "HEAD" })).headers.get("allow")).toBe("POST");
    expect((await send("/v1/models", { method: "PUT" })).headers.get("allow")).toBe("GET, HEAD");
  });

  test("HEAD without a credential is refused where GET is", async () => {
    expect((await gateway.send("/v1/models", { method: "HEAD" })).status).toBe(401);
  });

  test("a body with a byte order mark is refused, and the refusal says so", async () => {
    const response = await call('\ufeff{"model":"tokens-1","messages":[]}');
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: "The body begins with a byte order mark: send it as UTF-8 without one." } },
    ]);
  });

  test.each(["identity", "Identity", ""])("the content encoding %j is none", async (encoding) => {
    const response = await call('{"model":"tokens-1","messages":[]}', { "content-encoding": encoding });
    expect(response.status).toBe(200);
  });

  test.each([
    ['{"team_id":"a","team_id":"b"}', "team_id"],
    ['{"team_id":"a","team\\u005fid":"b"}', "team_id"],
    ['{"team_id":"a","metadata":{"x":1,"y":[{"z":1,"z":2}]}}', "z"],
  ])("a management body with a name twice is refused and changes nothing: %s", async (body, param) => {
    const response = await send("/team/new", { method: "POST", body });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: "invalid_request", param, message: `"${param}" occurs in the body more than once.` } },
    ]);
    expect((await send("/team/info?team_id=b")).status).toBe(404);
  });
});
