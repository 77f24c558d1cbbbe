import { hash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Json, useRulesFixture } from "@/testing/gateway/rules-fixture";

const fixture = useRulesFixture();
const { configured, send, chat, userToken, generateKey } = fixture;
const replay = (body: object): Promise<Json> => fixture.manage("/auth/replay", body);

describe("POST /auth/replay", () => {
  test("POST /auth/replay reports what a draft would have changed for recorded calls of tokens and of keys", async () => {
    const ann = await userToken("ann", { scope: "large" });
    const bob = await userToken("bob");
    for (const token of [ann, bob, bob]) expect(await chat(token, "gpt-4o")).toBe("allowed");
    const { key } = await generateKey({ models: ["o3"], key_alias: "nightly" });
    expect([await chat(key, "o3"), await chat(key, "gpt-4o")]).toEqual(["allowed", "denied"]);
    expect((await send("/key/list", bob)).status).toBe(403);

    const report = await replay({
      settings: { enforce_scope_based_access: true, scope_mappings: [{ scope: "large", models: ["gpt-4o"] }] },
    });
    expect(report).toMatchObject({
      evaluated: 6,
      unchanged: 4,
      newly_allowed: [],
      resolved_differently: [],
      not_evaluated: [],
      truncated: false,
    });
    expect(report.newly_denied).toEqual([
      expect.objectContaining({
        who: "user bob",
        route: "/chat/completions",
        model: "gpt-4o",
        code: "scope_model_not_allowed",
        count: 2,
      }),
    ]);
    expect(report.totals.newly_denied).toEqual({ groups: 1, calls: 2 });
    const day = new Date(fixture.gateway.services.now()).toISOString().slice(0, 10);
    const counts = { newly_denied: 2, newly_allowed: 0, unchanged: 1 };
    expect(report.people).toEqual([{ who: "user bob", ...counts, days: [{ day, ...counts }] }]);
    expect(report.people_total).toBe(1);

    const opened = await replay({ settings: { team_allowed_routes: ["openai_routes", "/key/list"] }, days: 1 });
    expect(opened.newly_allowed).toEqual([
      expect.objectContaining({
        who: "user bob",
        route: "/key/list",
        model: null,
        code: "route_not_allowed",
        count: 1,
      }),
    ]);
    expect(opened.newly_denied).toEqual([]);
  });

  test("POST /auth/replay reports no change for the settings in force, also when they come from a revision", async () => {
    for (const sub of ["ann", "bob"]) await chat(await userToken(sub, { roles: ["dev"] }), "gpt-4o");
    const settings = {
      enforce_rbac: true,
      role_mappings: [{ role: "dev", internal_role: "internal_user" }],
      role_permissions: [{ role: "internal_user", models: ["o3"], routes: [] }],
    };
    expect((await replay({ settings })).newly_denied).toHaveLength(2);
    expect((await send("/config/revisions", fixture.gateway.masterKey, { settings, base_revision: null })).status).toBe(
      200,
    );
    await fixture.gateway.services.settings.refresh();
    for (const body of [{}, { settings }])
      expect(await replay(body)).toMatchObject({ evaluated: 2, unchanged: 2, newly_denied: [], newly_allowed: [] });
    expect((await replay({ settings: {} })).totals.newly_allowed).toEqual({ groups: 2, calls: 2 });
  });

  test("POST /auth/replay tries a draft of a user's teams: what a new member could use", async () => {
    const { masterKey } = fixture.gateway;
    for (const team_id of ["own", "other"]) await send("/team/new", masterKey, { team_id });
    await send("/team/member_add", masterKey, { team_id: "own", member: { user_id: "dora" } });
    const headers = { authorization: `Bearer ${await userToken("dora")}`, "content-type": "application/json" };
    const callFor = async (team: string): Promise<number> => {
      const body = JSON.stringify({ model: "o3", messages: [] });
      const asked = { method: "POST", headers: { ...headers, "x-gateway-team-id": team }, body };
      return (await fixture.gateway.send("/v1/chat/completions", asked)).status;
    };
    expect([await callFor("own"), await callFor("other")]).toEqual([502, 403]);
    const report = await replay({ users: [{ user_id: "dora", teams: ["own", "other"] }] });
    expect(report.newly_allowed).toEqual([expect.objectContaining({ who: "user dora", model: "o3", count: 1 })]);
    expect(report.totals.newly_denied.calls).toBe(0);
    expect((await replay({ users: [{ user_id: "dora", teams: [] }] })).totals.newly_denied.calls).toBe(1);
  });

  test("POST /auth/replay decides by keys and teams as they are today", async () => {
    await send("/team/new", fixture.gateway.masterKey, { team_id: "t1" });
    const { key, token_id: id } = await generateKey({ team_id: "t1" });
    const { key: other, token_id: otherId } = await generateKey({});
    expect([await chat(key, "o3"), await chat(other, "o3")]).toEqual(["allowed", "allowed"]);
    await send("/team/block", fixture.gateway.masterKey, { team_id: "t1" });
    expect(await replay({})).toMatchObject({ evaluated: 2, unchanged: 2 });
    await send("/key/delete", fixture.gateway.masterKey, { keys: [otherId] });
    expect(await replay({})).toMatchObject({
      evaluated: 1,
      not_evaluated: [{ reason: "The key has been deleted.", count: 1 }],
    });
    expect(id).not.toBe(otherId);
  });

  test("POST /auth/replay reports the models that a drafted model_list would route elsewhere", async () => {
    await chat(await userToken("ann"), "gpt-4o");
    const draft = [{ model_name: "*", gateway_params: { model: "azure/*", api_key: "sk-unread" } }];
    expect((await replay({ model_list: draft })).resolved_differently).toEqual([
      expect.objectContaining({
        model: "gpt-4o",
        before: { model_name: "gpt-4o", upstream_model: "openai/gpt-4o" },
        after: { model_name: "*", upstream_model: "azure/gpt-4o" },
        count: 1,
      }),
    ]);
  });

  test("POST /auth/replay leaves out tokens if the draft reads their roles from another claim", async () => {
    await chat(await userToken("ann"), "gpt-4o");
    const report = await replay({ settings: { roles_jwt_field: "realm_access.roles" } });
    expect(report).toMatchObject({
      evaluated: 0,
      not_evaluated: [{ reason: expect.stringContaining("other claims"), count: 1 }],
    });
  });

  test("POST /auth/replay refuses a draft that could not be saved, naming the fault, and refuses everybody but administrators", async () => {
    const faulty = await send("/auth/replay", fixture.gateway.masterKey, {
      settings: { scope_mappings: [{ scope: "a", models: ["*"] }] },
    });
    expect([faulty.status, faulty.body.error.param]).toEqual([400, "settings.scope_mappings.0.models.0"]);
    expect((await send("/auth/replay", await userToken("ann"), {})).status).toBe(403);
  });
});

describe("the record of decisions", () => {
  const rows = async (): Promise<Json[]> => {
    await fixture.gateway.services.recorder.flush();
    return (
      await fixture.gateway.services.database.pool.query(
        "SELECT * FROM recorded_decisions JOIN recorded_identities USING (fingerprint) ORDER BY count",
      )
    ).rows;
  };

  test("decisions are recorded as counts per caller, route, model and outcome, without token, key or prompt", async () => {
    const secret = randomUUID();
    const token = await userToken("ann", { nonce: secret, jti: secret });
    await chat(token, "gpt-4o");
    await chat(await userToken("ann", { nonce: randomUUID() }), "gpt-4o");
    const { key } = await generateKey({});
    await chat(key, "o3");
    const recorded = await rows();
    expect(recorded).toEqual([
      expect.objectContaining({
        model: "o3",
        outcome: "allow",
        count: "1",
        identity: { kind: "virtual-key", keyId: expect.any(String) },
      }),
      expect.objectContaining({
        model: "gpt-4o",
        outcome: "allow",
        count: "2",
        method: "POST",
        route: "/chat/completions",
        family: "openai_routes",
        identity: expect.objectContaining({ userId: "ann" }),
      }),
    ]);
    const text = JSON.stringify(recorded);
    for (const unwanted of [
      secret,
      token,
      token.split(".")[2]!,
      key,
      hash("sha256", key),
      "a prompt",
      fixture.gateway.masterKey,
    ])
      expect(text).not.toContain(unwanted);
  });

  test("no decision is recorded if decision_retention_days is 0", async () => {
    await fixture.gateway.configure(configured({ decision_retention_days: 0 }));
    await chat(await userToken("ann"), "gpt-4o");
    expect(await rows()).toEqual([]);
  });

  test("hostile model names and scopes are left out of the record and do not stop the recording of other decisions", async () => {
    const ann = await userToken("ann", { scope: ["large", "a\u0000b"] });
    for (const model of ["x\u0000y", "\ud800", "m".repeat(1_000)])
      await send("/v1/chat/completions", ann, { model, messages: [] });
    await chat(ann, "gpt-4o");
    expect((await rows()).map(({ model, identity }) => [model, identity.scopes])).toEqual([["gpt-4o", ["large"]]]);
  });
});
