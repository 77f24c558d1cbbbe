import { expect, test } from "vitest";
import { useModelFixture } from "@/testing/gateway/model-fixture";

const fixture = useModelFixture();
const { add, ask } = fixture;

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
    { id: "filed-1", weight: 1, usable: true, in_flight: 0, models_on_cooldown: 0 },
    { id: "a-1", weight: 2, usable: true, in_flight: 0, models_on_cooldown: 0 },
  ]);
});

test("the pages of /model_group/info, each behind the one before, lose and repeat no name while others come and go", async () => {
  const made = ["a", "b", "c", "d", "e", "f"];
  for (const id of made) await add({ model_name: `name-${id}`, model_info: { id } });
  const namesOf = (body: { data: { model_group: string }[] }) => body.data.map((one) => one.model_group);
  const whole = (await ask("GET", "/model_group/info")).body;
  const names = namesOf(whole);
  expect(whole).toMatchObject({ total: names.length, page: 1, next: null });
  expect(namesOf((await ask("GET", "/model_group/info?size=2&page=2")).body)).toEqual(names.slice(2, 4));

  const seen: string[] = [];
  for (let answer = (await ask("GET", "/model_group/info?size=2")).body; ;) {
    seen.push(...namesOf(answer));
    if (answer.next === null) break;
    // The name that the page ended with is deleted too: the next page begins after its position anyway.
    const last = seen.at(-1)?.replace("name-", "") ?? "";
    if (made.includes(last)) await ask("POST", "/model/delete", { id: last });
    answer = (await ask("GET", `/model_group/info?size=2&after=${answer.next}`)).body;
    expect(answer.page).toBe(null);
  }
  expect(seen).toEqual(names);
  expect((await ask("GET", "/model_group/info?after=x")).status).toBe(400);
});

test("the pages of /model/info, each behind the one before, lose and repeat no entry while others come and go", async () => {
  const made = ["a", "b", "c", "d", "e", "f"];
  for (const id of made) await add({ model_info: { id } });
  const whole = (await ask("GET", "/model/info")).body;
  const ids = whole.data.map(({ id }: { id: string }) => id) as string[];
  expect(whole).toMatchObject({ total: ids.length, page: 1, next: null });
  expect((await ask("GET", "/model/info?size=2&page=2")).body.data.map(({ id }: { id: string }) => id)).toEqual(
    ids.slice(2, 4),
  );
  const seen: string[] = [];
  let came = 0;
  for (let answer = (await ask("GET", "/model/info?size=2")).body; ;) {
    seen.push(...answer.data.map(({ id }: { id: string }) => id));
    if (answer.next === null) break;
    // The entry that the page ended with is deleted too: the next page begins after its position anyway.
    if (seen.at(-1) === "b") await ask("POST", "/model/delete", { id: "b" });
    await add({ model_info: { id: `new-${came++}` } });
    answer = (await ask("GET", `/model/info?size=2&after=${answer.next}`)).body;
    expect(answer.page).toBe(null);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => !id.startsWith("new"))).toEqual(ids);
  expect((await ask("GET", "/model/info?after=x")).status).toBe(400);
});

test("/model/info shows administrators what the calls of an entry cost, and nobody else", async () => {
  await add({ model_info: { id: "a-1" }, gateway_params: { model: "openai/gpt-4o", input_cost_per_token: 0.000001 } });
  const entries = (await ask("GET", "/model/info")).body.data;
  expect(entries.map((one: { prices: unknown }) => one.prices)).toEqual([
    null,
    null,
    expect.objectContaining({ input_cost_per_token: 0.000001, output_cost_per_token: 0.00001 }),
  ]);
  expect(entries[2].price_version).toMatch(/^config:[0-9a-f]{8}\+genai-prices@/);
  const { body } = await ask("POST", "/key/generate", { models: ["added"] });
  const seen = (await ask("GET", "/model/info?id=a-1", undefined, body.key)).body.data[0];
  expect([seen.prices, seen.price_version, seen.priced]).toEqual([null, null, true]);
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

test("/model/info shows a key only the entries that it may use, without their addresses", async () => {
  await add({ model_info: { id: "a-1" } });
  const { body } = await ask("POST", "/key/generate", { models: ["added"] });
  const read = async (path: string) => {
    const response = await fixture.gateway.send(path, { headers: { authorization: `Bearer ${body.key}` } });
    return { status: response.status, text: await response.text() };
  };
  const shown = await read("/model/info");
  expect(JSON.parse(shown.text).data).toEqual([
    expect.objectContaining({ id: "a-1", model_name: "added", api_base: null, gateway_params: {} }),
  ]);
  expect(shown.text).not.toContain("127.0.0.1");
  expect((await read("/model/info?id=filed-1")).status).toBe(404);
});

test.each([["/embeddings"], ["/messages"]])(
  "a key that may call only %s sees the models it may use there",
  async (route) => {
    const { body } = await ask("POST", "/key/generate", {
      models: ["filed"],
      allowed_routes: ["/models", "/models/*", route],
    });
    expect((await ask("GET", "/v1/models", undefined, body.key)).body.data.map(({ id }: { id: string }) => id)).toEqual(
      ["filed"],
    );
    expect((await ask("GET", "/v1/models/filed", undefined, body.key)).status).toBe(200);
    expect((await ask("GET", "/v1/models/other", undefined, body.key)).status).toBe(404);
  },
);
