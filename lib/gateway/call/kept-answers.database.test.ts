import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Behaviour } from "@/local/upstream/behaviour";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
let live: LiveUpstream;
/** Two keys of one team, and one of another. */
let ada: string;
let bob: string;
let eve: string;
let made = 0;

beforeAll(async () => {
  [database, upstream, live] = await Promise.all([startTestDatabase(), startUpstream(), startLiveUpstream()]);
  const at = (model: string) => ({ model, api_base: upstream.apiBase, api_key: "sk-upstream" });
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [
        { model_name: "m", gateway_params: at("openai/gpt"), model_info: { id: "account" } },
        { model_name: "other", gateway_params: at("openai/other") },
        { model_name: "live", gateway_params: { model: "openai/live", api_base: live.apiBase, api_key: "sk-live" } },
        { model_name: "chat-only", gateway_params: at("deepseek/chat") },
      ],
    },
  });
  for (const team_id of ["red", "blue"]) await ask(gateway.masterKey, "/team/new", { team_id });
  [ada, bob, eve] = [await keyOf("red"), await keyOf("red"), await keyOf("blue")];
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), live?.stop(), database?.stop()]);
});
beforeEach(() => {
  upstream.requests.length = 0;
  upstream.behave = () => ({});
});

/** An upstream that keeps one response, and streams it until it is told how it ends. */
interface LiveUpstream {
  readonly apiBase: string;
  /** The paths of what it was asked by GET. */
  readonly asked: string[];
  end(last: string): void;
  stop(): Promise<void>;
}

async function startLiveUpstream(): Promise<LiveUpstream> {
  const asked: string[] = [];
  let open: ServerResponse | undefined;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === "POST") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id: `resp_${made}`, object: "response", output: [] }));
      return;
    }
    asked.push(request.url ?? "");
    open = response;
    response.setHeader("content-type", "text/event-stream");
    response.write("data: first\n\n");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    apiBase: `http://127.0.0.1:${port}/v1`,
    asked,
    end: (last) => open?.end(last),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly error?: { readonly message: string; readonly param: string | null } };
  readonly headers: Headers;
}

async function ask(bearer: string, path: string, body?: object, method = body ? "POST" : "GET"): Promise<Answer> {
  const response = await gateway.send(path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"], headers: response.headers };
}

async function keyOf(team_id: string): Promise<string> {
  const { body } = await ask(gateway.masterKey, "/key/generate", { team_id });
  return String(Reflect.get(body, "key"));
}

/** Has the upstream answer once with a new response. */
function answers(more: object = {}): { readonly id: string; readonly item: string } {
  const [id, item] = [`resp_${++made}`, `msg_${made}`];
  const body = { id, object: "response", output: [{ type: "message", id: item, content: [] }], ...more };
  upstream.behave = () => ({ status: 200, body });
  return { id, item };
}

/** A response that the upstream keeps for whoever asks. */
async function keep(bearer: string, more: object = {}, model = "m"): Promise<{ id: string; item: string }> {
  const named = answers(more);
  const { status } = await ask(bearer, "/v1/responses", { model, input: "Hi" });
  expect(status).toBe(200);
  upstream.requests.length = 0;
  return named;
}

const nobodys = (answer: Answer, param: string): void => {
  expect(answer.status).toBe(404);
  expect(answer.body.error?.param).toBe(param);
  expect(upstream.requests).toEqual([]);
};

describe("a response that an upstream keeps", () => {
  test("is shown to everybody of its team, by the deployment that keeps it, and to nobody else", async () => {
    const { id } = await keep(ada);
    for (const own of [ada, bob]) {
      const shown = await ask(own, `/v1/responses/${id}?include%5B%5D=reasoning.encrypted_content`);
      expect(shown).toMatchObject({ status: 200, body: { id } });
      expect(shown.headers.get("x-gateway-deployment")).toBe("account");
    }
    expect(upstream.requests).toMatchObject([
      { method: "GET", path: `/v1/responses/${id}?include%5B%5D=reasoning.encrypted_content` },
      { method: "GET" },
    ]);
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer sk-upstream");
    upstream.requests.length = 0;
    const [others, none] = [await ask(eve, `/v1/responses/${id}`), await ask(eve, "/v1/responses/resp_never")];
    nobodys(others, "response_id");
    expect(others.body.error?.message.replace(id, "resp_never")).toBe(none.body.error?.message);
    nobodys(await ask(gateway.masterKey, `/v1/responses/${id}`), "response_id");
  });

  test("is shown with all that several include[] ask for", async () => {
    const { id } = await keep(ada);
    const query = "include%5B%5D=reasoning.encrypted_content&include%5B%5D=message.output_text.logprobs";
    expect(await ask(ada, `/v1/responses/${id}?${query}`)).toMatchObject({ status: 200 });
    expect(upstream.requests).toMatchObject([{ path: `/v1/responses/${id}?${query}` }]);
  });

  test("is streamed from an event on, as it comes", async () => {
    const { id } = await keep(ada, {}, "live");
    const shown = await gateway.send(`/v1/responses/${id}?stream=true&starting_after=3`, {
      headers: { authorization: `Bearer ${ada}` },
    });
    expect(shown.headers.get("content-type")).toBe("text/event-stream");
    const pieces = shown.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await pieces?.read()).toMatchObject({ value: "data: first\n\n" });
    // Only now does its upstream go on.
    live.end("data: last\n\n");
    expect(await pieces?.read()).toMatchObject({ value: "data: last\n\n" });
    expect(await pieces?.read()).toMatchObject({ done: true });
    expect(live.asked).toEqual([`/v1/responses/${id}?stream=true&starting_after=3`]);
    expect((await ask(eve, `/v1/responses/${id}?stream=true`)).status).toBe(404);
  });

  test("is deleted at the upstream by its owner alone", async () => {
    const { id } = await keep(ada);
    nobodys(await ask(eve, `/v1/responses/${id}`, undefined, "DELETE"), "response_id");
    upstream.behave = () => ({ status: 200, body: { id, object: "response", deleted: true } });
    expect(await ask(bob, `/v1/responses/${id}`, undefined, "DELETE")).toMatchObject({ status: 200 });
    expect(upstream.requests).toMatchObject([{ method: "DELETE", path: `/v1/responses/${id}` }]);
    upstream.requests.length = 0;
    nobodys(await ask(ada, `/v1/responses/${id}`), "response_id");
  });

  test("has its input listed, whose items its owner may name from then on", async () => {
    const { id } = await keep(ada);
    const input = [{ type: "item_reference", id: `in_${id}` }];
    nobodys(await ask(ada, "/v1/responses", { model: "m", input }), "input.0.id");
    upstream.behave = () => ({ status: 200, body: { object: "list", data: [{ id: `in_${id}`, type: "message" }] } });
    expect(await ask(ada, `/v1/responses/${id}/input_items?limit=5&order=asc`)).toMatchObject({ status: 200 });
    expect(upstream.requests).toMatchObject([{ path: `/v1/responses/${id}/input_items?limit=5&order=asc` }]);
    answers();
    expect(await ask(ada, "/v1/responses", { model: "m", input })).toMatchObject({ status: 200 });
    upstream.requests.length = 0;
    nobodys(await ask(eve, "/v1/responses", { model: "m", input }), "input.0.id");
  });

  test("is not shown to a team that has lost its model", async () => {
    const { id } = await keep(eve, {}, "other");
    await ask(gateway.masterKey, "/team/update", { team_id: "blue", models: ["m"] });
    nobodys(await ask(eve, `/v1/responses/${id}`), "response_id");
    await ask(gateway.masterKey, "/team/update", { team_id: "blue", models: [] });
    expect(await ask(eve, `/v1/responses/${id}`)).toMatchObject({ status: 200 });
  });

  test("passes on what its upstream says, but nothing of the gateway's key", async () => {
    const { id } = await keep(ada);
    upstream.behave = () => ({
      status: 404,
      body: { error: { message: "Gone.", type: "x", param: null, code: null } },
    });
    expect(await ask(ada, `/v1/responses/${id}`)).toMatchObject({ status: 404, body: { error: { message: "Gone." } } });
    upstream.behave = () => ({ status: 401, body: { error: { message: "Wrong key sk-upstream" } } });
    const refused = await ask(ada, `/v1/responses/${id}`);
    expect(refused).toMatchObject({ status: 502, body: { error: { code: "upstream_access_refused" } } });
    expect(JSON.stringify(refused.body)).not.toContain("sk-upstream");
  });

  test.each([
    ["its call says so", { store: false }, {}],
    ["its upstream says so", {}, { store: false }],
  ])("is nobody's if it is not kept: %s", async (_, asked, answered) => {
    const { id } = answers(answered);
    await ask(ada, "/v1/responses", { model: "m", input: "Hi", ...asked });
    upstream.requests.length = 0;
    nobodys(await ask(ada, `/v1/responses/${id}`), "response_id");
  });
});

describe("a stream", () => {
  const stream = (bearer: string) =>
    gateway.send("/v1/responses", {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "m", input: "Hi", stream: true }),
    });
  /** The local upstream gives all its streamed responses one id. */
  const forget = (): Promise<void> => gateway.services.kept.forget("resp_local");
  beforeEach(forget);

  test("is its caller's once its end is there", async () => {
    await (await stream(ada)).text();
    answers();
    expect(await ask(bob, "/v1/responses/resp_local")).toMatchObject({ status: 200 });
    upstream.requests.length = 0;
    nobodys(await ask(eve, "/v1/responses/resp_local"), "response_id");
  });

  test("is its caller's even if it breaks", async () => {
    upstream.behave = (): Behaviour => ({ resetAfter: 2 });
    await (await stream(eve)).text();
    answers();
    expect(await ask(eve, "/v1/responses/resp_local")).toMatchObject({ status: 200 });
  });
});

describe("what a call names", () => {
  test.each<[string, string, (kept: { id: string; item: string }) => object]>([
    ["the response before", "previous_response_id", ({ id }) => ({ previous_response_id: id })],
    ["an item", "input.1.id", ({ item }) => ({ input: ["?", { type: "item_reference", id: item }] })],
    ["an item without its type", "input.0.id", ({ item }) => ({ input: [{ id: item }] })],
    ["a thought", "input.0.id", ({ item }) => ({ input: [{ type: "reasoning", id: item, summary: [] }] })],
    ["an image", "input.0.id", ({ item }) => ({ input: [{ type: "image_generation_call", id: item }] })],
  ])("is its owner's alone: %s", async (_, param, naming) => {
    const body = { model: "m", input: "And?", ...naming(await keep(ada)) };
    nobodys(await ask(eve, "/v1/responses", body), param);
    answers();
    expect(await ask(bob, "/v1/responses", body)).toMatchObject({ status: 200 });
  });

  test.each(["conv_text", { id: "conv_object" }])("belongs to whoever continues it first: %j", async (conversation) => {
    answers();
    const body = { model: "m", input: "And?", conversation };
    expect(await ask(ada, "/v1/responses", body)).toMatchObject({ status: 200 });
    upstream.requests.length = 0;
    nobodys(await ask(eve, "/v1/responses", body), "conversation");
    answers();
    expect(await ask(bob, "/v1/responses", body)).toMatchObject({ status: 200 });
  });

  test("is nobody's if no upstream could keep it", async () => {
    const named = { previous_response_id: "resp_\0" };
    nobodys(await ask(ada, "/v1/responses", { model: "m", input: "?", ...named }), "previous_response_id");
    nobodys(await ask(ada, "/v1/responses", { model: "m", input: "?", conversation: "conv_\0" }), "conversation");
    nobodys(await ask(ada, "/v1/responses/resp_%00"), "response_id");
  });

  test("goes to one of two who continue a conversation at once", async () => {
    answers();
    const body = { model: "m", input: "And?", conversation: "conv_race" };
    const both = await Promise.all([ada, eve].map((bearer) => ask(bearer, "/v1/responses", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("is not kept by an upstream of another dialect, which says so", async () => {
    const { status, body } = await ask(ada, "/v1/responses", {
      model: "chat-only",
      input: "And?",
      previous_response_id: "resp_never",
    });
    expect(status).toBe(400);
    expect(body.error?.message).toContain("Send the whole conversation");
    const made = await ask(ada, "/v1/responses", { model: "chat-only", input: "Hi", store: true });
    expect(made.status).toBe(200);
    upstream.requests.length = 0;
    nobodys(await ask(ada, `/v1/responses/${made.body.id}`), "response_id");
  });
});
