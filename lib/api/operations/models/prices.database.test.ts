import { describe, expect, test } from "vitest";
import { priceCall } from "@/lib/prices/price";
import type { Price } from "@/lib/wire/price";
import { at, callerWith, type List, useTwoNodes, type WithReceipts } from "@/testing/gateway/management-nodes";
import { NO_USAGE } from "@/lib/usage";

const nodes = useTwoNodes();
const given = { provider: "acme", model: "house-*", input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };

/**
 * The cost of a call with 1000 prompt tokens on a node at a moment, in nano-dollars. Undefined: the node has no price
 * for it.
 */
function cost(node: typeof nodes.node, moment = Date.now()): bigint | undefined {
  const call = { provider: "acme", model: "house-1", at: moment, units: { ...NO_USAGE, promptTokens: 1000 } };
  const { state, spendNano } = priceCall(call, undefined, node.services.prices.current());
  return state === "unpriced" ? undefined : spendNano;
}

describe("prices", () => {
  test("a price is charged on every node from its effective_from until it is deleted", async () => {
    expect(cost(nodes.other)).toBeUndefined();
    const added = await nodes.node.call<Price & WithReceipts>(at("/price/new"), {
      ...given,
      effective_from: "2026-01-01",
      comment: "by contract",
    });
    expect(added).toMatchObject({
      ...given,
      effective_from: "2026-01-01T00:00:00.000Z",
      comment: "by contract",
      created_by: "the test",
    });
    expect(added.nodes.map(({ node }) => node)).toEqual(["one", "two"]);
    for (const node of [nodes.node, nodes.other]) {
      expect([cost(node), cost(node, Date.parse("2025-12-31T23:59:59Z"))]).toEqual([1_000_000n, undefined]);
    }
    await nodes.other.call(at("/price/delete"), { price_ids: [added.price_id, added.price_id] });
    // The answer waits for a busy node for some seconds at most.
    const costs = () => [cost(nodes.node), cost(nodes.other)];
    await expect.poll(costs).toEqual([undefined, undefined]);
    const events = await nodes.auditOf({ entity_type: "price" });
    expect(events.map(({ action, before, after }) => [action, before?.["price_id"], after?.["price_id"]])).toEqual([
      ["price.delete", added.price_id, undefined],
      ["price.create", undefined, added.price_id],
    ]);
  });

  test("a process that reads the prices later knows those added before", async () => {
    await nodes.node.call(at("/price/new"), { ...given, effective_from: "2026-01-01" });
    await nodes.node.services.prices.refresh();
    expect(cost(nodes.node)).toBe(1_000_000n);
  });

  test("prices are listed newest first and can be filtered by provider and model", async () => {
    for (const model of ["a", "b", "c"]) await nodes.node.call(at("/price/new"), { ...given, model });
    const { data, total } = await nodes.node.call<List<Price>>(at("/price/list"), { size: "2" });
    expect([data.map(({ model }) => model), total]).toEqual([["c", "b"], 3]);
    expect((await nodes.node.call<List<Price>>(at("/price/list"), { model: "a", provider: "acme" })).total).toBe(1);
    expect((await nodes.node.call<List<Price>>(at("/price/list"), { model: "a", provider: "other" })).total).toBe(0);
  });

  test("prices are found by a part of their provider, model or comment, and walked behind one another", async () => {
    for (const model of ["gpt-a", "gpt-b", "other_c", "gpt-d"])
      await nodes.node.call(at("/price/new"), { ...given, model, ...(model === "gpt-d" && { comment: "50% off" }) });
    const models = async (query: Record<string, string>) => {
      const { data, total, next } = await nodes.node.call<List<Price> & { next: string | null }>(
        at("/price/list"),
        query,
      );
      return { models: data.map(({ model }) => model), total, next };
    };
    const first = await models({ search: "GPT", size: "2" });
    expect(first).toMatchObject({ models: ["gpt-d", "gpt-b"], total: 3 });
    await nodes.node.call(at("/price/new"), { ...given, model: "gpt-e" });
    const behind = { search: "GPT", size: "2", after: String(first.next) };
    expect(await models(behind)).toEqual({ models: ["gpt-a"], total: 4, next: null });
    expect(await models({ search: "ACM" })).toMatchObject({ total: 5 });
    expect(await models({ search: "50%" })).toMatchObject({ models: ["gpt-d"] });
    expect(await models({ search: "_" })).toMatchObject({ models: ["other_c"] });
    expect(await models({ search: "gpt", model: "other_c" })).toMatchObject({ total: 0 });
  });

  test("a price without effective_from begins now, and two prices cannot begin at the same moment", async () => {
    const before = Date.now();
    const added = await nodes.node.call<Price>(at("/price/new"), given);
    const began = Date.parse(added.effective_from);
    expect([began >= before, began <= Date.now()]).toEqual([true, true]);
    expect(
      await nodes.node.refusal(at("/price/new"), { ...given, effective_from: added.effective_from }),
    ).toMatchObject({ code: "already_exists", param: "effective_from" });
    expect(await nodes.node.refusal(at("/price/delete"), { price_ids: [added.price_id, "price_none"] })).toMatchObject({
      code: "not_found",
      param: "price_ids",
    });
    expect((await nodes.node.call<List<Price>>(at("/price/list"), {})).total).toBe(1);
  });

  test.each<[what: string, input: object]>([
    ["no rate at all", { provider: "a", model: "b" }],
    ["a negative price", { ...given, input_cost_per_token: -1 }],
    ["an infinite price", { ...given, input_cost_per_token: Number.POSITIVE_INFINITY }],
    [
      "a rate for long prompts without its base rate",
      { provider: "a", model: "b", input_cost_per_token_above_200k_tokens: 1 },
    ],
    ["an unknown field", { ...given, cost: 1 }],
    ["an invalid effective_from", { ...given, effective_from: "tomorrow" }],
    ["an empty model", { ...given, model: "" }],
  ])("a price with %s is refused", async (_what, input) => {
    await expect(nodes.node.call(at("/price/new"), input)).rejects.toMatchObject({
      code: "invalid_request",
      options: { param: expect.any(String) },
    });
  });

  test("only administrators may add, list and delete prices", async () => {
    for (const [path, input] of [
      ["/price/new", given],
      ["/price/list", {}],
      ["/price/delete", { price_ids: ["x"] }],
    ] as const) {
      expect(await nodes.node.refusal(at(path), input, callerWith({ teamId: "t1" }))).toMatchObject({
        code: "route_not_allowed",
      });
    }
  });

  test("rates of zero and very small rates are stored and read back exactly", async () => {
    const prices = { input_cost_per_token: 0, output_cost_per_token: 1e-13, output_cost_per_image: 0.04 };
    await nodes.node.call(at("/price/new"), { provider: "a", model: "b", ...prices });
    const [price] = (await nodes.node.call<List<Price>>(at("/price/list"), {})).data;
    expect(price).toMatchObject(prices);
  });
});
