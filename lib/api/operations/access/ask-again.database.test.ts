import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: "http://127.0.0.1:9/v1" } }],
    },
  });
  await post("/team/new", { team_id: "t", team_alias: "Translators", models: ["house"] });
  return () => gateway.stop();
});
afterAll(() => database.stop());

async function post(path: string, body: unknown, key = gateway.masterKey) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await gateway.send(2, path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as never, headers: answer.headers };
}
async function newKey(body: object = { team_id: "t" }): Promise<{ key: string; token_id: string }> {
  return (await post("/key/generate", body)).body;
}
async function refused(key: string, model = "other"): Promise<string> {
  const answer = await post("/v1/chat/completions", { model, messages: [] }, key);
  expect(answer.status).toBe(403);
  return answer.headers.get("x-gateway-decision-id") ?? "";
}
async function again(id: string): Promise<ReturnType<typeof decisionContracts.again.output.parse>> {
  const answer = await post("/auth/explain/again", { decision_id: id });
  expect(answer).toMatchObject({ status: 200 });
  return decisionContracts.again.output.parse(answer.body);
}

test("a refusal is asked again under today's rules, without its key, with the nearest miss until it would pass", async () => {
  const { key } = await newKey({ team_id: "t", key_alias: "batch" });
  const id = await refused(key);
  expect(await again(id)).toMatchObject({
    allow: false,
    code: "team_model_not_allowed",
    who: "key batch",
    nearest_miss: { changes: [{ kind: "allow-model", holder: "team", id: "t", model: "other" }] },
  });
  await post("/team/update", { team_id: "t", models: ["house", "other"] });
  expect(await again(id)).toMatchObject({ allow: true, code: null, nearest_miss: null });
  expect(await again(id)).toMatchObject({ principal: { team_id: "t" }, resolution: { winner: { model_name: "*" } } });
});

test("a refusal of a key that is gone, and one that is not recorded, cannot be asked again", async () => {
  const { key, token_id: tokenId } = await newKey();
  const id = await refused(key);
  await post("/key/delete", { keys: [tokenId] });
  expect(await post("/auth/explain/again", { decision_id: id })).toMatchObject({
    status: 404,
    body: { error: { message: "The key has been deleted.", param: "decision_id" } },
  });
  const absent = { decision_id: "dec_00000000-0000-4000-8000-000000000000" };
  expect((await post("/auth/explain/again", absent)).status).toBe(404);
  const unproven = await post("/v1/chat/completions", { model: "m", messages: [] }, "sk-wrong-0123456789");
  const nobody = { decision_id: unproven.headers.get("x-gateway-decision-id") };
  expect(await post("/auth/explain/again", nobody)).toMatchObject({
    status: 404,
    body: { error: { message: "Nothing is kept of who called. Explain the same request with their token." } },
  });
});

test("a draft of a team is tried on recorded traffic: who else of the team would gain", async () => {
  const [own, colleague] = [
    await newKey({ team_id: "t", key_alias: "own" }),
    await newKey({ team_id: "t", key_alias: "colleague" }),
  ];
  await refused(own.key);
  await refused(own.key);
  await refused(colleague.key);
  await refused(colleague.key, "third");
  const tried = async (teams: object[]) => {
    const { body } = await post("/auth/replay", { teams });
    return decisionContracts.replay.output.parse(body);
  };
  const grant = await tried([{ team_id: "t", models: ["house", "other"] }]);
  expect(grant.newly_allowed.map(({ who, model, count }) => [who, model, count])).toEqual([
    ["key own", "other", 2],
    ["key colleague", "other", 1],
  ]);
  expect(grant.totals.newly_denied.calls).toBe(0);
  expect((await tried([{ team_id: "t", blocked: true }])).totals).toMatchObject({ newly_allowed: { calls: 0 } });
  expect((await tried([])).totals.newly_allowed.calls).toBe(0);
});
