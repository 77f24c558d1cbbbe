import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { SecretBox } from "@/lib/store/secret-box";

const KEY = "sk-upstream-0123456789abcdefWXYZ";
let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;

const model_list = () => [
  {
    model_name: "filed",
    gateway_params: { model: "openai/filed", api_base: upstream.apiBase, api_key: KEY },
    model_info: { id: "filed-1" },
  },
  { model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } },
];

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
});
beforeEach(async () => {
  upstream.requests.length = 0;
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: { model_list: model_list() },
    environment: { HOUSE_KEY: KEY },
  });
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([upstream?.stop(), database?.stop()]);
});

interface Answer {
  status: number;
  text: string;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON, asserted on
}
async function ask(method: string, path: string, body?: unknown, key = gateway.masterKey): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await gateway.send(2, path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}
const add = (input: object = {}) =>
  ask("POST", "/model/new", {
    model_name: "added",
    gateway_params: { model: "openai/real", api_base: upstream.apiBase, api_key: KEY, weight: 2 },
    ...input,
  });
const call = (model: string) =>
  ask("POST", "/v1/chat/completions", { model, messages: [{ role: "user", content: "Hello." }] });

describe("a model entry added with /model/new", () => {
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
      upstream.requests.map(({ body: sent, headers }) => [(sent as { model: string }).model, headers.authorization]),
    ).toEqual([["real", `Bearer ${KEY}`]]);
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
      resting: [],
    });
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
      expect(text).not.toContain(KEY);
      expect(text).not.toContain("0123456789abcdef");
    }
    const dump = await everything(gateway);
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
      api_base: upstream.apiBase,
      api_key: "sk-…WXYZ",
    });
    await call("added");
    const cleared = await ask("POST", "/model/update", { id: "a-1", gateway_params: { api_key: null } });
    expect(cleared.body.gateway_params).not.toHaveProperty("api_key");
    await call("added");
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined]);
  });

  test("after an added entry is deleted, calls go to the entry that served them before", async () => {
    await add({ model_info: { id: "a-1" } });
    expect((await ask("POST", "/model/delete", { id: "a-1" })).body).toMatchObject({ deleted_model: "a-1" });
    await call("added");
    expect((upstream.requests[0]?.body as { model: string }).model).toBe("added");
    expect((await ask("POST", "/model/delete", { id: "a-1" })).status).toBe(404);
  });

  test("adding an entry that can never serve a call is answered with a finding", async () => {
    const { body } = await add({ model_name: "**", gateway_params: { model: "openai/x", api_base: upstream.apiBase } });
    expect(body.findings.map((finding: { number: string }) => finding.number)).toContain("C050");
  });
});

describe("refusals of changes to the model list", () => {
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

  test("/model/new refuses callers who are not administrators", async () => {
    const { body } = await ask("POST", "/key/generate", { allowed_routes: ["/model/*"] });
    expect((await ask("POST", "/model/new", { model_name: "x", gateway_params: params }, body.key)).status).toBe(403);
  });
});

describe("an entry whose key was encrypted with another GATEWAY_ENCRYPTION_KEY", () => {
  beforeEach(async () => {
    await add({ model_info: { id: "a-1" } });
    const sealed = new SecretBox("another-key-of-another-node-entirely").seal(JSON.stringify({ api_key: KEY }), "a-1");
    await gateway.services.database.prisma.storedModel.update({ where: { id: "a-1" }, data: { sealed } });
    await gateway.services.settings.refresh();
  });

  test("an entry with a key that this node cannot decrypt serves no calls, hands them to no other entry, and says why", async () => {
    const refused = await call("added");
    expect([refused.status, refused.body.error.code]).toEqual([503, "no_healthy_deployment"]);
    expect(upstream.requests).toEqual([]);
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
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer sk-new-key-0123456789-0123");
  });
});

describe("explanations of the model list", () => {
  test("/model/resolve answers every candidate in order, each with the reason for its position", async () => {
    const { body } = await ask("POST", "/model/resolve", { model: "filed" });
    expect(body).toMatchObject({
      because: 'Before "*": an exact name comes before every pattern.',
      winner: { id: "filed-1" },
      findings: [],
    });
    expect(
      body.candidates.map((one: Record<string, unknown>) => [
        one["model_name"],
        one["position"],
        one["wins"],
        one["because"],
      ]),
    ).toEqual([
      ["filed", 1, true, null],
      ["*", 2, false, "An exact name comes before every pattern."],
    ]);
  });

  test("/model/resolve also resolves over a draft, which is checked like the file", async () => {
    const draft = [
      {
        model_name: "f*",
        gateway_params: { model: "acme/*", api_base: "https://acme.example/v1", api_key: "os.environ/HOUSE_KEY" },
      },
    ];
    const { body } = await ask("POST", "/model/resolve", { model: "filed", model_list: draft });
    expect(body).toMatchObject({
      winner: { model_name: "f*", upstream_model: "acme/iled", captures: ["iled"] },
      because: "No other model_name fits.",
    });
    expect(body.findings.map((finding: { number: string }) => finding.number)).toEqual(["C053"]);
    const wrong = await ask("POST", "/model/resolve", {
      model: "filed",
      model_list: [{ model_name: "f*", gateway_params: { model: "acme/*-*" } }],
    });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, "model_list.0.gateway_params.model"]);
    const leak = await ask("POST", "/model/resolve", {
      model: "filed",
      model_list: [{ model_name: "filed", gateway_params: { model: "os.environ/HOUSE_KEY" } }],
    });
    expect([leak.status, leak.body.error.param]).toEqual([400, "model_list.0.gateway_params.model"]);
  });

  test("/model/info shows administrators which entries overlap, and /model_group/info shows the deployments of each group", async () => {
    await add({ model_name: "filed", model_info: { id: "a-1" } });
    const { body } = await ask("GET", "/model/info");
    const other = body.data[1].id;
    expect(body.overlaps).toEqual([{ winner: "filed-1", loser: other, example: "filed", tie: false, complete: false }]);
    const groups = (await ask("GET", "/model_group/info?model_group=filed")).body.data;
    expect(groups).toEqual([
      expect.objectContaining({ model_group: "filed", providers: ["openai"], is_pattern: false, rpm: null }),
    ]);
    expect(groups[0].deployments).toEqual([
      { id: "filed-1", weight: 1, usable: true, in_flight: 0, resting_models: 0 },
      { id: "a-1", weight: 2, usable: true, in_flight: 0, resting_models: 0 },
    ]);
  });

  test("callers who are not administrators see only the groups they may use, without upstream parameters", async () => {
    const { body } = await ask("POST", "/key/generate", {
      models: ["filed"],
      allowed_routes: ["info_routes", "openai_routes"],
    });
    const groups = await ask("GET", "/model_group/info", undefined, body.key);
    expect(groups.body.data.map((one: { model_group: string }) => one.model_group)).toEqual(["filed"]);
    const info = await ask("GET", "/model/info", undefined, body.key);
    expect(info.body).toMatchObject({ findings: [], overlaps: [] });
    expect(info.body.data[0].gateway_params).toEqual({});
  });

  test.each([["/embeddings"], ["/messages"]])(
    "a key that may call only %s sees the models it may use there",
    async (route) => {
      const { body } = await ask("POST", "/key/generate", {
        models: ["filed"],
        allowed_routes: ["/models", "/models/*", route],
      });
      expect(
        (await ask("GET", "/v1/models", undefined, body.key)).body.data.map(({ id }: { id: string }) => id),
      ).toEqual(["filed"]);
      expect((await ask("GET", "/v1/models/filed", undefined, body.key)).status).toBe(200);
      expect((await ask("GET", "/v1/models/other", undefined, body.key)).status).toBe(404);
    },
  );
});

/** Every row of every table, as text. */
async function everything({
  services: {
    database: { url },
  },
}: InProcessGateway): Promise<string> {
  const pg = await import("pg");
  const client = new pg.default.Client(url);
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
  await gateway.services.database.prisma.storedModel.create({
    data: { id: "x", modelName: "x", params: { model: "openai/x", leaked: KEY }, info: {}, createdBy: "a" },
  });
  expect(await everything(gateway)).toContain(KEY);
});
