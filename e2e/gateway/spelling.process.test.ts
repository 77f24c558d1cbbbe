import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const CHAT = JSON.stringify({ model: "secret", messages: [{ role: "user", content: "Hi." }] });
const ALLOWED = JSON.stringify({ model: "open", input: "Hi." });

/** Ways to write a path that some server, somewhere, takes for `/v1/chat/completions` or `/team/new`. */
const SPELLINGS = [
  "//v1/chat/completions",
  "/v1//chat/completions",
  "/v1/chat//completions",
  "/v1/chat/completions/",
  "/v1/%63hat/completions",
  "/v1%2Fchat%2Fcompletions",
  "/v1/chat%2fcompletions",
  "/v1/embeddings/../chat/completions",
  "/v1/embeddings/%2e%2e/chat/completions",
  "/v1/./chat/completions",
  "/V1/chat/completions",
  "/v1/Chat/Completions",
  "/v1/chat/completions;x",
  "/v1/chat/completions%20",
  "/v1/chat/completions%00",
  "/v1\\chat\\completions",
  "/v1/chat\\completions",
  "/v1/v1/chat/completions",
  "/v1/chat/completions#/v1/embeddings",
  "/v1/chat/completions?/v1/embeddings",
  "/chat/completions",
  "/v1/chat/completions",
  "http://any.example/v1/chat/completions",
  "http://any.example//v1/chat/completions",
  "/v1/embeddings/../../team/new",
  "/v1/../team/new",
  "/team/new/",
  "//team/new",
  "http://any.example/team/new",
  "/openai/deployments/open/chat/completions",
  "/openai/deployments/open/embeddings/../../../team/new",
  "/openai/deployments/open/team/new",
  "/openai/deployments/chat/completions",
  "/openai/v1/chat/completions",
  "/openai/v1/v1/chat/completions",
  "/openai//chat/completions",
  "/openai/team/new",
  "/openai/v1/team/new",
  "/openai/../team/new",
];

const START = "POST /v1/embeddings HTTP/1.1\r\nhost: h\r\n";

describe.each([
  { name: "with the console", environment: {} },
  { name: "without the console", environment: { GATEWAY_CONSOLE: "off" } },
] as const)("spellings of routes, $name", ({ environment }) => {
  let gateway: GatewayProcess;
  let upstream: LocalUpstream;
  let key: string;

  beforeAll(async () => {
    upstream = await startUpstream();
    const gateway_params = {
      model: "openai/*",
      api_base: upstream.apiBase,
      input_cost_per_token: 0.001,
      output_cost_per_token: 0.002,
    };
    gateway = await startGatewayWithDatabase({
      environment,
      config: { model_list: [{ model_name: "*", gateway_params }] },
    });
    const response = await fetch(`${gateway.url}/key/generate`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ allowed_routes: ["/v1/embeddings"], models: ["open"] }),
    });
    ({ key } = (await response.json()) as { key: string });
  });
  afterAll(async () => {
    await gateway?.stop();
    await upstream?.stop();
  });

  /** Sends the target as it is: a client library would tidy it up first. */
  async function send(target: string, body: string, bearer = key): Promise<{ status: number; answer: string }> {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${bearer}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
    const raw = await text(socket);
    return { status: Number(raw.slice(9, 12)), answer: raw.slice(raw.indexOf("\r\n\r\n") + 4) };
  }

  test.each(SPELLINGS)("the spelling %s of a route opens no other route", async (target) => {
    const { status } = await send(target, target.includes("team") ? '{"team_id":"evil"}' : CHAT);
    // Refused, not found, or shown the right spelling; whatever it is, nothing is done.
    expect([308, 400, 403, 404, 405]).toContain(status);
    expect(upstream.requests).toEqual([]);
  });

  test("no spelling of a route has created a team", async () => {
    const response = await fetch(`${gateway.url}/team/list`, {
      headers: { authorization: `Bearer ${gateway.masterKey}` },
    });
    expect(await response.json()).toMatchObject({ total: 0 });
  });

  test.each([
    ["two models", '{"model":"open","input":"a","model":"secret"}', 400],
    ["two models, one of them escaped", '{"model":"open","input":"a","mod\\u0065l":"secret"}', 400],
    ["two models, the second first", '{"mod\\u0065l":"secret","model":"open","input":"a"}', 400],
    ["another model", '{"model":"secret","input":"a"}', 403],
    ["a model in a list", '{"model":["open","secret"],"input":"a"}', 400],
    ["a model in another case", '{"Model":"open","model":"secret","input":"a"}', 400],
    ["a byte order mark", '\u00ef\u00bb\u00bf{"model":"open","input":"a"}', 400],
  ])("a body with %s does not reach the upstream", async (_what, body, status) => {
    expect((await send("/v1/embeddings", body)).status).toBe(status);
    expect(upstream.requests).toEqual([]);
  });

  test("a key may use its own route and model, in the absolute form of the address too", async () => {
    expect((await send("/v1/embeddings", ALLOWED)).status).toBe(200);
    expect((await send("http://any.example/v1/embeddings", ALLOWED)).status).toBe(200);
    expect(upstream.requests.map(({ path }) => path)).toEqual(["/v1/embeddings", "/v1/embeddings"]);
  });

  test("a key may use its own route and model where Azure's clients look for them, and the model of the path counts", async () => {
    const before = upstream.requests.length;
    expect((await send("/openai/deployments/open/embeddings?api-version=2024-10-21", ALLOWED)).status).toBe(200);
    expect((await send("/openai/deployments/other/embeddings", ALLOWED)).status).toBe(403);
    expect((await send("/openai/deployments/open%2F..%2Fother/embeddings", ALLOWED)).status).toBe(403);
    expect(upstream.requests.slice(before).map(({ path }) => path)).toEqual(["/v1/embeddings"]);
  });

  const json = { message: expect.any(String), type: "invalid_request_error", param: null, code: "not_found" };

  test.each([undefined, "*/*", "application/json"])(
    "an address that is nobody's has no page for Accept %s",
    async (accept) => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const response = await fetch(`${gateway.url}/v3/models/open:generateContent`, { headers });
      expect([response.status, await response.json()]).toEqual([404, { error: json }]);
      const post = await fetch(`${gateway.url}/v3/models/open`, { method: "POST", headers, body: "{}" });
      expect([post.status, await post.json()]).toEqual([404, { error: json }]);
    },
  );

  test("the sign-in reads at most 64 KiB, and nobody can write to the log through it", async () => {
    const statusOf = async (path: string, size: number): Promise<number> => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ code: "x".repeat(size) });
      return (await fetch(gateway.url + path, { method: "POST", headers, body })).status;
    };
    expect(await statusOf("/api/auth/_log", 1)).toBe(404);
    expect([404, 413]).toContain(await statusOf("/api/auth/_log", 100_000));
    const served = "GATEWAY_CONSOLE" in environment ? 404 : 413;
    for (const path of ["/api/auth/callback/master-key", "/api/auth/signin/oidc", "/api/auth/signout"])
      expect(await statusOf(path, 100_000)).toBe(served);
    expect(gateway.output).not.toContain("sign_in_failed");
  });

  test("the server as a whole (*) is asked by OPTIONS alone", async () => {
    const { status, answer } = await send("*", "{}");
    expect([status, JSON.parse(answer)]).toEqual([400, { error: { ...json, code: "invalid_request" } }]);
  });

  test.each([
    [
      "a second Authorization",
      400,
      `POST /v1/embeddings HTTP/1.1\r\nhost: h\r\n${"authorization: Bearer a\r\n".repeat(2)}`,
    ],
    ["a second Host", 400, "GET /v1/models HTTP/1.1\r\nhost: h\r\nhost: h\r\n"],
    ["a Host with user information", 400, "GET /console HTTP/1.1\r\nhost: a@h\r\naccept: text/html\r\n"],
    ["a length and chunks", 400, `${START}content-length: 4\r\ntransfer-encoding: chunked\r\n`],
    ["chunks that are not the last coding", 400, `${START}transfer-encoding: chunked, identity\r\n`],
    ["a folded header", 400, `${START}x-a: b\r\n c\r\n`],
    ["a bare CR in a header", 400, `${START}x-a: b\rx-b: c\r\n`],
    ["lines that end with LF alone", 400, "GET /v1/models HTTP/1.1\nhost: h\n"],
    ["a blank before a colon", 400, `${START}content-length : 4\r\n`],
    ["a thousand headers", 431, START + "a:\r\n".repeat(1_000)],
    ["a method that no page and no operation has", 405, "TRACE /v1/models HTTP/1.1\r\nhost: h\r\n"],
    ["an address that cannot be decoded", 404, "GET /v1/%zz HTTP/1.1\r\nhost: h\r\n"],
    ["an address of 20 KB", 414, `GET /console/${"p".repeat(20_000)} HTTP/1.1\r\nhost: h\r\naccept: text/html\r\n`],
    [
      "a body of 70 KB for a page that takes none",
      404,
      "POST /console HTTP/1.1\r\nhost: h\r\ncontent-length: 70000\r\n",
    ],
    ["a large body without a credential", 401, `${START}accept: text/html\r\ncontent-length: 30000000\r\n`],
    ["an upgrade", 404, "GET /v1/realtime HTTP/1.1\r\nhost: h\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n"],
  ])("a request with %s is answered in JSON by %i", async (_what, status, head) => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).on("error", () => {});
    socket.write(head.includes("connection") ? `${head}\r\n` : `${head}connection: close\r\n\r\n`);
    const raw = await text(socket);
    const { error } = JSON.parse(raw.slice(raw.indexOf("{"), raw.lastIndexOf("}") + 1));
    expect([Number(raw.slice(9, 12)), error]).toEqual([status, expect.objectContaining({ code: expect.any(String) })]);
  });
});
