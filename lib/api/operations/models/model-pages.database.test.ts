import { expect, test } from "vitest";
import { useModelFixture } from "@/testing/gateway/model-fixture";

const fixture = useModelFixture();
const { add, ask } = fixture;

test("GET /v1/models answers in pages, each of which says whether there are more", async () => {
  for (const model_name of ["one", "two"]) await add({ model_name, model_info: {} });
  const page = async (query: string) => {
    const { body } = await ask("GET", `/v1/models?${query}`);
    return [body.data.map(({ id }: { id: string }) => id), body.first_id, body.last_id, body.has_more];
  };
  const { body } = await ask("GET", "/v1/models");
  expect([Object.keys(body), body.data[0].id]).toEqual([["object", "data"], "filed"]);
  expect(await page("limit=1")).toEqual([["filed"], "filed", "filed", true]);
  const [ids, , last, more] = await page("before_id=two&limit=1");
  expect([ids, last, more]).toEqual([["one"], "one", true]);
  expect(await page("after_id=one")).toEqual([["two"], "two", "two", false]);
  for (const query of ["limit=0", "limit=1001", "limit=x", "after_id=none", "page=2"])
    expect((await ask("GET", `/v1/models?${query}`)).status).toBe(400);
});

test("a query that would be ignored is refused, except that of a model call", async () => {
  const { gateway } = fixture;
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await gateway.send(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { error } = (await answer.json()) as { error?: { param: string; message: string } };
    return [answer.status, error?.param];
  };
  expect(await ask("GET", "/health/liveness?verbose=1")).toEqual([400, "verbose"]);
  expect(await ask("GET", "/openapi.json?version=2")).toEqual([400, "version"]);
  expect(await ask("GET", "/config/get?raw=true")).toEqual([400, "raw"]);
  expect(await ask("GET", "/v1/models/filed?model=other")).toEqual([400, "model"]);
  expect(await ask("POST", "/team/new?dry_run=true", { team_id: "t" })).toEqual([400, "dry_run"]);
  expect(await ask("GET", "/team/info?team_id=t")).toEqual([404, "team_id"]);
  const chat = { model: "filed", messages: [] };
  expect(await ask("POST", "/v1/chat/completions?beta=true", chat)).toEqual([200, undefined]);
});

test("a list of more models than fit into one piece is whole", async () => {
  await fixture.gateway.configure({
    config: {
      model_list: Array.from({ length: 40 }, (_, at) => ({
        model_name: `fam${at}/*`,
        gateway_params: { model: "openai/*", api_key: "sk-upstream" },
      })),
    },
  });
  const { body } = await ask("GET", "/v1/models");
  expect(body.data.length).toBeGreaterThan(1_000);
  expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).toBe(body.data.length);
});
