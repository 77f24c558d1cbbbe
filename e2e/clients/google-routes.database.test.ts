import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture?.stop());

const HI = { contents: [{ parts: [{ text: "Hi." }] }] };
const AT = "/v1beta/models";

function post(path: string, body: unknown = HI, headers: Record<string, string> = {}): Promise<Response> {
  return fixture.send(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": fixture.masterKey, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("the model of a path", () => {
  test.each([
    ["there/tokens-1", "tokens-1"],
    ["there%2Ftokens-1", "tokens-1"],
    ["there/ft:tokens-1:acme", "ft:tokens-1:acme"],
    ["there/ft%3Atokens-1%3Aacme", "ft:tokens-1:acme"],
  ])("may have slashes and colons, written out or not: %s", async (name, upstream) => {
    expect((await post(`${AT}/${name}:generateContent`)).status).toBe(200);
    expect(fixture.lastRequest().body).toMatchObject({ model: upstream });
  });

  test.each(["there/tokens-1", "models/there/tokens-1"])("may stand in the body too: %s", async (model) => {
    expect((await post(`${AT}/there/tokens-1:generateContent`, { ...HI, model })).status).toBe(200);
  });

  test("is the only one: another in the body is refused", async () => {
    const refused = await post(`${AT}/there/tokens-1:generateContent`, { ...HI, model: "there/tokens-2" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 400,
        status: "INVALID_ARGUMENT",
        details: [{ reason: "invalid_request", metadata: { param: "model" } }],
      },
    });
    const other = { requests: [{ model: "models/there/other", content: HI.contents[0] }] };
    expect((await post(`${AT}/there/local:batchEmbedContents`, other)).status).toBe(400);
  });
});

test("newer clients ask under /v1, which is decided and booked alike", async () => {
  const answered = await post("/v1/models/there/ft:tokens-1:acme:generateContent");
  expect(answered.status).toBe(200);
  expect(await fixture.booked(answered.headers.get("x-gateway-call-id"))).toMatchObject({
    route: "/v1beta/models:generateContent",
    requested_model: "there/ft:tokens-1:acme",
  });
  const refused = await post("/v1/models/nothing:generateContent");
  expect(await refused.json()).toMatchObject({ error: { code: 404, status: "NOT_FOUND" } });
});

describe("credentials", () => {
  test("a bearer counts before x-goog-api-key", async () => {
    const path = `${AT}/there/tokens-1:generateContent`;
    expect(
      (await post(path, HI, { authorization: `Bearer ${fixture.masterKey}`, "x-goog-api-key": "no" })).status,
    ).toBe(200);
    expect((await post(path, HI, { authorization: "Bearer no" })).status).toBe(401);
  });

  // When the gateway stops, its log, metrics and alerts are searched for the master key.
  test.each(["key", "access_token"])(
    "a key in the query is refused, in words, and is told nobody: %s",
    async (name) => {
      const sent: Record<string, string>[] = [{}, { "x-goog-api-key": "" }];
      for (const headers of sent) {
        const path = `${AT}/there/tokens-1:streamGenerateContent?alt=sse&${name}=${fixture.masterKey}`;
        const refused = await post(path, HI, headers);
        expect(refused.status).toBe(401);
        const text = await refused.text();
        expect(text).toContain("A key in the address is refused");
        expect(text).not.toContain(fixture.masterKey);
      }
      expect((await fixture.send(`${AT}?${name}=${fixture.masterKey}`)).status).toBe(401);
    },
  );
});

describe("a streamed answer", () => {
  const texts = (pieces: unknown): unknown =>
    JSON.parse(JSON.stringify(pieces), (name, value: unknown) => (name === "usageMetadata" ? undefined : value));

  test("is a list of pieces without alt=sse, and the same events with it", async () => {
    const path = `${AT}/there/tokens-3:streamGenerateContent`;
    const listed = await post(path);
    expect(listed.headers.get("content-type")).toBe("application/json");
    const list = (await listed.json()) as unknown[];
    expect(list).toHaveLength(4);
    expect(list.at(-1)).toMatchObject({ candidates: [{ finishReason: "STOP" }], usageMetadata: expect.any(Object) });
    const streamed = await post(`${path}?alt=sse`);
    expect(streamed.headers.get("content-type")).toMatch("text/event-stream");
    const events = (await streamed.text())
      .split("\n\n")
      .filter(Boolean)
      .map((event): unknown => JSON.parse(event.slice(6)));
    const withoutIds = (all: unknown): string => JSON.stringify(texts(all)).replaceAll(/"responseId":"[^"]*"/g, "");
    expect(withoutIds(events)).toBe(withoutIds(list));
  });

  test("that breaks ends its list with the error", async () => {
    const list = (await (await post(`${AT}/there/tokens-9,reset-3:streamGenerateContent`)).json()) as unknown[];
    expect(list.at(-1)).toMatchObject({ error: { code: 502, status: "UNAVAILABLE" } });
  });

  test("has no other form", async () => {
    expect((await post(`${AT}/there/tokens-1:streamGenerateContent?alt=media`)).status).toBe(400);
    expect((await post(`${AT}/there/tokens-1:streamGenerateContent?$alt=json;enum-encoding=int`)).status).toBe(200);
  });
});

describe("errors in Google's form", () => {
  test.each([
    ["an unknown path", `${AT}/there/tokens-1:generateText`, HI, 404, "NOT_FOUND", "not_found"],
    ["an unknown version", "/v1beta/files", HI, 404, "NOT_FOUND", "not_found"],
    ["an unknown model", `${AT}/nothing:generateContent`, HI, 404, "NOT_FOUND", "model_not_found"],
    ["no JSON", `${AT}/there/tokens-1:generateContent`, "{", 400, "INVALID_ARGUMENT", "invalid_json"],
    [
      "a stream in the body",
      `${AT}/there/tokens-1:generateContent`,
      { ...HI, stream: true },
      400,
      "INVALID_ARGUMENT",
      "invalid_request",
    ],
    [
      "a maximum that is not a number",
      `${AT}/there/tokens-1:generateContent`,
      { ...HI, generationConfig: { maxOutputTokens: "5" } },
      400,
      "INVALID_ARGUMENT",
      "invalid_request",
    ],
  ])("%s", async (_what, path, body, status, word, reason) => {
    const refused = await post(path, body);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ error: { code: status, status: word, details: [{ reason }] } });
  });

  test("no credential, and a route that a caller may not call", async () => {
    const open = await fixture.send(`${AT}/there/tokens-1:generateContent`, {
      method: "POST",
      body: JSON.stringify(HI),
    });
    expect(open.status).toBe(401);
    expect(await open.json()).toMatchObject({ error: { code: 401, status: "UNAUTHENTICATED" } });
  });
});

test("a key is bound by google_routes, and by the route without the model", async () => {
  const key = async (allowed_routes: string[]): Promise<string> => {
    const made = await fixture.send("/key/generate", {
      method: "POST",
      headers: { authorization: `Bearer ${fixture.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ allowed_routes }),
    });
    return ((await made.json()) as { key: string }).key;
  };
  const path = `${AT}/there/tokens-1:generateContent`;
  for (const [routes, status] of [
    [["google_routes"], 200],
    [["/v1beta/models:generateContent"], 200],
    [["/v1beta/*"], 200],
    [["openai_routes"], 403],
    [["/v1beta/models:countTokens"], 403],
  ] as const) {
    const answered = await post(path, HI, { "x-goog-api-key": await key([...routes]) });
    expect([routes, answered.status]).toEqual([routes, status]);
    if (status === 403)
      expect(await answered.json()).toMatchObject({
        error: { code: 403, status: "PERMISSION_DENIED", details: [{ reason: "key_route_not_allowed" }] },
      });
  }
});

test("a key with a limit is told in Google's words that it has used it up", async () => {
  const made = await fixture.send("/key/generate", {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ rpm_limit: 1 }),
  });
  const { key } = (await made.json()) as { key: string };
  const path = `${AT}/there/tokens-1:generateContent`;
  const statuses = [];
  let last;
  for (let asked = 0; asked < 3; asked++) {
    last = await post(path, HI, { "x-goog-api-key": key });
    statuses.push(last.status);
  }
  expect(statuses).toContain(429);
  expect(await last?.json()).toMatchObject({
    error: {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      details: [{ reason: "rate_limit_exceeded" }, { retryDelay: "60s" }],
    },
  });
});

test("a refused call can be asked about again by the route that was decided", async () => {
  const explained = await fixture.send("/auth/explain", {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      token: fixture.masterKey,
      route: "/v1beta/models:generateContent",
      model: "there/tokens-1",
    }),
  });
  expect(await explained.json()).toMatchObject({ allow: true });
});

test("a count of a whole request is the upstream's", async () => {
  const body = {
    generateContentRequest: {
      model: "models/claude/tokens-1",
      ...HI,
      systemInstruction: { parts: [{ text: "Be brief." }] },
      generationConfig: { maxOutputTokens: 5 },
    },
  };
  const counted = await post(`${AT}/claude/tokens-1:countTokens`, body);
  expect(counted.headers.get("x-gateway-estimated")).toBeNull();
  expect(await counted.json()).toMatchObject({ totalTokens: expect.any(Number) });
  expect(fixture.lastRequest().body).toEqual({
    model: "tokens-1",
    messages: expect.any(Array),
    system: expect.any(Array),
  });
});
