import { getHeapStatistics } from "node:v8";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
let key: string;
let blockedKey: string;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { max_body_members: 20_000 },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  });
  const made = async (): Promise<string> => {
    const response = await send("/key/generate", "{}", gateway.masterKey);
    return (await response.json()).key;
  };
  [key, blockedKey] = [await made(), await made()];
  await send("/key/block", JSON.stringify({ key: blockedKey }), gateway.masterKey);
});
afterEach(async () => {
  await expect.poll(() => gateway.services.bodies.taken).toBe(0);
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

function send(path: string, body: string, bearer: string): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  return gateway.send(path, { method: "POST", headers, body });
}

async function chat(body: string, bearer = key): Promise<{ status: number; error: string | undefined }> {
  const response = await send("/v1/chat/completions", body, bearer);
  const { error }: { error?: { code: string; message: string } } = await response.json();
  return { status: response.status, error: error && `${error.code}: ${error.message}` };
}

const bodyOf = (more: object): string =>
  JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello." }], ...more });
const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

describe("large bodies", () => {
  test("a blocked key is refused before a large body is read, and after a small one", async () => {
    // The body is not JSON, as anybody who reads it finds.
    expect(await chat("x".repeat(70_000), blockedKey)).toMatchObject({ status: 403 });
    expect(await chat("x", blockedKey)).toMatchObject({ status: 400 });
  });

  test.each([0, 30_000])("a value with too many levels is refused, also with %i bytes of text", async (size) => {
    const text = "x".repeat(size);
    expect((await chat(bodyOf({ text, metadata: nested(127) }))).status).toBe(200);
    const { status, error } = await chat(bodyOf({ text, metadata: nested(128) }));
    expect([status, error]).toEqual([400, "invalid_request: The body has more than 128 levels (max_body_depth)."]);
  });

  test("a value with too many members is refused, in a call and in management", async () => {
    const many = JSON.stringify({ model: "m", metadata: Array.from({ length: 20_000 }, () => ({})) });
    const refusal = "invalid_request: The body has more than 20000 members (max_body_members).";
    expect(await chat(many)).toEqual({ status: 400, error: refusal });
    const response = await send("/team/new", many, gateway.masterKey);
    expect([response.status, (await response.json()).error.code]).toEqual([400, "invalid_request"]);
  });

  test("a large body finds no room beside others, with Retry-After, and a small one needs none", async () => {
    const share = Math.floor(getHeapStatistics().heap_size_limit / 8);
    const others = ["one", "two"].map((caller) => gateway.services.bodies.enter(caller));
    for (const other of others) other.grow(share);
    const large = bodyOf({ text: "x".repeat(20_000) });
    const refused = await send("/v1/chat/completions", large, key);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ error: { code: "overloaded" } });
    expect((await chat(bodyOf({}))).status).toBe(200);
    for (const other of others) other.release();
    expect((await chat(large)).status).toBe(200);
  });

  test("a large body keeps its room until its stream has ended", async () => {
    const body = bodyOf({ model: "tokens-20,slow-10", stream: true, text: "x".repeat(20_000) });
    const response = await send("/v1/chat/completions", body, key);
    expect(gateway.services.bodies.taken).toBeGreaterThan(20_000);
    expect(await response.text()).toContain("[DONE]");
  });
});
