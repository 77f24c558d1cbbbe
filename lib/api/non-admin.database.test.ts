import { beforeEach, describe, expect, test } from "vitest";
import { keyHash } from "@/lib/store/entities/key-secret";
import {
  at,
  callerWith,
  MANAGEMENT,
  type GeneratedKey as Key,
  type List,
  useTwoNodes,
} from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();
/** The operations that other callers may use too, for their own entities. */
const OPEN = ["/key/delete", "/key/generate", "/key/info", "/key/list", "/team/info", "/user/info"];
const adminPaths = () =>
  MANAGEMENT.map(({ path }) => path)
    .filter((path) => !OPEN.includes(path))
    .sort();

describe("management routes for callers who are not administrators", () => {
  const team = callerWith({ teamId: "t1" }, { teamId: "t1" });
  const member = callerWith(
    { userId: "u1", teamId: "t1", groupTeams: ["t1", "t2"] },
    { userId: "u1", groups: ["t1", "t2"] },
  );

  beforeEach(async () => {
    for (const team_id of ["t1", "t2", "t3"]) await nodes.node.call(at("/team/new"), { team_id });
    for (const user_id of ["u1", "u2"]) await nodes.node.call(at("/user/new"), { user_id, teams: ["t1"] });
  });

  test("a caller who is not an administrator sees its own team, user and key", async () => {
    const key = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1" });
    const holder = callerWith({ keyId: key.token_id, teamId: "t1" }, { kind: "virtual-key" });
    expect(await nodes.node.call(at("/team/info"), {}, team)).toMatchObject({ team_id: "t1" });
    expect(await nodes.node.call(at("/team/info"), { team_id: "t2" }, member)).toMatchObject({ team_id: "t2" });
    expect(await nodes.node.call(at("/user/info"), {}, member)).toMatchObject({ user_id: "u1", teams: ["t1"] });
    expect(await nodes.node.call(at("/key/info"), {}, holder)).toMatchObject({ token_id: key.token_id });
    expect(await nodes.node.call(at("/key/info"), { key: key.key }, team)).toMatchObject({ token_id: key.token_id });
  });

  test("a caller gets the same refusal for an entity that is not its own as for one that does not exist", async () => {
    const key = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1" });
    const holder = callerWith({ keyId: "key_other", teamId: "t1" }, { kind: "virtual-key" });
    const questions = [
      ["/team/info", "team_id", "t3", team],
      ["/user/info", "user_id", "u2", member],
      ["/key/info", "key", key.token_id, holder],
      ["/key/info", "key", key.key, member],
    ] as const;
    for (const [path, field, existing, caller] of questions) {
      const [there, absent] = [
        await nodes.node.refusal(at(path), { [field]: existing }, caller),
        await nodes.node.refusal(at(path), { [field]: "nobody" }, caller),
      ];
      expect(there.code).toBe("route_not_allowed");
      expect(absent).toEqual(there);
    }
  });

  test("every management operation reserved for administrators refuses a team member with route_not_allowed", async () => {
    const refused: [string, unknown][] = [
      ["/team/new", { team_id: "mine" }],
      ["/team/update", { team_id: "t1", max_budget: 1e6 }],
      ["/team/block", { team_id: "t1" }],
      ["/team/unblock", { team_id: "t1" }],
      ["/team/list", {}],
      ["/user/new", { user_id: "x" }],
      ["/user/list", {}],
      ["/team/delete", { team_ids: ["t1"] }],
      ["/team/member_add", { team_id: "t1", member: { user_id: "u1", role: "admin" } }],
      ["/team/member_delete", { team_id: "t1", user_id: "u2" }],
      ["/team/member_update", { team_id: "t1", user_id: "u2", max_budget_in_team: 5 }],
      ["/user/update", { user_id: "u1", max_budget: 1e6 }],
      ["/user/delete", { user_ids: ["u1"] }],
      ["/user/block", { user_id: "u2" }],
      ["/user/unblock", { user_id: "u1" }],
      ["/organization/new", {}],
      ["/organization/info", { organization_id: "o1" }],
      ["/organization/list", {}],
      ["/organization/update", { organization_id: "o1" }],
      ["/organization/delete", { organization_ids: ["o1"] }],
      ["/organization/block", { organization_id: "o1" }],
      ["/organization/unblock", { organization_id: "o1" }],
      ["/customer/new", { user_id: "c1" }],
      ["/customer/info", { user_id: "c1" }],
      ["/customer/list", {}],
      ["/customer/update", { user_id: "c1" }],
      ["/customer/delete", { user_ids: ["c1"] }],
      ["/customer/block", { user_id: "c1" }],
      ["/customer/unblock", { user_id: "c1" }],
      ["/key/update", { key: "key_x" }],
      ["/key/regenerate", { key: "key_x" }],
      ["/key/block", { key: "key_x" }],
      ["/key/unblock", { key: "key_x" }],
      ["/audit/logs", {}],
      ["/price/new", { provider: "openai", model: "*", input_cost_per_token: 0, output_cost_per_token: 0 }],
      ["/price/list", {}],
      ["/price/delete", { price_ids: ["price_x"] }],
      ["/search", { text: "t1" }],
      ["/team/export", {}],
      ["/team/import", { csv: "team_id\nt1" }],
      ["/user/export", {}],
      ["/user/import", { csv: "user_id\nu1" }],
      ["/key/export", {}],
      ["/key/import", { csv: "key\nkey_x" }],
    ];
    for (const [path, input] of refused)
      expect((await nodes.node.refusal(at(path), input, member)).code, path).toBe("route_not_allowed");
    expect(refused.map(([path]) => path).sort()).toEqual(adminPaths());
  });

  test("the table reserves every management operation for administrators except those that work on the caller's own entities", () => {
    expect(
      MANAGEMENT.filter(({ access }) => access !== "administrators" && access !== "team_administrators")
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...OPEN, "/key/regenerate"].sort());
  });

  test("a caller who is not an administrator generates and lists keys only for itself", async () => {
    const own = await nodes.node.call<Key>(at("/key/generate"), {}, member);
    expect(own).toMatchObject({ user_id: "u1", team_id: "t1" });
    await nodes.node.call(at("/key/generate"), { team_id: "t3" });
    expect((await nodes.node.refusal(at("/key/generate"), { team_id: "t3" }, member)).code).toBe("route_not_allowed");
    expect((await nodes.node.refusal(at("/key/generate"), { user_id: "u2" }, team)).code).toBe("route_not_allowed");
    expect(
      (
        await nodes.node.refusal(
          at("/key/generate"),
          {},
          callerWith({ keyId: own.token_id, teamId: "t1" }, { kind: "virtual-key" }),
        )
      ).code,
    ).toBe("route_not_allowed");
    expect((await nodes.node.call<List<Key>>(at("/key/list"), {}, member)).data.map((key) => key.token_id)).toEqual([
      own.token_id,
    ]);
    expect((await nodes.node.refusal(at("/key/list"), {}, callerWith({}))).code).toBe("route_not_allowed");
  });

  test("a key that a caller makes carries their role and scopes, ends after user_key_max_days and takes no organisation from the team", async () => {
    await nodes.node.call(at("/organization/new"), { organization_id: "o1" });
    await nodes.node.call(at("/team/update"), { team_id: "t1", organization_id: "o1" });
    const maker = callerWith(
      { userId: "u1", teamId: "t1", organizationId: "o1", role: "internal_user" },
      { userId: "u1", groups: ["t1"], scopes: ["basic", "nul\0"] },
    );
    const key = await nodes.node.call<Key & { maker: unknown; organization_id: unknown }>(
      at("/key/generate"),
      { duration: null },
      maker,
    );
    expect(key).toMatchObject({ organization_id: null, maker: { role: "internal_user", scopes: ["basic"] } });
    const days = (Date.parse(key.expires ?? "") - Date.parse(key.created_at)) / 86_400_000;
    expect([days > 89.99, days < 90.01]).toEqual([true, true]);
    expect(await nodes.other.services.directory.keyByHash(keyHash(key.key))).toMatchObject({
      organizationId: null,
      maker: { role: "internal_user", scopes: ["basic"] },
    });
    expect(await nodes.node.refusal(at("/key/generate"), { duration: "91d" }, maker)).toEqual({
      code: "invalid_request",
      param: "duration",
      message: "duration: a key that you make must end within 90 days; ask an administrator for a longer one.",
    });
    const renewed = await nodes.node.call<Key>(at("/key/regenerate"), { key: key.token_id }, maker);
    expect(renewed).toMatchObject({ expires: key.expires, maker: { role: "internal_user", scopes: ["basic"] } });
  });

  test("a key that an administrator makes carries nothing of its maker and need not end", async () => {
    expect(await nodes.node.call(at("/key/generate"), { user_id: "u1" })).toMatchObject({ maker: null, expires: null });
  });

  test("a key keeps the organisation that its maker's token names, whether or not it exists", async () => {
    const maker = callerWith({ userId: "u1", organizationId: "o9" }, { userId: "u1", organizationId: "o9" });
    expect(await nodes.node.call(at("/key/generate"), {}, maker)).toMatchObject({ organization_id: "o9" });
  });
});
