import { describe, expect, test } from "vitest";
import type { EndUser } from "@/lib/wire/end-user";
import { at, type List, useTwoNodes, type WithReceipts } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();
type Customers = { data: EndUser[] } & WithReceipts;

describe("end users", () => {
  test("an end user known only from calls is shown with their spend and calls, without a budget, and nobody else is", async () => {
    await nodes.bookSpend("end_user", "seen", "2.5");
    expect(await nodes.node.call(at("/customer/info"), { user_id: "seen" })).toMatchObject({
      user_id: "seen",
      spend: 2.5,
      calls: 1,
      budget: null,
      max_budget: null,
      blocked: false,
      created_at: null,
    });
    expect(await nodes.node.refusal(at("/customer/info"), { user_id: "unseen" })).toMatchObject({ code: "not_found" });
    await nodes.node.call(at("/customer/new"), { user_id: "seen", max_budget: 5 });
    expect(await nodes.node.call(at("/customer/info"), { user_id: "seen" })).toMatchObject({
      calls: 1,
      budget: { spent: 2.5 },
    });
  });

  test("an end user is created once per id, found by user_id or end_user_id, and updated", async () => {
    const given = {
      user_id: "c1",
      alias: "EndUser",
      max_budget: 5,
      budget_duration: "1mo",
      metadata: { plan: "free" },
    };
    const customer = await nodes.node.call<EndUser>(at("/customer/new"), given);
    expect(customer).toMatchObject({ ...given, blocked: false, spend: 0 });
    expect(await nodes.node.refusal(at("/customer/new"), { user_id: "c1" })).toMatchObject({
      code: "already_exists",
      param: "user_id",
    });
    for (const query of [{ user_id: "c1" }, { end_user_id: "c1" }]) {
      expect(await nodes.other.call(at("/customer/info"), query)).toEqual({
        ...customer,
        calls: 0,
        budget: expect.objectContaining({ spent: 0, soft_exceeded: false }),
      });
    }
    expect(await nodes.node.refusal(at("/customer/info"), {})).toMatchObject({
      code: "invalid_request",
      param: "user_id",
    });
    const updated = await nodes.node.call<EndUser & WithReceipts>(at("/customer/update"), {
      user_id: "c1",
      max_budget: null,
    });
    expect(updated).toMatchObject({ alias: "EndUser", max_budget: null, budget_duration: "1mo" });
    expect(updated.nodes.map(({ node }) => node)).toEqual(["one", "two"]);
    const [event] = await nodes.auditOf({ action: "customer.update" });
    expect([event?.entity_id, event?.before?.max_budget, event?.after?.max_budget]).toEqual(["c1", 5, null]);
  });

  test("an end user that has no entry can be blocked, because calls can name it anyway", async () => {
    await nodes.node.call(at("/customer/new"), { user_id: "known" });
    expect(await nodes.other.services.directory.endUser("caller")).toBeUndefined();
    const { data } = await nodes.node.call<Customers>(at("/customer/block"), {
      user_ids: ["caller", "known", "caller"],
    });
    expect(data.map(({ user_id, blocked }) => [user_id, blocked])).toEqual([
      ["caller", true],
      ["known", true],
    ]);
    expect((await nodes.other.services.directory.endUser("caller"))?.blocked).toBe(true);
    expect(
      (await nodes.auditOf({ action: "customer.block" }))
        .map(({ entity_id, before }) => [entity_id, before === null])
        .sort(),
    ).toEqual([
      ["caller", true],
      ["known", false],
    ]);
    await nodes.node.call(at("/customer/unblock"), { user_id: "caller" });
    expect((await nodes.other.services.directory.endUser("caller"))?.blocked).toBe(false);
  });

  test("concurrent blocks of the same end users on two nodes all succeed", async () => {
    const user_ids = ["a", "b", "c", "d"];
    const attempts = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? nodes.node : nodes.other).call<Customers>(at("/customer/block"), {
        user_ids: index % 3 ? user_ids : user_ids.toReversed(),
      }),
    );
    for (const { data } of await Promise.all(attempts)) expect(data.every(({ blocked }) => blocked)).toBe(true);
    expect((await nodes.node.call<List<EndUser>>(at("/customer/list"), { blocked: "true" })).total).toBe(4);
  });

  test("several end users are unblocked or deleted together or not at all", async () => {
    await nodes.node.call(at("/customer/block"), { user_id: "c1" });
    for (const path of ["/customer/unblock", "/customer/delete"]) {
      expect(await nodes.node.refusal(at(path), { user_ids: ["c1", "nobody"] })).toEqual({
        code: "not_found",
        param: "user_ids",
        message: 'There is no end user "nobody".',
      });
    }
    expect(await nodes.node.call(at("/customer/info"), { user_id: "c1" })).toMatchObject({ blocked: true });
    await nodes.bookSpend("end_user", "c1", "1.25");
    expect(await nodes.node.call(at("/customer/delete"), { user_ids: ["c1"] })).toMatchObject({
      deleted_customers: ["c1"],
    });
    expect(await nodes.other.services.directory.endUser("c1")).toBeUndefined();
    expect(await nodes.node.call(at("/customer/info"), { user_id: "c1" })).toMatchObject({
      blocked: false,
      spend: 1.25,
      created_at: null,
    });
    expect((await nodes.node.call<EndUser>(at("/customer/new"), { user_id: "c1" })).spend).toBe(1.25);
  });

  test("end users known only from calls are listed too, page by page, after those with a record unless spend or name orders them", async () => {
    await nodes.node.call(at("/customer/new"), { user_id: "b" });
    await nodes.node.call(at("/customer/block"), { user_id: "d" });
    for (const [id, spend] of Object.entries({ a: "3", b: "2", c: "1" })) await nodes.bookSpend("end_user", id, spend);
    const list = (query: Record<string, string>) =>
      nodes.node.call<List<EndUser & { calls: number }>>(at("/customer/list"), query);
    const pages = async (query: Record<string, string>): Promise<string> => {
      const ids: string[] = [];
      for (const page of ["1", "2", "3"])
        ids.push(...(await list({ ...query, size: "2", page })).data.map(({ user_id }) => user_id));
      return ids.join("");
    };
    expect(await pages({ order: "asc" })).toBe("bdac");
    expect(await pages({ order: "desc" })).toBe("dbac");
    expect(await pages({ sort: "spend", order: "desc" })).toBe("abcd");
    expect(await pages({ sort: "alias", order: "asc" })).toBe("abcd");
    expect(await pages({ sort: "alias", order: "desc" })).toBe("dcba");
    const { data, total } = await list({ blocked: "false", search: "A" });
    expect(total).toBe(1);
    expect(data).toMatchObject([{ user_id: "a", spend: 3, calls: 1, created_at: null, max_budget: null }]);
    expect((await list({})).total).toBe(4);
    expect((await list({ blocked: "true" })).total).toBe(1);
    expect(await pages({ recorded: "true", sort: "alias" })).toBe("db");
    expect(await pages({ recorded: "false", sort: "alias" })).toBe("ca");
  });

  test("end users are listed by page, filter and order, with their spend", async () => {
    for (const id of ["c1", "c2", "c3"])
      await nodes.node.call(at("/customer/new"), { user_id: id, alias: `Alias ${id}` });
    await nodes.bookSpend("end_user", "c2", "0.5");
    const ids = async (query: Record<string, string>) =>
      (await nodes.node.call<List<EndUser>>(at("/customer/list"), query)).data.map((row) => row.user_id);
    expect(await ids({ sort: "spend" })).toEqual(["c2", "c1", "c3"]);
    expect(await ids({ sort: "alias", order: "desc", size: "1" })).toEqual(["c3"]);
    expect(await ids({ search: "S C1" })).toEqual(["c1"]);
  });
});
