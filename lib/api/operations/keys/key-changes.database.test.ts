import { describe, expect, test } from "vitest";
import { keyHash } from "@/lib/store/entities/key-secret";
import { findKey, regenerateKey } from "@/lib/store/entities/keys";
import {
  at,
  callerWith,
  type GeneratedKey as Key,
  type List,
  useTwoNodes,
  type WithReceipts,
} from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();
const HOUR = 3_600_000;

const generate = (body: object = {}) => nodes.node.call<Key>(at("/key/generate"), body);
const regenerate = (body: object) => nodes.node.call<Key & WithReceipts>(at("/key/regenerate"), body);
/** The outcome of a call with each secret, on the node that did not change the key. */
const outcomes = (...secrets: string[]) => Promise.all(secrets.map((secret) => nodes.other.modelCall(secret)));

describe("/key/update", () => {
  test("/key/update changes the given fields, clears those set to null, and takes effect on every node at once", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    const { key, token_id } = await generate({ key_alias: "ci", max_budget: 1, duration: "1h", tpm_limit: 5 });
    expect(await outcomes(key)).toEqual(["allowed"]);
    const change = {
      models: ["other"],
      team_id: "t1",
      rpm_limit: 7,
      max_budget: null,
      duration: null,
      metadata: { a: 1 },
    };
    const updated = await nodes.node.call<Key>(at("/key/update"), { key: token_id, ...change });
    expect(updated).toMatchObject({
      key_alias: "ci",
      models: ["other"],
      team_id: "t1",
      rpm_limit: 7,
      tpm_limit: 5,
      max_budget: null,
      expires: null,
      metadata: { a: 1 },
    });
    expect(await outcomes(key)).toEqual(["key_model_not_allowed"]);
    await nodes.node.call(at("/key/update"), { key, models: null, allowed_routes: ["/embeddings"] });
    expect(await outcomes(key)).toEqual(["key_route_not_allowed"]);
    await nodes.node.call(at("/key/update"), { key, allowed_routes: [], blocked: true });
    expect(await outcomes(key)).toEqual(["key_blocked"]);
    const [, , first] = await nodes.auditOf({ action: "key.update", entity_id: token_id });
    expect([first?.before?.models, first?.after?.models]).toEqual([[], ["other"]]);
  });

  test("/key/update lets a key expire a duration from now, or never", async () => {
    const { key } = await generate();
    await nodes.node.call(at("/key/update"), { key, duration: "1h" });
    nodes.clock.aheadMs = HOUR - 60_000;
    expect(await outcomes(key)).toEqual(["allowed"]);
    nodes.clock.aheadMs = HOUR;
    expect(await outcomes(key)).toEqual(["key_expired"]);
    const list = async (expired: string) => (await nodes.node.call<List<Key>>(at("/key/list"), { expired })).total;
    expect([await list("true"), await list("false")]).toEqual([1, 0]);
    const ending = async (days: number) =>
      (await nodes.node.call<List<Key>>(at("/key/list"), { ends_within_days: String(days) })).total;
    expect(await ending(366)).toBe(0);
    nodes.clock.aheadMs = 0;
    await nodes.node.call(at("/key/update"), { key, duration: "36h" });
    expect([await ending(1), await ending(2)]).toEqual([0, 1]);
    await nodes.node.call(at("/key/update"), { key, duration: null });
    expect(await outcomes(key)).toEqual(["allowed"]);
    expect([await list("true"), await list("false")]).toEqual([0, 1]);
  });

  test.each(["team_id", "user_id", "organization_id"])(
    "/key/update refuses a %s that does not exist",
    async (param) => {
      const { key } = await generate();
      expect(await nodes.node.refusal(at("/key/update"), { key, [param]: "nobody" })).toMatchObject({
        code: "not_found",
        param,
      });
      expect(await nodes.auditOf({ action: "key.update" })).toEqual([]);
    },
  );

  test("/key/update refuses an alias that another key has", async () => {
    await generate({ key_alias: "ci" });
    const { key } = await generate();
    expect(await nodes.node.refusal(at("/key/update"), { key, key_alias: "ci" })).toMatchObject({
      code: "already_exists",
      param: "key_alias",
    });
  });

  test.each(["/key/generate", "/key/update", "/key/regenerate"])(
    "%s refuses a duration that ends after the year 9999 instead of making the key permanent",
    async (path) => {
      const { key } = await generate();
      const body = { ...(path === "/key/generate" ? {} : { key }), duration: "96000mo" };
      expect(await nodes.node.refusal(at(path), body)).toEqual({
        code: "invalid_request",
        param: "duration",
        message: "duration: must end before the year 9999",
      });
    },
  );
});

describe("/key/regenerate", () => {
  test("/key/regenerate gives a key a new secret and keeps everything else, and the old secret ends at once on every node", async () => {
    const old = await generate({ key_alias: "ci", models: ["gpt"], rpm_limit: 3, metadata: { a: 1 } });
    await nodes.bookSpend("key", old.token_id, "2.5");
    expect(await outcomes(old.key)).toEqual(["allowed"]);
    const { key, key_name, nodes: receipts, ...kept } = await regenerate({ key: old.token_id });
    expect(key).not.toBe(old.key);
    expect(key_name).toBe(`sk-...${key.slice(-4)}`);
    expect(receipts.map(({ node }) => node)).toEqual(["one", "two"]);
    expect(kept).toMatchObject({
      token_id: old.token_id,
      key_alias: "ci",
      models: ["gpt"],
      rpm_limit: 3,
      metadata: { a: 1 },
      previous_keys: [],
    });
    expect(await outcomes(old.key, key)).toEqual(["invalid_key", "allowed"]);
    expect(await nodes.node.call<Key>(at("/key/info"), { key })).toMatchObject({ token_id: old.token_id, spend: 2.5 });
  });

  test("a regenerated key accepts its old secret until the grace period ends, and no longer", async () => {
    const old = await generate();
    const { key, previous_keys } = await regenerate({ key: old.key, grace_period: "1h" });
    expect(previous_keys.map(({ key_name }) => key_name)).toEqual([old.key_name]);
    const end = Date.parse(previous_keys[0]!.valid_until);
    expect((await nodes.other.services.directory.keyByHash(keyHash(old.key)))?.expiresAt).toBe(end);
    nodes.clock.aheadMs = end - Date.now() - 60_000;
    expect(await outcomes(old.key, key)).toEqual(["allowed", "allowed"]);
    nodes.clock.aheadMs = end - Date.now();
    expect(await outcomes(old.key, key)).toEqual(["key_expired", "allowed"]);
  });

  test("the old secret of a regenerated key obeys every rule of the key and keeps its own name", async () => {
    const old = await generate({ duration: "30m" });
    const { key, token_id } = await regenerate({ key: old.key, grace_period: "1h" });
    expect(await nodes.other.services.directory.keyByHash(keyHash(old.key))).toMatchObject({
      id: token_id,
      name: old.key_name,
    });
    await nodes.node.call(at("/key/block"), { key: token_id });
    expect(await outcomes(old.key, key)).toEqual(["key_blocked", "key_blocked"]);
    await nodes.node.call(at("/key/unblock"), { key: old.key });
    expect(await outcomes(old.key, key)).toEqual(["allowed", "allowed"]);
    nodes.clock.aheadMs = HOUR / 2;
    expect(await outcomes(old.key, key)).toEqual(["key_expired", "key_expired"]);
    await nodes.node.call(at("/key/delete"), { keys: [token_id] });
    expect(await outcomes(old.key, key)).toEqual(["invalid_key", "invalid_key"]);
  });

  test("regenerating a key again ends older secrets no later than the new grace period", async () => {
    const first = await generate();
    const second = await regenerate({ key: first.token_id, grace_period: "1d" });
    const third = await regenerate({ key: first.token_id, grace_period: "1h" });
    expect(await outcomes(first.key, second.key, third.key)).toEqual(["allowed", "allowed", "allowed"]);
    nodes.clock.aheadMs = HOUR + 1_000;
    expect(await outcomes(first.key, second.key, third.key)).toEqual(["key_expired", "key_expired", "allowed"]);
    nodes.clock.aheadMs = 0;
    const fourth = await regenerate({ key: first.token_id });
    expect(await outcomes(first.key, second.key, third.key, fourth.key)).toEqual([
      "invalid_key",
      "invalid_key",
      "invalid_key",
      "allowed",
    ]);
  });

  test("one of several concurrent regenerations of a key succeeds, and the others are refused with changed_meanwhile", async () => {
    const { key, token_id } = await generate();
    const regeneration = {
      actor: "a",
      id: token_id,
      currentHash: keyHash(key),
      now: new Date(),
      graceUntil: new Date(Date.now() + HOUR),
      expiresAt: undefined,
    };
    const attempts = Array.from({ length: 8 }, (_, index) =>
      regenerateKey((index % 2 ? nodes.node : nodes.other).services, regeneration),
    );
    const settled = await Promise.allSettled(attempts);
    const [winner, ...others] = settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(others).toEqual([]);
    for (const outcome of settled)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: "changed_meanwhile", options: { param: "key" } });
    expect(await outcomes(key, winner!.secret)).toEqual(["allowed", "allowed"]);
    expect((await nodes.auditOf({ action: "key.regenerate" })).length).toBe(1);
  });

  test("a key is not regenerated again by its old secret", async () => {
    const old = await generate();
    const { key, key_name } = await regenerate({ key: old.key, grace_period: "1h" });
    expect(await nodes.node.refusal(at("/key/regenerate"), { key: old.key, grace_period: "1h" })).toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining(key_name),
    });
    expect(await outcomes(old.key, key)).toEqual(["allowed", "allowed"]);
  });

  test("/key/regenerate requires a duration for a key that has expired", async () => {
    const { token_id } = await generate({ duration: "1h" });
    nodes.clock.aheadMs = HOUR;
    expect(await nodes.node.refusal(at("/key/regenerate"), { key: token_id })).toMatchObject({
      code: "invalid_request",
      param: "duration",
    });
    const { key } = await regenerate({ key: token_id, duration: "1h" });
    expect(await outcomes(key)).toEqual(["allowed"]);
  });

  test("/key/regenerate is for administrators and owners, not for the key itself, and only administrators may extend a key", async () => {
    await nodes.node.call(at("/user/new"), { user_id: "u1" });
    const { key, token_id } = await generate({ user_id: "u1" });
    const owner = callerWith({ userId: "u1" }, { userId: "u1" });
    const attempt = (body: object, caller: ReturnType<typeof callerWith>) =>
      nodes.node.refusal(at("/key/regenerate"), { key: token_id, ...body }, caller);
    expect((await attempt({}, callerWith({ keyId: token_id, userId: "u1" }, { kind: "virtual-key" }))).code).toBe(
      "route_not_allowed",
    );
    expect((await attempt({}, callerWith({ userId: "u2" }, { userId: "u2" }))).code).toBe("route_not_allowed");
    expect((await attempt({ duration: "1h" }, owner)).code).toBe("route_not_allowed");
    expect(await outcomes(key)).toEqual(["allowed"]);
    const renewed = await nodes.node.call<Key>(at("/key/regenerate"), { key: token_id }, owner);
    expect(await outcomes(key, renewed.key)).toEqual(["invalid_key", "allowed"]);
  });

  test("/key/regenerate leaves no secret in the database and no secret or hash in the audit log", async () => {
    const old = await generate();
    const { key } = await regenerate({ key: old.key, grace_period: "1h" });
    const { rows } = await nodes.node.services.database.pool.query(
      "SELECT (SELECT json_agg(k)::text FROM keys k) || (SELECT json_agg(r)::text FROM retired_secrets r) AS stored, (SELECT json_agg(a)::text FROM audit_events a) AS audit",
    );
    for (const secret of [old.key, key]) {
      expect(rows[0].stored + rows[0].audit).not.toContain(secret);
      expect(rows[0].audit).not.toContain(keyHash(secret));
    }
    expect(await findKey(nodes.node.services.database, old.key)).toMatchObject({ hash: keyHash(key) });
  });
});
