import { describe, expect, test } from "vitest";
import { write } from "@/lib/store/write";
import type { Team } from "@/lib/wire/team";
import type { User } from "@/lib/wire/user";
import { NO_FACTS } from "@/lib/auth/nobody";
import { at, callerWith, type List, useTwoNodes, type WithReceipts } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

/** What a request for an operation asks for. */
function accessOf(path: string) {
  const { method, family, access, effect } = at(path);
  return { method, route: path, family, access, effect };
}

describe("users", () => {
  test("a user is created once per id, and only in teams that exist", async () => {
    expect(await nodes.node.refusal(at("/user/new"), { user_id: "u1", teams: ["nobody"] })).toMatchObject({
      code: "not_found",
      param: "teams",
    });
    const user = await nodes.node.call<User>(at("/user/new"), { user_id: "u1", user_email: "u1@example.com" });
    expect(user).toMatchObject({ user_email: "u1@example.com", teams: [], spend: 0 });
    expect(await nodes.node.refusal(at("/user/new"), { user_id: "u1" })).toMatchObject({
      code: "already_exists",
      param: "user_id",
    });
    expect((await nodes.node.call<List<User>>(at("/user/list"), { search: "U1" })).total).toBe(1);
    expect((await nodes.auditOf()).length).toBe(1);
  });

  test("an update of a user keeps its teams and the fields that it leaves out, and clears those that it sets to null", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    await nodes.node.call(at("/user/new"), {
      user_id: "u1",
      user_alias: "before",
      user_email: "a@example.com",
      max_budget: 1,
      models: ["a"],
      teams: ["t1"],
    });
    expect((await nodes.other.services.directory.user("u1"))?.email).toBe("a@example.com");
    const change = {
      user_alias: "after",
      user_email: "b@example.com",
      max_budget: null,
      rpm_limit: 3,
      metadata: { a: 1 },
    };
    const user = await nodes.node.call<User & WithReceipts>(at("/user/update"), { user_id: "u1", ...change });
    expect(user).toMatchObject({ ...change, models: ["a"], teams: ["t1"] });
    expect(user.nodes.map(({ node }) => node)).toEqual(["one", "two"]);
    expect((await nodes.other.services.directory.user("u1"))?.email).toBe("b@example.com");
    const [event] = await nodes.auditOf({ action: "user.update" });
    expect([event?.before?.user_alias, event?.after?.user_alias]).toEqual(["before", "after"]);
  });

  test("an administrator cannot block their own user without force, and others can", async () => {
    await nodes.node.call(at("/user/new"), { user_id: "admin" });
    const facts = await nodes.node.services.directory.user("admin");
    if (!facts) throw new Error("no such user");
    const identity = { kind: "jwt", userId: "admin", scopes: ["gateway_proxy_admin"] } as const;
    const own = {
      ...callerWith({ admin: true, userId: "admin" }, identity),
      access: { ...callerWith({}).access, ...accessOf("/user/block"), model: undefined },
      facts: { ...NO_FACTS, users: new Map([["admin", facts]]) },
    };
    for (const [path, input] of [
      ["/user/block", { user_id: "admin" }],
      ["/user/update", { user_id: "admin", blocked: true }],
    ] as const) {
      expect(await nodes.node.refusal(at(path), input, own)).toMatchObject({
        code: "would_lock_out",
        message: expect.stringContaining('The user "admin" is blocked.'),
      });
    }
    await nodes.node.call(at("/user/update"), { user_id: "admin", user_alias: "Ada" }, own);
    expect(await nodes.node.call(at("/user/block"), { user_id: "admin", force: true }, own)).toMatchObject({
      blocked: true,
    });
    await nodes.node.call(at("/user/unblock"), { user_id: "admin" });
    expect(await nodes.node.call(at("/user/block"), { user_id: "admin" })).toMatchObject({ blocked: true });
  });

  test("users are listed by page, filter and order, with their spend", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    for (const id of ["u1", "u2", "u3"])
      await nodes.node.call(at("/user/new"), {
        user_id: id,
        user_alias: `Alias ${id}`,
        ...(id === "u3" && { teams: ["t1"] }),
      });
    await nodes.node.call(at("/user/block"), { user_id: "u2" });
    await nodes.bookSpend("user", "u1", "0.000000001");
    await nodes.bookSpend("user", "u3", "2.5");
    const ids = async (query: Record<string, string>) =>
      (await nodes.node.call<List<User>>(at("/user/list"), query)).data.map((user) => user.user_id);
    expect(await ids({ sort: "spend" })).toEqual(["u3", "u1", "u2"]);
    expect(await ids({ sort: "alias", order: "asc", page: "2", size: "2" })).toEqual(["u3"]);
    expect(await ids({ blocked: "true" })).toEqual(["u2"]);
    expect(await ids({ team_id: "t1" })).toEqual(["u3"]);
    expect(await nodes.node.call(at("/user/list"), { size: "1", sort: "spend" })).toMatchObject({
      total: 3,
      page: 1,
      size: 1,
      data: [{ user_id: "u3", spend: 2.5 }],
    });
  });

  test("users are shown with the names of those of their teams that have one", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1", team_alias: "Search" });
    await nodes.node.call(at("/team/new"), { team_id: "t2" });
    await nodes.node.call(at("/user/new"), { user_id: "u1", teams: ["t1", "t2"] });
    const named = { teams: expect.arrayContaining(["t1", "t2"]), team_aliases: { t1: "Search" } };
    expect((await nodes.node.call<List<User>>(at("/user/list"), {})).data).toMatchObject([named]);
    expect(await nodes.node.call(at("/user/info"), { user_id: "u1" })).toMatchObject(named);
  });

  test("users are found by their e-mail address, whole or in part", async () => {
    for (const id of ["u1", "u2"])
      await nodes.node.call(at("/user/new"), { user_id: id, user_email: `${id}@Example.com` });
    const ids = async (query: object) =>
      (await nodes.node.call<List<User>>(at("/user/list"), query)).data.map((user) => user.user_id);
    expect(await ids({ user_email: "u2@Example.com" })).toEqual(["u2"]);
    expect(await ids({ search: "1@example" })).toEqual(["u1"]);
    expect(await ids({ search: "example", sort: "alias", order: "asc" })).toEqual(["u1", "u2"]);
  });
});

describe("users and teams created from a token", () => {
  test("a user and a team named by a token are created once, with one audit event each, however many requests name them", async () => {
    expect(await nodes.other.services.directory.user("u1")).toBeUndefined();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { services } = index % 2 ? nodes.node : nodes.other;
        await services.fulfil([{ kind: "create-user", id: "u1", email: "u1@example.com" }], "user u1");
        await services.fulfil([{ kind: "create-team", id: "t1", alias: undefined }], "user u1");
        expect(await services.directory.user("u1")).toMatchObject({ email: "u1@example.com" });
        expect(await services.directory.team("t1")).toBeDefined();
      }),
    );
    expect((await nodes.auditOf()).map(({ action }) => action).sort()).toEqual(["team.create", "user.create"]);
  });

  test("newcomers who come together are made in few transactions, each with its own audit events", async () => {
    const notices = new Set<string>();
    const { services } = nodes.node;
    nodes.other.services.changes.subscribe(({ id }) => void notices.add(id));
    const people = Array.from({ length: 200 }, (_, index) => `person-${index}`);
    await Promise.all(
      people.map((userId, index) =>
        services.fulfil(
          [
            { kind: "create-team", id: `team-${index % 3}`, alias: undefined },
            { kind: "create-user", id: userId, email: `${userId}@example.com` },
            { kind: "sync-memberships", userId, join: [`team-${index % 3}`, "nobody"], leave: [] },
          ],
          `user ${userId}`,
        ),
      ),
    );
    const made = "SELECT count(DISTINCT xmin::text)::int AS transactions FROM users";
    expect((await services.database.pool.query(made)).rows[0].transactions).toBeLessThan(40);
    for (const [index, id] of people.entries())
      expect(await services.directory.user(id)).toMatchObject({ teams: [`team-${index % 3}`] });
    const { rows: audit } = await services.database.pool.query<{ action: string; actors: string[] }>(
      "SELECT action, array_agg(actor) AS actors FROM audit_events GROUP BY action ORDER BY action",
    );
    expect(audit.map(({ action, actors }) => [action, actors.length])).toEqual([
      ["team.create", 3],
      ["user.create", 200],
      ["user.sync_teams", 200],
    ]);
    for (const { actors } of audit.slice(1)) expect(new Set(actors)).toEqual(new Set(people.map((id) => `user ${id}`)));
    await expect.poll(() => notices.size).toBeGreaterThanOrEqual(203);
  });

  test("memberships of one user that change together are written one after the other", async () => {
    const { services } = nodes.node;
    const change = (join: string[], leave: string[]) =>
      services.fulfil([{ kind: "sync-memberships", userId: "u1", join, leave }], "user u1");
    await services.fulfil(
      [
        { kind: "create-user", id: "u1", email: undefined },
        { kind: "create-team", id: "a", alias: undefined },
        { kind: "create-team", id: "b", alias: undefined },
      ],
      "user u1",
    );
    for (let round = 0; round < 20; round++) {
      await Promise.all([change(["a"], []), change(["b"], ["a"]), change(["a", "b"], [])]);
      expect(await services.directory.user("u1")).toMatchObject({ teams: ["a", "b"] });
      await change([], ["a", "b"]);
      expect(await services.directory.user("u1")).toMatchObject({ teams: [] });
    }
  });

  test("a token that names an id which cannot be stored is refused with invalid_token", async () => {
    for (const id of ["", "a\0b", "x".repeat(257)]) {
      const { services } = nodes.node;
      for (const obligation of [
        { kind: "create-user", id, email: undefined },
        { kind: "create-team", id, alias: undefined },
      ] as const)
        await expect(services.fulfil([obligation], "t")).rejects.toMatchObject({ code: "invalid_token" });
    }
  });
});

describe("a write", () => {
  test("a write that fails leaves no row, no audit event and no notice to other nodes", async () => {
    const heard: string[] = [];
    nodes.other.services.changes.subscribe(({ id }) => void heard.push(id));
    const failing = write(nodes.node.services, async (transaction) => {
      await transaction.team.create({ data: { id: "t1" } });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await nodes.node.call(at("/team/new"), { team_id: "t2" });
    expect(heard).toEqual(["t2"]);
    expect((await nodes.node.call<List<Team>>(at("/team/list"), {})).total).toBe(1);
    expect((await nodes.auditOf()).map(({ entity_id }) => entity_id)).toEqual(["t2"]);
  });

  test("a write is undone if its audit event cannot be written", async () => {
    const impossible = { actor: "a\0", action: "team.create", entityType: "team", entityId: "t1" };
    await expect(
      write(nodes.node.services, async (transaction) => ({
        result: await transaction.team.create({ data: { id: "t1" } }),
        audit: [impossible],
        changes: [],
      })),
    ).rejects.toThrow();
    expect(await nodes.node.services.directory.team("t1")).toBeUndefined();
  });
});
