import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

/** Ids that look like `red` and `ada`, but hold a character that nobody sees. */
const TEAM = "re\u200bd";
const USER = "a\u202dda";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([startTestDatabase(), startProvider(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        user_id_jwt_field: "sub",
        user_id_upsert: true,
        team_id_jwt_field: "team",
        team_id_upsert: true,
      },
      model_list: [{ model_name: "m", gateway_params: { model: "openai/m", api_base: upstream.apiBase } }],
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), upstream?.stop(), database?.stop()]);
});

async function post(path: string, body: object) {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  const { error } = (await answer.json()) as { error?: { param: string | null; message: string } };
  return [answer.status, error?.param];
}
async function call(claims: Record<string, string>) {
  const headers = { authorization: `Bearer ${await provider.issueToken(claims)}`, "content-type": "application/json" };
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }] });
  const answer = await gateway.send("/v1/chat/completions", { method: "POST", headers, body });
  const { error } = (await answer.json()) as { error?: { code: string; message: string } };
  return { status: answer.status, code: error?.code, message: error?.message ?? "" };
}
const rows = () => gateway.services.database.prisma;

describe("ids that hold what nobody sees", () => {
  test("a token creates no team and no user with one, and says why", async () => {
    const noUser = await call({ sub: USER, team: "plain" });
    expect(noUser).toMatchObject({ status: 401, code: "invalid_token" });
    expect(noUser.message).toContain("invisible");
    const noTeam = await call({ sub: "ada", team: TEAM });
    expect(noTeam).toMatchObject({ status: 401, code: "invalid_token" });
    expect(await rows().user.count({ where: { id: USER } })).toBe(0);
    expect(await rows().team.count({ where: { id: TEAM } })).toBe(0);
  });

  test("nobody is created with one by being added to a team", async () => {
    expect(await post("/team/new", { team_id: "t", members_with_roles: [{ user_id: USER }] })).toEqual([
      400,
      "user_id",
    ]);
    expect(await rows().team.count({ where: { id: "t" } })).toBe(0);
  });

  test("rows that have one are changed, used, blocked and deleted as before", async () => {
    await rows().team.create({ data: { id: TEAM } });
    await rows().user.create({ data: { id: USER } });
    await gateway.forget();
    expect(await call({ sub: USER, team: TEAM })).toMatchObject({ status: 200 });
    expect(await post("/team/member_add", { team_id: TEAM, member: [{ user_id: USER }] })).toEqual([200, undefined]);
    expect(await post("/team/update", { team_id: TEAM, models: ["m"] })).toEqual([200, undefined]);
    expect(await post("/user/update", { user_id: USER, user_alias: "Ada" })).toEqual([200, undefined]);
    expect(await post("/team/block", { team_id: TEAM })).toEqual([200, undefined]);
    expect(await post("/team/delete", { team_ids: [TEAM] })).toEqual([200, undefined]);
    expect(await post("/user/delete", { user_ids: [USER] })).toEqual([200, undefined]);
  });

  test("an alias may hold the joiners of its script", async () => {
    const team_alias = "تیم می\u200cخواهم";
    expect(await post("/team/new", { team_id: "persian", team_alias })).toEqual([200, undefined]);
  });
});
