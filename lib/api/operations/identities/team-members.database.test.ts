import { describe, expect, test } from "vitest";
import type { Team } from "@/lib/wire/team";
import type { User } from "@/lib/wire/user";
import { at, type List, useTwoNodes, type WithReceipts } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();
const add = (member: unknown) =>
  nodes.node.call<Team & WithReceipts>(at("/team/member_add"), { team_id: "t1", member });

describe("team members", () => {
  test("members are added one or many at a time, become users, and get a new role if added again", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    await nodes.node.call(at("/user/new"), { user_id: "u1" });
    expect((await add({ user_id: "u1", role: "admin" })).members_with_roles).toMatchObject([
      { user_id: "u1", role: "admin" },
    ]);
    const team = await add([{ user_id: "u2" }, { user_id: "u1", role: "user" }]);
    expect(team.members_with_roles).toMatchObject([
      { user_id: "u1", role: "user" },
      { user_id: "u2", role: "user" },
    ]);
    expect(team.nodes.map(({ node }) => node)).toEqual(["one", "two"]);
    expect(await nodes.node.call<User>(at("/user/info"), { user_id: "u2" })).toMatchObject({ teams: ["t1"] });
    const [event] = await nodes.auditOf({ action: "team.member_add" });
    expect([event?.before?.members_with_roles, event?.after?.members_with_roles]).toMatchObject([
      [{ user_id: "u1", role: "admin" }],
      // The audit log shows a member without the version.
      team.members_with_roles.map(({ etag: _etag, ...member }) => member),
    ]);
    expect((await nodes.auditOf({ action: "user.create" })).map(({ entity_id }) => entity_id)).toEqual(["u2", "u1"]);
  });

  test("every node is told of each user that joins or leaves a team, because it caches the teams of users", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1", members_with_roles: [{ user_id: "u1" }] });
    const heard: string[] = [];
    nodes.other.services.changes.subscribe(({ entity, id }) => void heard.push(`${entity} ${id}`));
    await add([{ user_id: "u1" }, { user_id: "u2" }]);
    await nodes.node.call(at("/team/member_delete"), { team_id: "t1", user_id: "u1" });
    await nodes.node.call(at("/team/delete"), { team_ids: ["t1"] });
    expect(heard).toEqual(["team t1", "user u1", "user u2", "team t1", "user u1", "team t1", "user u2"]);
  });

  test("members are removed together or not at all, and stay users", async () => {
    await nodes.node.call(at("/team/new"), {
      team_id: "t1",
      members_with_roles: [{ user_id: "u1" }, { user_id: "u2" }, { user_id: "u3" }],
    });
    const leave = (user_id: unknown) => nodes.node.call<Team>(at("/team/member_delete"), { team_id: "t1", user_id });
    expect((await leave("u1")).members_with_roles.map(({ user_id }) => user_id)).toEqual(["u2", "u3"]);
    expect(await nodes.node.refusal(at("/team/member_delete"), { team_id: "t1", user_id: ["u2", "u1"] })).toEqual({
      code: "not_found",
      param: "user_id",
      message: '"u1" is not a member of this team.',
    });
    expect((await leave(["u2", "u3"])).members_with_roles).toEqual([]);
    expect((await nodes.node.call<List<User>>(at("/user/list"), {})).total).toBe(3);
  });

  test("adding a member to a team that does not exist is refused and creates no user", async () => {
    expect(
      await nodes.node.refusal(at("/team/member_add"), { team_id: "nobody", member: { user_id: "u1" } }),
    ).toMatchObject({ code: "not_found", param: "team_id" });
    expect(await nodes.node.refusal(at("/team/member_delete"), { team_id: "nobody", user_id: "u1" })).toMatchObject({
      code: "not_found",
      param: "team_id",
    });
    expect((await nodes.node.call<List<User>>(at("/user/list"), {})).total).toBe(0);
  });

  test("users can be listed by their team, and teams by their members", async () => {
    for (const team_id of ["t1", "t2"])
      await nodes.node.call(at("/team/new"), {
        team_id,
        members_with_roles: [{ user_id: "both" }, { user_id: `only-${team_id}` }],
      });
    const users = (await nodes.node.call<List<User>>(at("/user/list"), { team_id: "t2", sort: "alias", order: "asc" }))
      .data;
    expect(users.map(({ user_id }) => user_id)).toEqual(["both", "only-t2"]);
    const teams = await nodes.node.call<List<Team>>(at("/team/list"), { user_id: "only-t1" });
    expect([teams.total, teams.data.map(({ team_id }) => team_id)]).toEqual([1, ["t1"]]);
  });

  test("memberships taken from a token skip teams and users that are being deleted", async () => {
    const ids = ["t1", "t2", "t3"];
    for (let round = 0; round < 4; round++) {
      for (const team_id of ids) await nodes.node.call(at("/team/new"), { team_id });
      await nodes.node.call(at("/user/new"), { user_id: "u1", teams: ["t1"] });
      await Promise.all([
        ...[nodes.node, nodes.other].map(({ services }) =>
          services.fulfil(
            [{ kind: "sync-memberships", userId: "u1", join: ["t3", "t2", "never"], leave: ["t1"] }],
            "a token",
          ),
        ),
        nodes.node.call(at("/team/delete"), { team_ids: ids }),
        nodes.other.call(at("/user/delete"), { user_ids: ["u1"] }),
      ]);
    }
  });

  test("members added at the same time on two nodes are all stored", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    const one = Array.from({ length: 6 }, (_, index) => ({ user_id: `u${index}` }));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? nodes.node : nodes.other).call(at("/team/member_add"), {
          team_id: "t1",
          member: index % 3 ? one : one.toReversed(),
        }),
      ),
    );
    expect(
      (await nodes.node.call<Team>(at("/team/info"), { team_id: "t1" })).members_with_roles.map(
        ({ user_id }) => user_id,
      ),
    ).toEqual(one.map(({ user_id }) => user_id));
    expect((await nodes.auditOf({ action: "user.create" })).length).toBe(6);
  });
});
