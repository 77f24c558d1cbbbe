import { beforeEach, describe, expect, test } from "vitest";
import type { Team } from "@/lib/wire/team";
import { at, callerWith, type GeneratedKey as Key, type List, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();
/** Administers t1, is a member of t2. */
const lead = callerWith({ userId: "lead", administers: ["t1"] }, { kind: "jwt", userId: "lead" });
const member = callerWith({ userId: "u1" }, { kind: "jwt", userId: "u1" });

describe("the administrators of a team", () => {
  beforeEach(async () => {
    for (const user_id of ["lead", "u1", "u2"]) await nodes.node.call(at("/user/new"), { user_id });
    const members_with_roles = [{ user_id: "lead", role: "admin" }, { user_id: "u1" }];
    await nodes.node.call(at("/team/new"), { team_id: "t1", max_budget: 100, rpm_limit: 60, members_with_roles });
    await nodes.node.call(at("/team/new"), { team_id: "t2" });
  });

  const refusal = async (path: string, input: object): Promise<string> =>
    (await nodes.node.refusal(at(path), input, lead)).code;

  test("add users who exist, change their role and limits within the team's, and remove them", async () => {
    const add = (input: object) => nodes.node.call<Team>(at("/team/member_add"), { team_id: "t1", ...input }, lead);
    expect((await add({ member: { user_id: "u2" }, max_budget_in_team: 100 })).members_with_roles).toHaveLength(3);
    await nodes.node.call(at("/team/member_update"), { team_id: "t1", user_id: "u2", role: "admin" }, lead);
    expect(await refusal("/team/member_update", { team_id: "t1", user_id: "u2", max_budget_in_team: 101 })).toBe(
      "route_not_allowed",
    );
    expect(await refusal("/team/member_add", { team_id: "t1", member: { user_id: "u1" }, rpm_limit: 61 })).toBe(
      "route_not_allowed",
    );
    const left = await nodes.node.call<Team>(at("/team/member_delete"), { team_id: "t1", user_id: "u2" }, lead);
    expect(left.members_with_roles.map(({ user_id }) => user_id)).toEqual(["lead", "u1"]);
  });

  test("make nobody a user, unless the provider's tokens may", async () => {
    expect(
      await nodes.node.refusal(at("/team/member_add"), { team_id: "t1", member: { user_id: "new" } }, lead),
    ).toEqual({
      code: "not_found",
      param: "member",
      message: 'There is no user "new".',
    });
  });

  test("reach no other team, not even one of which they are members", async () => {
    const asked: [string, object][] = [
      ["/team/member_add", { team_id: "t2", member: { user_id: "lead", role: "admin" } }],
      ["/team/member_update", { team_id: "t2", user_id: "u1", role: "admin" }],
      ["/team/member_delete", { team_id: "t2", user_id: "u1" }],
      ["/team/update", { team_id: "t2", max_budget: 1 }],
      ["/team/info", { team_id: "t2" }],
      ["/team/info", { team_id: "nobody" }],
      ["/key/generate", { team_id: "t2" }],
      ["/audit/logs", { entity_id: "t2" }],
      ["/audit/logs", { entity_type: "user" }],
    ];
    for (const [path, input] of asked) expect(await refusal(path, input), path).toBe("route_not_allowed");
  });

  test("lower what the team was given and never raise it", async () => {
    const team = await nodes.node.call<Team>(at("/team/update"), { team_id: "t1", max_budget: 50 }, lead);
    expect(team.max_budget).toBe(50);
    for (const input of [
      { max_budget: 51 },
      { max_budget: null },
      { blocked: true },
      { organization_id: null, team_alias: "x" },
    ])
      expect(await refusal("/team/update", { team_id: "t1", ...input })).toBe("route_not_allowed");
    expect(await nodes.node.call(at("/team/info"), { team_id: "t1" })).toMatchObject({
      max_budget: 50,
      blocked: false,
    });
  });

  test("make keys for the team and for themselves, and none that would act as another member", async () => {
    const teams = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1", user_id: null }, lead);
    expect(teams).toMatchObject({ team_id: "t1", user_id: null, maker: { role: null, scopes: [] } });
    expect(teams.expires).not.toBeNull();
    expect(await nodes.node.call(at("/key/generate"), { team_id: "t1" }, lead)).toMatchObject({ user_id: "lead" });
    expect(await refusal("/key/generate", { team_id: "t1", user_id: "u1" })).toBe("route_not_allowed");
    expect(await refusal("/key/generate", { team_id: "t1", max_budget: 101 })).toBe("route_not_allowed");
  });

  test("list, change, block and delete the keys of the team, and leave routes, owners, expiry and unblocking to administrators", async () => {
    const key = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1", user_id: "u1" });
    const personal = await nodes.node.call<Key>(at("/key/generate"), { user_id: "lead", max_budget: 1 });
    await nodes.node.call(at("/key/generate"), { team_id: "t2" });
    const { data } = await nodes.node.call<List<Key>>(at("/key/list"), {}, lead);
    expect(data.map(({ token_id }) => token_id).sort()).toEqual([key.token_id, personal.token_id].sort());

    const change = { key: key.token_id };
    expect(await nodes.node.call(at("/key/update"), { ...change, max_budget: 10, models: ["a"] }, lead)).toMatchObject({
      max_budget: 10,
      models: ["a"],
    });
    const refused = [
      { max_budget: 101 },
      { allowed_routes: ["management_routes"] },
      { user_id: "lead" },
      { team_id: "t2" },
      { duration: "1d" },
      { blocked: false },
    ];
    for (const input of refused)
      expect(await refusal("/key/update", { ...change, ...input }), JSON.stringify(input)).toBe("route_not_allowed");
    // Their own key outside of their teams keeps the limits that an administrator gave it.
    expect(await refusal("/key/update", { key: personal.token_id, max_budget: 2 })).toBe("route_not_allowed");

    expect(await nodes.node.call(at("/key/block"), change, lead)).toMatchObject({ blocked: true });
    expect(await refusal("/key/unblock", change)).toBe("route_not_allowed");
    expect(await nodes.node.call(at("/key/delete"), { keys: [key.token_id] }, lead)).toMatchObject({
      deleted_keys: [key.token_id],
    });
  });

  test("regenerate the team's own keys, and not those of other members", async () => {
    const teams = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1" });
    const others = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1", user_id: "u1" });
    expect((await nodes.node.call<Key>(at("/key/regenerate"), { key: teams.token_id }, lead)).key).toMatch(/^sk-/);
    expect(await refusal("/key/regenerate", { key: others.token_id })).toBe("route_not_allowed");
    expect((await nodes.node.call<Key>(at("/key/regenerate"), { key: others.token_id }, member)).key).toMatch(/^sk-/);
  });

  test("a token of the team alone gets the secrets of the team's own keys, and not those of members", async () => {
    const service = callerWith({ teamId: "t1" }, { kind: "jwt" });
    const teams = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1" });
    const others = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1", user_id: "u1" });
    expect((await nodes.node.call<Key>(at("/key/regenerate"), { key: teams.token_id }, service)).key).toMatch(/^sk-/);
    expect(await nodes.node.refusal(at("/key/regenerate"), { key: others.token_id }, service)).toMatchObject({
      code: "route_not_allowed",
      param: "key",
    });
  });

  test("see in the audit log what was done to their teams, by whom and by which right", async () => {
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: 50 }, lead);
    await nodes.node.call(at("/team/update"), { team_id: "t1", max_budget: 60 });
    const { data } = await nodes.node.call<List<{ action: string; entity_id: string; acted_as: string | null }>>(
      at("/audit/logs"),
      {},
      lead,
    );
    expect(data.map(({ action, entity_id, acted_as }) => [action, entity_id, acted_as])).toEqual([
      ["team.update", "t1", "administrator"],
      ["team.update", "t1", "team_administrator"],
      ["team.create", "t1", null],
    ]);
    expect((await nodes.node.refusal(at("/audit/logs"), {}, member)).code).toBe("route_not_allowed");
  });
});
