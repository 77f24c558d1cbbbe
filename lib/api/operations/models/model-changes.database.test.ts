import { beforeEach, describe, expect, test } from "vitest";
import { SecretBox } from "@/lib/store/secret-box";
import type { InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { useModelFixture, UPSTREAM_KEY } from "@/testing/gateway/model-fixture";

const fixture = useModelFixture();
const { add, ask, call } = fixture;

test("an added entry serves calls at once with its key, before a less specific entry", async () => {
  const { status, body } = await add({ model_info: { id: "a-1", description: "By hand" } });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      id: "a-1",
      model_name: "added",
      model_info: { description: "By hand" },
      created_by: "master key",
      findings: expect.any(Array),
    }),
  ]);
  expect((await call("added")).status).toBe(200);
  expect(
    fixture.upstream.requests.map(({ body: sent, headers }) => [
      (sent as { model: string }).model,
      headers.authorization,
    ]),
  ).toEqual([["real", `Bearer ${UPSTREAM_KEY}`]]);
});

test("/model/info lists added entries after those of the file, each with its source", async () => {
  await add({ model_info: { id: "a-1" } });
  const { body } = await ask("GET", "/model/info");
  expect(body.data.map((row: Record<string, unknown>) => [row["model_name"], row["source"]])).toEqual([
    ["filed", "file"],
    ["*", "file"],
    ["added", "database"],
  ]);
  expect(body.data[2]).toMatchObject({
    id: "a-1",
    gateway_params: { model: "openai/real", weight: 2, api_key: "sk-…WXYZ" },
    unusable: null,
    credential_failure: null,
    cooldowns: [],
  });
});

test("an entry of the file is taken over with its key and its place, and given back by deleting the copy", async () => {
  const { status, body, text } = await ask("POST", "/model/take_over", { id: "filed-1" });
  expect([status, body.id]).toEqual([200, "filed-1"]);
  expect(text).not.toContain(UPSTREAM_KEY);
  const listed = async () =>
    (await ask("GET", "/model/info")).body.data.map((row: Record<string, unknown>) => [
      row["model_name"],
      row["source"],
      row["taken_over"],
    ]);
  expect(await listed()).toEqual([
    ["filed", "database", true],
    ["*", "file", false],
  ]);
  const before = fixture.upstream.requests.length;
  expect((await call("filed")).status).toBe(200);
  await ask("POST", "/model/update", { id: "filed-1", model_name: "renamed" });
  expect((await call("renamed")).status).toBe(200);
  const keys = fixture.upstream.requests.slice(before).map(({ headers }) => headers.authorization);
  expect(keys[0]).toBe(keys[1]);
  expect(await listed()).toEqual([
    ["renamed", "database", true],
    ["*", "file", false],
  ]);
  expect((await ask("POST", "/model/take_over", { id: "filed-1" })).status).toBe(409);
  expect((await ask("POST", "/model/take_over", { id: "gone" })).status).toBe(404);
  expect((await ask("POST", "/model/delete", { id: "filed-1" })).status).toBe(200);
  expect(await listed()).toEqual([
    ["filed", "file", false],
    ["*", "file", false],
  ]);
});

test("the key of an added entry is in no answer, no audit event and no dump of the database", async () => {
  const answers = [await add({ model_info: { id: "a-1" } })];
  answers.push(await ask("POST", "/model/update", { id: "a-1", gateway_params: { weight: 3 } }));
  for (const path of ["/model/info", "/model_group/info", "/audit/logs", "/config/get"])
    answers.push(await ask("GET", path));
  answers.push(await ask("POST", "/model/delete", { id: "a-1" }), await ask("GET", "/audit/logs"));
  await add();
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).not.toContain(UPSTREAM_KEY);
    expect(text).not.toContain("0123456789abcdef");
  }
  const dump = await everything(fixture.gateway);
  expect(dump).toContain("openai/real");
  expect(dump).not.toContain("0123456789abcdef");
});

test("the key of an added entry stays when another field changes, and null removes it", async () => {
  await add({ model_info: { id: "a-1" } });
  const changed = await ask("POST", "/model/update", {
    id: "a-1",
    gateway_params: { model: "openai/other", weight: null },
  });
  expect(changed.body.gateway_params).toEqual({
    model: "openai/other",
    api_base: fixture.upstream.apiBase,
    api_key: "sk-…WXYZ",
  });
  await call("added");
  const cleared = await ask("POST", "/model/update", { id: "a-1", gateway_params: { api_key: null } });
  expect(cleared.body.gateway_params).not.toHaveProperty("api_key");
  await call("added");
  expect(fixture.upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${UPSTREAM_KEY}`,
    undefined,
  ]);
});

test("after an added entry is deleted, calls go to the entry that served them before", async () => {
  await add({ model_info: { id: "a-1" } });
  expect((await ask("POST", "/model/delete", { id: "a-1" })).body).toMatchObject({ deleted_model: "a-1" });
  await call("added");
  expect((fixture.upstream.requests[0]?.body as { model: string }).model).toBe("added");
  expect((await ask("POST", "/model/delete", { id: "a-1" })).status).toBe(404);
});

test("adding an entry that can never serve a call is answered with a finding", async () => {
  const { body } = await add({
    model_name: "**",
    gateway_params: { model: "openai/x", api_base: fixture.upstream.apiBase },
  });
  expect(body.findings.map((finding: { number: string }) => finding.number)).toContain("C050");
});

const params = { model: "openai/x" };
const refusals: [what: string, path: string, input: object, status: number, param: string][] = [
  [
    "an unknown field",
    "/model/new",
    { model_name: "x", gateway_params: { ...params, wieght: 1 } },
    400,
    "gateway_params.wieght",
  ],
  [
    "an unknown provider without api_base",
    "/model/new",
    { model_name: "x", gateway_params: { model: "acme/x" } },
    400,
    "gateway_params.model",
  ],
  [
    "more wildcards upstream than in model_name",
    "/model/new",
    { model_name: "x", gateway_params: { model: "openai/*" } },
    400,
    "gateway_params.model",
  ],
  [
    "a reference to the gateway's environment",
    "/model/new",
    { model_name: "x", gateway_params: { ...params, api_key: "os.environ/DATABASE_URL" } },
    400,
    "gateway_params.api_key",
  ],
  [
    "the path of a certificate of the host",
    "/model/new",
    { model_name: "x", gateway_params: { ...params, ssl_certificate: "/etc/ssl/other.pem", ssl_key: "/dev/zero" } },
    400,
    "gateway_params.ssl_certificate",
  ],
  [
    "the path of a key of the host",
    "/model/test",
    { model_name: "x", gateway_params: { ...params, ssl_certificate: "-----BEGIN C-----", ssl_key: "/dev/zero" } },
    400,
    "gateway_params.ssl_key",
  ],
  [
    "an id that an entry of the file has",
    "/model/new",
    { model_name: "x", gateway_params: params, model_info: { id: "filed-1" } },
    409,
    "model_info.id",
  ],
  ["changing an entry of the file", "/model/update", { id: "filed-1", model_name: "y" }, 400, "id"],
  ["deleting an entry of the file", "/model/delete", { id: "filed-1" }, 400, "id"],
  ["changing an entry that does not exist", "/model/update", { id: "gone", model_name: "y" }, 404, "id"],
];
test.each(refusals)("the model list refuses %s", async (_what, path, input, status, param) => {
  const answer = await ask("POST", path, input);
  expect([answer.status, answer.body.error.param]).toEqual([status, param]);
});

test("the model list refuses a change that would make an entry invalid", async () => {
  await add({ model_info: { id: "a-1" } });
  const { status, body } = await ask("POST", "/model/update", { id: "a-1", gateway_params: { model: null } });
  expect([status, body.error.param]).toEqual([400, "gateway_params.model"]);
  expect((await call("added")).status).toBe(200);
});

test("a stored key is not sent to another origin without being sent again", async () => {
  await add({ model_info: { id: "a-1" } });
  const change = async (gateway_params: object): Promise<unknown[]> => {
    const response = await fixture.gateway.send("/model/update", {
      method: "POST",
      headers: { authorization: `Bearer ${fixture.gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ id: "a-1", gateway_params }),
    });
    return [response.status, ((await response.json()) as { error?: { param?: string } }).error?.param];
  };
  const refused = [400, "gateway_params.api_key"];
  expect(await change({ api_base: "http://127.0.0.1:9/mine" })).toEqual(refused);
  expect(await change({ api_base: fixture.upstream.apiBase.replace("127.0.0.1", "localhost") })).toEqual(refused);
  expect(await change({ api_base: null })).toEqual(refused);
  expect(await change({ api_base: null, model: "groq/real" })).toEqual(refused);
  await call("added");
  expect(fixture.upstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
  expect(await change({ api_base: `${fixture.upstream.apiBase}/other` })).toEqual([200, undefined]);
  expect(await change({ api_base: "http://127.0.0.1:9/mine", api_key: "sk-mine" })).toEqual([200, undefined]);
  expect(await change({ api_base: fixture.upstream.apiBase, api_key: null })).toEqual([200, undefined]);
  await call("added");
  expect(fixture.upstream.requests.at(-1)?.headers.authorization).toBeUndefined();
});

test.each([
  ["with a password", "https://user:password@acme.example/v1"],
  ["of cloud metadata", "http://169.254.169.254/v1"],
  ["of cloud metadata, written as one number", "http://2852039166/v1"],
  ["of cloud metadata, mapped into IPv6", "http://[::ffff:169.254.169.254]/v1"],
  ["of cloud metadata, by name", "http://metadata.google.internal/v1"],
])("the model list refuses an api_base %s", async (_what, api_base) => {
  const { status, text, body } = await add({ gateway_params: { model: "acme/x", api_base } });
  expect([status, body.error.param]).toEqual([400, "gateway_params.api_base"]);
  expect(text).not.toContain("user:password");
});

test("/model/new refuses callers who are not administrators", async () => {
  const { body } = await ask("POST", "/key/generate", { allowed_routes: ["/model/*"] });
  expect((await ask("POST", "/model/new", { model_name: "x", gateway_params: params }, body.key)).status).toBe(403);
});

describe("an entry whose key was encrypted with another GATEWAY_ENCRYPTION_KEY", () => {
  beforeEach(async () => {
    await add({ model_info: { id: "a-1" } });
    const sealed = new SecretBox("another-key-of-another-node-entirely").seal(
      JSON.stringify({ api_key: UPSTREAM_KEY }),
      "a-1",
    );
    await fixture.gateway.services.database.prisma.storedModel.update({ where: { id: "a-1" }, data: { sealed } });
    await fixture.gateway.services.settings.refresh();
  });

  test("an entry with a key that this node cannot decrypt serves no calls, hands them to no other entry, and says why", async () => {
    const refused = await call("added");
    expect([refused.status, refused.body.error.code]).toEqual([503, "no_healthy_deployment"]);
    expect(fixture.upstream.requests).toEqual([]);
    const { body } = await ask("GET", "/model/info?id=a-1");
    expect(body.data[0].unusable).toContain("GATEWAY_ENCRYPTION_KEY");
    expect((await ask("GET", "/config/get")).body.findings).toContainEqual(
      expect.objectContaining({ number: "C060", path: "models.a-1" }),
    );
    expect((await ask("GET", "/health/readiness")).body.models).toContain("1 of the database's entries");
  });

  test("an entry with a key that this node cannot decrypt is changed only together with a new key", async () => {
    expect((await ask("POST", "/model/update", { id: "a-1", model_name: "b" })).body.error.param).toBe(
      "gateway_params.api_key",
    );
    await ask("POST", "/model/update", { id: "a-1", gateway_params: { api_key: "sk-new-key-0123456789-0123" } });
    await call("added");
    expect(fixture.upstream.requests[0]?.headers.authorization).toBe("Bearer sk-new-key-0123456789-0123");
  });
});

/** Every row of every table, as text. */
async function everything({
  services: {
    database: { directUrl },
  },
}: InProcessGateway): Promise<string> {
  const pg = await import("pg");
  const client = new pg.default.Client(directUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ content: string }>(
      "SELECT database_to_xml(true, false, '')::text AS content",
    );
    return rows[0]?.content ?? "";
  } finally {
    await client.end();
  }
}

test("the dump of the database shows a key that is stored in clear text", async () => {
  await fixture.gateway.services.database.prisma.storedModel.create({
    data: { id: "x", modelName: "x", params: { model: "openai/x", leaked: UPSTREAM_KEY }, info: {}, createdBy: "a" },
  });
  expect(await everything(fixture.gateway)).toContain(UPSTREAM_KEY);
});
