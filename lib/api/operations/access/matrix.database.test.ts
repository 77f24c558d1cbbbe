import { describe, expect, test } from "vitest";
import { type Json, useRulesFixture } from "@/testing/gateway/rules-fixture";

const fixture = useRulesFixture();
const { configured, send, chat, userToken, generateKey } = fixture;

describe("POST /auth/matrix/changes", () => {
  const changes = (body: object): Promise<Json> => fixture.manage("/auth/matrix/changes", body);

  test("POST /auth/matrix/changes lists what a draft takes and gives, with names and rules, and saves nothing", async () => {
    await send("/team/new", fixture.gateway.masterKey, {
      team_id: "t1",
      team_alias: "Search",
      models: ["gpt-4o", "o3"],
    });
    const draft = { enforce_scope_based_access: true, scope_mappings: [{ scope: "large", models: ["o3"] }] };
    const found = await changes({ settings: draft, kinds: "team", models: "gpt-4o,o3" });
    expect(found).toMatchObject({ lost_total: 1, gained: [], gained_total: 0, rows: 1, rows_total: 1 });
    expect(found.lost).toMatchObject([
      {
        kind: "team",
        name: "Search",
        id: "t1",
        column: { kind: "model", name: "gpt-4o" },
        before: { allow: true },
        after: { allow: false, rule: "scope", code: "scope_model_not_allowed" },
      },
    ]);
    await fixture.gateway.configure(configured({}, draft));
    const back = await changes({ settings: { enforce_scope_based_access: false }, kinds: "team", models: "gpt-4o" });
    expect(back.gained.map(({ name, before }: Json) => [name, before.code])).toEqual([
      ["Search", "scope_model_not_allowed"],
    ]);
    expect((await send("/config/revisions", fixture.gateway.masterKey)).body.data).toEqual([]);
  });

  test("the pages of POST /auth/matrix/changes, each behind the one before, lose and repeat no row while others come and go", async () => {
    const mapped = (scopes: readonly string[]) => scopes.map((scope) => ({ scope, models: ["o3"] }));
    await fixture.gateway.configure(configured({}, { scope_mappings: mapped(["a", "b"]) }));
    const teams = ["t1", "t3", "t5", "t7"];
    for (const id of teams) await send("/team/new", fixture.gateway.masterKey, { team_id: id, models: ["gpt-4o"] });
    const asked = {
      settings: { enforce_scope_based_access: true, scope_mappings: mapped(["b", "c"]) },
      kinds: "scope,team",
      models: "gpt-4o",
      size: 2,
    };
    const whole = await changes({ ...asked, size: 500 });
    expect(whole).toMatchObject({ lost_total: whole.lost.length, next: null });
    const nameOf = ({ kind, name, column }: Json): string => `${kind} ${name} ${column.name}`;

    const seen: string[] = [];
    let rows = 0;
    let came = 0;
    for (let answer = await changes(asked); ; answer = await changes({ ...asked, after: answer.next })) {
      seen.push(...answer.lost.map(nameOf));
      rows += answer.rows;
      if (answer.next === null) break;
      if (seen.at(-1)?.startsWith("team t1 "))
        await send("/team/delete", fixture.gateway.masterKey, { team_ids: ["t1"] });
      await send("/team/new", fixture.gateway.masterKey, { team_id: `t0-${came++}`, models: ["gpt-4o"] });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((name) => !name.startsWith("team t0-"))).toEqual(whole.lost.map(nameOf));
    expect(seen).toEqual(expect.arrayContaining(teams.map((id) => `team ${id} gpt-4o`)));
    expect(rows).toBeGreaterThanOrEqual(whole.rows);
    const wrong = { ...asked, after: "x" };
    expect((await send("/auth/matrix/changes", fixture.gateway.masterKey, wrong)).status).toBe(400);
  });

  test("POST /auth/matrix/changes refuses a draft that is not valid, and callers who are not administrators", async () => {
    const draft = { scope_mappings: "all" };
    expect((await send("/auth/matrix/changes", fixture.gateway.masterKey, { settings: draft })).status).toBe(400);
    expect((await send("/auth/matrix/changes", await userToken("ann"), { settings: {} })).status).toBe(403);
  });
});

describe("GET /auth/matrix", () => {
  const matrix = async (query = ""): Promise<Json> => {
    const answer = await send(`/auth/matrix${query}`, fixture.gateway.masterKey);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  test("GET /auth/matrix answers for roles, scopes and teams over models and families, and agrees with real calls", async () => {
    await fixture.gateway.configure(
      configured(
        {},
        {
          scope_mappings: [{ scope: "large", models: ["o3"] }],
          enforce_scope_based_access: true,
          role_mappings: [{ role: "dev", internal_role: "team" }],
          enforce_rbac: true,
        },
      ),
    );
    await send("/team/new", fixture.gateway.masterKey, { team_id: "t1", models: ["o3"] });
    const { columns, data, total } = await matrix();
    expect(total).toBe(4);
    expect(data.map(({ kind, name }: Json) => `${kind} ${name}`)).toEqual([
      "role dev",
      "scope large",
      "scope gateway_proxy_admin",
      "team t1",
    ]);
    const models = columns.flatMap(({ kind, name }: Json) => (kind === "model" ? [name] : []));
    expect(models).toEqual(["gpt-4o", "o3"]);
    expect(
      columns.filter(({ kind }: Json) => kind === "family").map(({ name, route }: Json) => `${name} ${route}`),
    ).toEqual([
      "openai_routes /models",
      "anthropic_routes /messages",
      "google_routes /v1beta/models",
      "mcp_routes /mcp",
      "management_routes /model/resolve",
      "info_routes /model/info",
      "spend_routes /spend/logs",
    ]);
    const token = await fixture.provider.issueToken({ client_id: "t1", scope: "large" });
    const team = data.at(-1);
    for (const [index, model] of models.entries())
      expect(await chat(token, model)).toBe(team.cells[index].allow ? "allowed" : "denied");
    expect(team.cells[0]).toMatchObject({ allow: false, rule: "scope", code: "scope_model_not_allowed" });
    expect(team.cells.slice(models.length).map(({ allow }: Json) => allow)).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  test("GET /auth/matrix lists each team and key exactly once over its pages", async () => {
    for (const id of ["t1", "t2", "t3"]) await send("/team/new", fixture.gateway.masterKey, { team_id: id });
    for (const alias of ["k1", "k2"]) await generateKey({ key_alias: alias, team_id: "t1" });
    const names: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { data, total } = await matrix(`?kinds=team,key,scope&size=2&page=${page}&models=gpt-4o`);
      expect(total).toBe(6);
      names.push(...data.map(({ name }: Json) => name));
    }
    expect(names.slice(0, 4)).toEqual(["gateway_proxy_admin", "t1", "t2", "t3"]);
    expect(names.slice(4).sort()).toEqual(["k1", "k2"]);
    const of = async (query: string) => (await matrix(`?models=gpt-4o&${query}`)).data.map(({ name }: Json) => name);
    expect(await of("kinds=scope,team,key&id=t2")).toEqual(["t2"]);
    expect(await of("kinds=team&id=nobody")).toEqual([]);
    await send("/user/new", fixture.gateway.masterKey, { user_id: "u1", models: ["o3"], teams: ["t1"] });
    const { data: users } = await matrix("?models=gpt-4o,o3&kinds=user,team,key&id=u1");
    expect(users.map(({ kind, id, cells }: Json) => [kind, id, cells[0].code, cells[1].allow])).toEqual([
      ["user", "u1", "user_model_not_allowed", true],
    ]);
  });

  test("the pages of GET /auth/matrix, each behind the one before, lose and repeat no row while others come and go", async () => {
    await fixture.gateway.configure(
      configured({}, { scope_mappings: ["a", "b", "c"].map((scope) => ({ scope, models: ["o3"] })) }),
    );
    const teams = ["t1", "t3", "t5", "t7", "t9"];
    for (const id of teams) await send("/team/new", fixture.gateway.masterKey, { team_id: id });
    const keys: string[] = [];
    for (const alias of ["k1", "k2"]) keys.push((await generateKey({ key_alias: alias, team_id: "t1" })).token_id);
    const query = "?kinds=scope,team,key&size=2&models=gpt-4o";
    const [first, third] = [await matrix(query), await matrix(`${query}&page=3`)];
    expect(first).toMatchObject({ total: 11, page: 1 });

    const seen: string[] = [];
    let came = 0;
    for (let answer = first; ;) {
      const names = answer.data.map(({ name }: Json) => name as string);
      seen.push(...names);
      if (answer.next === null) break;
      // One team comes before those that were seen and one after them, and the last one that was seen is deleted.
      for (const id of [`t0-${came}`, `t9-${came++}`])
        await send("/team/new", fixture.gateway.masterKey, { team_id: id });
      if (names.at(-1) === "t3") await send("/team/delete", fixture.gateway.masterKey, { team_ids: ["t3"] });
      answer = await matrix(`${query}&after=${answer.next}`);
      expect(answer.page).toBe(null);
    }
    expect(new Set(seen).size).toBe(seen.length);
    const kept = seen.filter((name) => !/^t\d-/.test(name));
    expect(kept.slice(0, 4 + teams.length)).toEqual(["a", "b", "c", "gateway_proxy_admin", ...teams]);
    expect(kept.slice(4 + teams.length).sort()).toEqual(["k1", "k2"]);
    expect(third.data.map(({ name }: Json) => name)).toEqual(["t1", "t3"]);
    expect((await send("/auth/matrix?after=x", fixture.gateway.masterKey)).status).toBe(400);
  });

  test("GET /auth/matrix names teams by their alias, users by their address, and keeps their ids", async () => {
    await send("/team/new", fixture.gateway.masterKey, { team_id: "t1", team_alias: "Search" });
    await send("/user/new", fixture.gateway.masterKey, { user_id: "u1", user_email: "ann@example.com" });
    const { data } = await matrix("?models=o3&kinds=team,user");
    expect(data.map(({ name, id }: Json) => [name, id])).toEqual([
      ["Search", "t1"],
      ["ann@example.com", "u1"],
    ]);
  });

  test("GET /auth/matrix is for administrators only", async () => {
    expect((await send("/auth/matrix", await userToken("ann"))).status).toBe(403);
  });
});
