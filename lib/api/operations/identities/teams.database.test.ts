import { describe, expect, test } from "vitest";
import type { Team } from "@/lib/wire/team";
import type { User } from "@/lib/wire/user";
import { at, callerWith, type List, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

describe("teams", () => {
  test("a team is created with the given fields, defaults for the rest, and members that become users", async () => {
    const given = {
      team_id: "t1",
      team_alias: "Team One",
      models: ["gpt-*"],
      max_budget: 12.5,
      budget_duration: "30d",
      rpm_limit: 10,
      metadata: { a: [1] },
    };
    const team = await nodes.node.call<Team>(at("/team/new"), {
      ...given,
      members_with_roles: [{ user_id: "u1", role: "admin" }, { user_id: "u2" }],
    });
    expect(team).toMatchObject({ ...given, organization_id: null, blocked: false, tpm_limit: null, spend: 0 });
    expect(team.members_with_roles).toMatchObject([
      { user_id: "u1", role: "admin" },
      { user_id: "u2", role: "user" },
    ]);
    expect((await nodes.node.call<User>(at("/user/info"), { user_id: "u1" })).teams).toEqual(["t1"]);
    expect(await nodes.node.call<Team>(at("/team/info"), { team_id: "t1" })).toEqual({
      ...team,
      budget: expect.objectContaining({ spent: 0, soft_exceeded: false }),
      organization_alias: null,
      member_names: {},
    });
    expect((await nodes.auditOf()).map(({ action, entity_id }) => `${action} ${entity_id}`).sort()).toEqual([
      "team.create t1",
      "user.create u1",
      "user.create u2",
    ]);
  });

  test("a team is shown with the names of its organisation and members, of whom its administrators see all and others themselves", async () => {
    await nodes.node.call(at("/organization/new"), { organization_id: "o1", organization_alias: "Commerce" });
    await nodes.node.call(at("/user/new"), { user_id: "u1", user_alias: "Ada", user_email: "ada@example.com" });
    await nodes.node.call(at("/user/new"), { user_id: "u2", user_email: "bo@example.com" });
    const members = ["u1", "u2", "u3"].map((user_id) => ({ user_id }));
    await nodes.node.call(at("/team/new"), { team_id: "t1", organization_id: "o1", members_with_roles: members });
    expect(await nodes.node.call(at("/team/info"), { team_id: "t1" })).toMatchObject({
      organization_alias: "Commerce",
      member_names: { u1: "Ada", u2: "bo@example.com" },
    });
    const member = callerWith({ userId: "u2", teamId: "t1" }, { kind: "jwt", userId: "u2", teamId: "t1" });
    expect(await nodes.node.call<object>(at("/team/info"), { team_id: "t1" }, member)).toHaveProperty("member_names", {
      u2: "bo@example.com",
    });
    const administrator = callerWith(
      { userId: "u2", teamId: "t1", administers: ["t1"] },
      { kind: "jwt", userId: "u2", teamId: "t1" },
    );
    expect(await nodes.node.call<object>(at("/team/info"), { team_id: "t1" }, administrator)).toHaveProperty(
      "member_names",
      { u1: "Ada", u2: "bo@example.com" },
    );
  });

  test("a team created without an id gets one", async () => {
    const [first, second] = [
      await nodes.node.call<Team>(at("/team/new"), {}),
      await nodes.node.call<Team>(at("/team/new"), { team_id: null }),
    ];
    expect(first.team_id).not.toBe(second.team_id);
  });

  test("one of twenty concurrent attempts on two nodes to create a team succeeds", async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? nodes.node : nodes.other).call<Team>(at("/team/new"), {
        team_id: "t1",
        members_with_roles: [{ user_id: "u1" }],
      }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.length - refused.length).toBe(1);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: "already_exists", options: { param: "team_id" } });
    expect((await nodes.auditOf({ action: "team.create" })).length).toBe(1);
  });

  test("the other node refuses a blocked team before /team/block answers, and accepts it again before /team/unblock answers", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    expect((await nodes.other.services.directory.team("t1"))?.blocked).toBe(false);
    for (const [path, blocked] of [
      ["/team/block", true],
      ["/team/unblock", false],
    ] as const) {
      const reply = await nodes.node.call<Team & { nodes: { node: string; acknowledged_ms: number }[] }>(at(path), {
        team_id: "t1",
      });
      expect((await nodes.other.services.directory.team("t1"))?.blocked).toBe(blocked);
      expect((await nodes.node.services.directory.team("t1"))?.blocked).toBe(blocked);
      expect(reply.blocked).toBe(blocked);
      expect(reply.nodes).toEqual([
        { node: "one", acknowledged_ms: expect.any(Number) },
        { node: "two", acknowledged_ms: expect.any(Number) },
      ]);
    }
    const [unblock, block] = await nodes.auditOf({ entity_type: "team", entity_id: "t1" });
    expect([block?.action, block?.before?.blocked, block?.after?.blocked]).toEqual(["team.block", false, true]);
    expect([unblock?.action, unblock?.before?.blocked, unblock?.after?.blocked]).toEqual(["team.unblock", true, false]);
  });

  test("a node that knew a team as absent knows it as soon as another node has created it", async () => {
    expect(await nodes.other.services.directory.team("t1")).toBeUndefined();
    await nodes.node.call(at("/team/new"), { team_id: "t1", blocked: true });
    expect((await nodes.other.services.directory.team("t1"))?.blocked).toBe(true);
  });

  test("an update of a team keeps the fields that it leaves out and clears those that it sets to null", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1", team_alias: "before", max_budget: 1, models: ["a"] });
    const team = await nodes.node.call<Team>(at("/team/update"), {
      team_id: "t1",
      team_alias: "after",
      max_budget: null,
    });
    expect(team).toMatchObject({ team_alias: "after", max_budget: null, models: ["a"] });
  });

  test.each(["/team/block", "/team/unblock", "/team/update", "/team/info"])(
    "%s answers not_found for a team that does not exist, and audits nothing",
    async (path) => {
      expect(await nodes.node.refusal(at(path), { team_id: "nobody" })).toMatchObject({
        code: "not_found",
        param: "team_id",
      });
      expect(await nodes.auditOf()).toEqual([]);
    },
  );

  test("a list has the first 100 members of each team and the number of all, and a team shown alone has all", async () => {
    const members = Array.from({ length: 103 }, (_, n) => ({ user_id: `u${String(n).padStart(3, "0")}` }));
    await nodes.node.call(at("/team/new"), { team_id: "large", members_with_roles: members.toReversed() });
    await nodes.node.call(at("/team/new"), { team_id: "small", members_with_roles: members.slice(0, 100) });
    await nodes.node.call(at("/team/new"), { team_id: "empty" });
    const infoOf = async (team_id: string) =>
      (await nodes.node.call<Team>(at("/team/info"), { team_id })).members_with_roles;
    const { data } = await nodes.node.call<List<Team & { members_count: number }>>(at("/team/list"), {
      sort: "alias",
      order: "asc",
    });
    expect(data.map(({ team_id, members_count }) => [team_id, members_count])).toEqual([
      ["empty", 0],
      ["large", 103],
      ["small", 100],
    ]);
    const [empty, large, small] = data.map((team) => team.members_with_roles);
    const all = await infoOf("large");
    expect(all.map(({ user_id }) => user_id)).toEqual(members.map(({ user_id }) => user_id));
    expect(large).toEqual(all.slice(0, 100));
    expect(small).toEqual(await infoOf("small"));
    expect(empty).toEqual([]);
  });

  test("teams are listed by page, filter and order, with their spend", async () => {
    for (const id of ["t1", "t2", "t3"])
      await nodes.node.call(at("/team/new"), { team_id: id, team_alias: `Alias 100%_${id}`, blocked: id === "t2" });
    await nodes.bookSpend("team", "t1", "0.000000001");
    await nodes.bookSpend("team", "t3", "2.5");
    const ids = async (query: Record<string, string>) =>
      (await nodes.node.call<List<Team>>(at("/team/list"), query)).data.map((team) => team.team_id);
    expect(await ids({ sort: "spend", order: "desc" })).toEqual(["t3", "t1", "t2"]);
    expect(await ids({ sort: "alias", order: "asc" })).toEqual(["t1", "t2", "t3"]);
    expect(await ids({ sort: "alias", order: "asc", page: "2", size: "2" })).toEqual(["t3"]);
    expect(await ids({ blocked: "true" })).toEqual(["t2"]);
    expect(await ids({ search: "ALIAS 100%_T3" })).toEqual(["t3"]);
    expect(await ids({ search: "' OR 1=1 --" })).toEqual([]);
    const list = await nodes.node.call<List<Team>>(at("/team/list"), { size: "1", sort: "spend" });
    expect(list).toMatchObject({ total: 3, page: 1, size: 1, data: [{ team_id: "t3", spend: 2.5 }] });
  });

  test.each([
    { team_id: "a/b*c:ü 😀" },
    { metadata: { text: "a backslash \\u0000 that is none" } },
    { models: ["openai/*", "*"] },
    { max_budget: 0 },
  ])("a team can be created with the unusual but valid %j", async (body) =>
    expect(await nodes.node.call(at("/team/new"), body)).toMatchObject(body),
  );
});

describe("the spend of a team", () => {
  test("a team is shown with its last booked spend if the journal cannot be drained in time", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    await nodes.bookSpend("team", "t1", "1.25");
    nodes.node.spend.drained = () => new Promise(() => {});
    expect((await nodes.node.call<Team>(at("/team/info"), { team_id: "t1" })).spend).toBe(1.25);
    nodes.node.spend.drained = () => Promise.reject(new Error("disk full"));
    expect((await nodes.node.call<Team>(at("/team/info"), { team_id: "t1" })).spend).toBe(1.25);
  });
});
