import { describe, expect, test } from "vitest";
import { keyHash } from "@/lib/store/entities/key-secret";
import { at, type GeneratedKey as Key, type List, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

describe("keys", () => {
  test("a key is generated from an empty body, found by secret and by id, and stored only as a hash", async () => {
    const generated = await nodes.node.call<Key>(at("/key/generate"), undefined);
    expect(generated.key).toMatch(/^sk-[A-Za-z0-9_-]{43}$/);
    expect(generated.key_name).toBe(`sk-...${generated.key.slice(-4)}`);
    expect(generated).toMatchObject({ expires: null, team_id: null, user_id: null, blocked: false });
    for (const key of [generated.key, generated.token_id]) {
      expect(await nodes.node.call<Key>(at("/key/info"), { key })).toMatchObject({
        token_id: generated.token_id,
        spend: 0,
      });
    }
    expect((await nodes.other.services.directory.keyByHash(keyHash(generated.key)))?.id).toBe(generated.token_id);
    const { rows } = await nodes.node.services.database.pool.query(
      "SELECT row_to_json(k)::text || (SELECT json_agg(a)::text FROM audit_events a) AS everything FROM keys k",
    );
    expect(rows[0].everything).not.toContain(generated.key);
    expect(JSON.stringify(await nodes.auditOf())).not.toContain(keyHash(generated.key));
  });

  test("a key expires after its duration", async () => {
    const before = Date.now();
    const { expires } = await nodes.node.call<Key>(at("/key/generate"), { duration: "1h" });
    expect(Date.parse(expires ?? "") - before).toBeGreaterThanOrEqual(3_600_000);
    expect(Date.parse(expires ?? "") - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test.each([["team_id"], ["user_id"]])("no key is generated for a %s that does not exist", async (param) => {
    expect(await nodes.node.refusal(at("/key/generate"), { [param]: "nobody" })).toMatchObject({
      code: "not_found",
      param,
    });
    expect((await nodes.node.call<List<Key>>(at("/key/list"), {})).total).toBe(0);
  });

  test("keys are listed by page, filter and order, with their spend", async () => {
    for (const id of ["t1", "t2"]) await nodes.node.call(at("/team/new"), { team_id: id });
    const made: Key[] = [];
    for (const [key_alias, team_id] of [
      ["a", "t1"],
      ["b", "t2"],
      ["c", "t1"],
    ])
      made.push(await nodes.node.call<Key>(at("/key/generate"), { key_alias, team_id, blocked: key_alias === "b" }));
    await nodes.bookSpend("key", made[0]!.token_id, "0.000000001");
    await nodes.bookSpend("key", made[2]!.token_id, "2.5");
    const names = async (query: Record<string, string>) =>
      (await nodes.node.call<List<Key>>(at("/key/list"), query)).data.map((key) =>
        made.findIndex(({ token_id }) => token_id === key.token_id),
      );
    expect(await names({ sort: "spend" })).toEqual([2, 0, 1]);
    expect(await names({ sort: "alias", order: "asc", page: "2", size: "2" })).toEqual([2]);
    expect(await names({ blocked: "true" })).toEqual([1]);
    expect(await names({ team_id: "t1", sort: "alias", order: "asc" })).toEqual([0, 2]);
    expect(await names({ expired: "true" })).toEqual([]);
    expect(await nodes.node.call(at("/key/list"), { size: "1", sort: "spend" })).toMatchObject({
      total: 3,
      page: 1,
      size: 1,
      data: [{ token_id: made[2]!.token_id, spend: 2.5 }],
    });
  });

  test("keys are listed and shown with the names of their owners", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1", team_alias: "Search" });
    await nodes.node.call(at("/user/new"), { user_id: "u1", user_email: "u1@example.com" });
    const { key } = await nodes.node.call<Key>(at("/key/generate"), { team_id: "t1", user_id: "u1" });
    const names = { team_alias: "Search", user_alias: null, user_email: "u1@example.com", organization_alias: null };
    expect((await nodes.node.call<List<Key>>(at("/key/list"), {})).data).toMatchObject([names]);
    expect(await nodes.node.call(at("/key/info"), { key })).toMatchObject(names);
  });

  test("two keys cannot have the same alias", async () => {
    await nodes.node.call(at("/key/generate"), { key_alias: "ci" });
    expect(await nodes.node.refusal(at("/key/generate"), { key_alias: "ci" })).toMatchObject({
      code: "already_exists",
      param: "key_alias",
    });
  });

  test("a blocked or deleted key is refused on every node", async () => {
    const { key, token_id } = await nodes.node.call<Key>(at("/key/generate"), {});
    expect((await nodes.other.services.directory.keyByHash(keyHash(key)))?.blocked).toBe(false);
    await nodes.node.call(at("/key/block"), { key: token_id });
    expect((await nodes.other.services.directory.keyByHash(keyHash(key)))?.blocked).toBe(true);
    await nodes.node.call(at("/key/unblock"), { key });
    expect((await nodes.other.services.directory.keyByHash(keyHash(key)))?.blocked).toBe(false);
    expect(await nodes.node.call(at("/key/delete"), { keys: [key, token_id] })).toMatchObject({
      deleted_keys: [token_id],
    });
    expect(await nodes.other.services.directory.keyByHash(keyHash(key))).toBeUndefined();
    expect((await nodes.auditOf({ entity_id: token_id })).map(({ action }) => action)).toEqual([
      "key.delete",
      "key.unblock",
      "key.block",
      "key.create",
    ]);
  });

  test("several keys are deleted together or not at all", async () => {
    const { token_id } = await nodes.node.call<Key>(at("/key/generate"), {});
    expect((await nodes.node.refusal(at("/key/delete"), { keys: [token_id, "key_unknown"] })).code).toBe("not_found");
    expect(await nodes.node.call<Key>(at("/key/info"), { key: token_id })).toMatchObject({ token_id });
  });
});
