import { describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import type { Team } from "@/lib/wire/team";
import type { User } from "@/lib/wire/user";
import { at, type GeneratedKey as Key, type List, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

/** How many writes a node does at once. */
const AT_ONCE = 6;

const OWNERS = [
  { path: "/team", field: "team_id", ids: "team_ids", what: "teams", answer: "deleted_teams", event: "team.delete" },
  { path: "/user", field: "user_id", ids: "user_ids", what: "users", answer: "deleted_users", event: "user.delete" },
] as const;

describe.each(OWNERS)("deletion of $what", ({ path, field, ids, what, answer, event }) => {
  test("deleting an owner of keys is refused, and the refusal counts the keys", async () => {
    for (const id of ["a", "b"]) await nodes.node.call(at(`${path}/new`), { [field]: id });
    const { key } = await nodes.node.call<Key>(at("/key/generate"), { [field]: "b" });
    const refusal = (input: object) => nodes.node.refusal(at(`${path}/delete`), input);
    expect(await refusal({ [ids]: ["a", "b"] })).toEqual({
      code: "in_use",
      param: ids,
      message: `1 key belongs to these ${what}; delete it first, or send "cascade": true to delete it too.`,
    });
    await nodes.node.call(at("/key/generate"), { [field]: "a" });
    expect((await refusal({ [ids]: ["a", "b"] })).message).toBe(
      `2 keys belong to these ${what}; delete them first, or send "cascade": true to delete them too.`,
    );
    expect(await nodes.other.modelCall(key)).toBe("allowed");
    expect(await nodes.auditOf({ action: event })).toEqual([]);
  });

  test("deleting with cascade ends keys and memberships on every node and keeps the spend on record", async () => {
    await nodes.node.call(at("/team/new"), {
      team_id: path === "/team" ? "a" : "t1",
      members_with_roles: [{ user_id: path === "/user" ? "a" : "u1" }],
    });
    const old = await nodes.node.call<Key>(at("/key/generate"), { [field]: "a" });
    const { key, token_id } = await nodes.node.call<Key>(at("/key/regenerate"), { key: old.key, grace_period: "1h" });
    const bystander = await nodes.node.call<Key>(at("/key/generate"), {});
    await nodes.bookSpend(path.slice(1), "a", "1.5");
    for (const secret of [old.key, key]) expect(await nodes.other.modelCall(secret)).toBe("allowed");
    expect(await nodes.node.call(at(`${path}/delete`), { [ids]: ["a"], cascade: true })).toMatchObject({
      [answer]: ["a"],
      deleted_keys: [token_id],
    });
    for (const secret of [old.key, key]) expect(await nodes.other.modelCall(secret)).toBe("invalid_key");
    expect(await nodes.other.modelCall(bystander.key)).toBe("allowed");
    expect(await nodes.other.refusal(at(`${path}/info`), { [field]: "a" })).toMatchObject({
      code: "not_found",
      param: field,
    });
    if (path === "/team")
      expect(await nodes.node.call<User>(at("/user/info"), { user_id: "u1" })).toMatchObject({ teams: [] });
    else
      expect(await nodes.node.call<Team>(at("/team/info"), { team_id: "t1" })).toMatchObject({
        members_with_roles: [],
      });

    const [deletion] = await nodes.auditOf({ action: event });
    expect([deletion?.entity_id, deletion?.before?.[field], deletion?.after]).toEqual(["a", "a", null]);
    expect((await nodes.auditOf({ action: "key.delete" })).map(({ entity_id }) => entity_id)).toEqual([token_id]);
    expect((await nodes.node.call<{ spend: number }>(at(`${path}/new`), { [field]: "a" })).spend).toBe(1.5);
  });

  test("several are deleted together or not at all", async () => {
    await nodes.node.call(at(`${path}/new`), { [field]: "a" });
    expect(await nodes.node.refusal(at(`${path}/delete`), { [ids]: ["a", "nobody"] })).toEqual({
      code: "not_found",
      param: ids,
      message: `There is no ${what.slice(0, -1)} "nobody".`,
    });
    expect(await nodes.node.call(at(`${path}/info`), { [field]: "a" })).toMatchObject({ [field]: "a" });
  });

  test("a deletion leaves no key behind that is generated at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      await nodes.node.call(at(`${path}/new`), { [field]: `a${round}` });
      const [deletion, creation] = await Promise.allSettled([
        nodes.node.call(at(`${path}/delete`), { [ids]: [`a${round}`] }),
        nodes.other.call(at("/key/generate"), { [field]: `a${round}` }),
      ]);
      expect([deletion.status, creation.status].sort()).toEqual(["fulfilled", "rejected"]);
    }
  });
});

describe("concurrent writers of the same rows", () => {
  test("teams and their members can be deleted at the same time on two nodes", async () => {
    const { pool } = nodes.node.services.database;
    const waiting = async () =>
      (
        await pool.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rows[0].n;
    const until = async (count: number) => {
      while ((await waiting()) !== count) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (const user_id of ["u2", "u1"]) await nodes.node.call(at("/user/new"), { user_id });
    for (const team_id of ["t1", "t2"])
      await nodes.node.call(at("/team/new"), { team_id, members_with_roles: [{ user_id: "u1" }, { user_id: "u2" }] });
    const third = await pool.connect();
    // Deleting the users waits for the locked membership. Deleting the teams then waits for the first deletion, or
    // holds rows that it needs.
    await third.query("BEGIN; SELECT 1 FROM memberships WHERE team_id = 't2' AND user_id = 'u2' FOR UPDATE");
    const users = nodes.other.call(at("/user/delete"), { user_ids: ["u1", "u2"] });
    await until(1);
    const teams = nodes.node.call(at("/team/delete"), { team_ids: ["t1", "t2"] });
    await until(2);
    await third.query("ROLLBACK");
    third.release();
    expect((await Promise.allSettled([users, teams])).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  test("concurrent writers never deadlock: each succeeds or is refused with a reason", async () => {
    const teams = ["t1", "t2", "t3"];
    const users = ["u1", "u2", "u3"];
    const members = users.map((user_id) => ({ user_id }));
    const inputs: [string, object][] = [
      ["/team/new", { team_id: "t1", members_with_roles: members.toReversed() }],
      ["/team/new", { team_id: "t2", members_with_roles: members }],
      ["/team/member_add", { team_id: "t2", member: members.toReversed() }],
      ["/team/member_add", { team_id: "t1", member: members }],
      ["/team/delete", { team_ids: teams.toReversed(), cascade: true }],
      ["/team/delete", { team_ids: ["t1"], cascade: true }],
      ["/team/update", { team_id: "t1", team_alias: "x" }],
      ["/user/new", { user_id: "u1", teams }],
      ["/user/delete", { user_ids: users.toReversed(), cascade: true }],
      ["/user/delete", { user_ids: ["u2"], cascade: true }],
      ["/user/update", { user_id: "u2", user_alias: "x" }],
      ["/key/generate", { user_id: "u1", team_id: "t1" }],
      ["/key/generate", { user_id: "u2", team_id: "t2" }],
    ];
    for (let round = 0; round < 6; round++) {
      // Fewer at once than a node has connections: one that waits for a connection would be refused on a busy machine.
      const rest = [...inputs.slice(2 * round), ...inputs.slice(0, 2 * round)];
      const other = [...rest];
      const lanes = [
        ...Array.from({ length: AT_ONCE }, () => [nodes.node, rest] as const),
        ...Array.from({ length: AT_ONCE }, () => [nodes.other, other] as const),
      ];
      const outcomes = (
        await Promise.all(
          lanes.map(async ([node, waiting]) => {
            const ended: PromiseSettledResult<unknown>[] = [];
            for (let next = waiting.shift(); next; next = waiting.shift())
              ended.push(...(await Promise.allSettled([node.call(at(next[0]), next[1])])));
            return ended;
          }),
        )
      ).flat();
      expect(outcomes).toHaveLength(2 * inputs.length);
      const failures = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" && !(outcome.reason instanceof GatewayError && outcome.reason.status < 500)
          ? [outcome.reason]
          : [],
      );
      expect(failures).toEqual([]);
    }
    const orphans = (await nodes.node.call<List<Key>>(at("/key/list"), { size: "500" })).data;
    const [known, people] = [
      await nodes.node.call<List<Team>>(at("/team/list"), {}),
      await nodes.node.call<List<User>>(at("/user/list"), {}),
    ];
    for (const key of orphans) {
      expect(known.data.map(({ team_id }) => team_id)).toContain(key.team_id);
      expect(people.data.map(({ user_id }) => user_id)).toContain(key.user_id);
    }
  });
});
