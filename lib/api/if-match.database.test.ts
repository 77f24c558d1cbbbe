import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessGateway, startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

let server: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  server = await startTestDatabase();
  gateway = await startInProcessGateway(server.url, { config: {} });
});
afterAll(async () => {
  await gateway.stop();
  await server.stop();
});

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly body: Record<string, unknown>;
}

async function send(path: string, body?: object, ifMatch?: string): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${gateway.masterKey}`,
    "content-type": "application/json",
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
  };
  const answer = await gateway.send(path, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: answer.status, etag: answer.headers.get("etag") ?? "", body: await answer.json() };
}

/** How each kind of thing is created, shown, changed and deleted. `id`: its id from the answer of the creation. */
const KINDS = [
  {
    path: "/team",
    create: { team_id: "of-two" },
    id: () => "of-two",
    info: (id: string) => `team_id=${id}`,
    rename: (id: string, name: string) => ({ team_id: id, team_alias: name }),
    remove: (id: string) => ({ team_ids: [id] }),
    alias: "team_alias",
  },
  {
    path: "/user",
    create: { user_id: "of-two" },
    id: () => "of-two",
    info: (id: string) => `user_id=${id}`,
    rename: (id: string, name: string) => ({ user_id: id, user_alias: name }),
    remove: (id: string) => ({ user_ids: [id] }),
    alias: "user_alias",
  },
  {
    path: "/organization",
    create: { organization_id: "of-two" },
    id: () => "of-two",
    info: (id: string) => `organization_id=${id}`,
    rename: (id: string, name: string) => ({ organization_id: id, organization_alias: name }),
    remove: (id: string) => ({ organization_ids: [id] }),
    alias: "organization_alias",
  },
  {
    path: "/customer",
    create: { user_id: "of-two" },
    id: () => "of-two",
    info: (id: string) => `user_id=${id}`,
    rename: (id: string, name: string) => ({ user_id: id, alias: name }),
    remove: (id: string) => ({ user_ids: [id] }),
    alias: "alias",
  },
  {
    path: "/key",
    create: {},
    id: (made: Record<string, unknown>) => String(made["token_id"]),
    info: (id: string) => `key=${id}`,
    rename: (id: string, name: string) => ({ key: id, key_alias: name }),
    remove: (id: string) => ({ keys: [id] }),
    alias: "key_alias",
  },
  {
    path: "/model",
    create: { model_name: "of-two", gateway_params: { model: "openai/gpt-4o", api_key: "sk-0123456789abcdef" } },
    id: (made: Record<string, unknown>) => String(made["id"]),
    info: (id: string) => `id=${id}`,
    rename: (id: string, name: string) => ({ id, model_name: name }),
    remove: (id: string) => ({ id }),
    alias: "model_name",
  },
] as const;

describe("If-Match", () => {
  test.each(KINDS)("$path is changed and deleted only in the version that was seen", async (kind) => {
    const { path, alias } = kind;
    const made = await send(path === "/key" ? "/key/generate" : `${path}/new`, kind.create);
    const id = kind.id(made.body);
    const seen = await send(`${path}/info?${kind.info(id)}`);
    expect(seen.etag).toMatch(/^"[\w-]{22}"$/);

    const first = await send(`${path}/update`, kind.rename(id, "first"), seen.etag);
    expect([first.status, first.etag]).toEqual([200, (await send(`${path}/info?${kind.info(id)}`)).etag]);

    const second = await send(`${path}/update`, kind.rename(id, "second"), seen.etag);
    expect([second.status, second.etag]).toEqual([412, first.etag]);
    expect(second.body["error"]).toMatchObject({
      code: "changed_meanwhile",
      param: "If-Match",
      details: { etag: first.etag, current: { [alias]: "first" }, proposed: { [alias]: "second" } },
    });
    expect(JSON.stringify(second.body)).not.toContain("sk-0123456789");

    expect((await send(`${path}/delete`, kind.remove(id), seen.etag)).status).toBe(412);
    expect((await send(`${path}/update`, kind.rename(id, "third"))).status).toBe(200);
    expect((await send(`${path}/update`, kind.rename(id, "first"), "*")).status).toBe(200);
    expect((await send(`${path}/delete`, kind.remove(id), `W/${first.etag}`)).status).toBe(200);
  });

  test("access settings are saved and rolled back only over the revision that was seen", async () => {
    const seen = await send("/config/get");
    const newest = async () => Number((await send("/config/get")).etag.match(/\d+/)?.[0]) || null;
    const save = async (settings: object, ifMatch: string) =>
      send("/config/revisions", { settings, base_revision: await newest() }, ifMatch);
    const saved = await save({ enforce_rbac: true }, seen.etag);
    expect([saved.status, saved.etag]).toEqual([200, (await send("/config/get")).etag]);
    const late = await save({ enforce_rbac: false }, seen.etag);
    expect([late.status, late.etag]).toEqual([412, saved.etag]);
    expect(late.body["error"]).toMatchObject({
      code: "changed_meanwhile",
      details: { current: { enforce_rbac: true }, proposed: { enforce_rbac: false } },
    });
    const revision = Number(saved.etag.match(/\d+/)?.[0]);
    expect((await send("/config/rollback", { revision }, seen.etag)).status).toBe(412);
    expect((await send("/config/rollback", { revision }, saved.etag)).status).toBe(200);
  });
});

test("of two changes of one version that come at once, one is made and the other one refused", async () => {
  await send("/team/new", { team_id: "raced" });
  const { etag } = await send("/team/info?team_id=raced");
  const names = ["a", "b", "c", "d"];
  const answers = await Promise.all(
    names.map((name) => send("/team/update", { team_id: "raced", team_alias: name }, etag)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
});

test("a member is changed and removed only in the version that was seen", async () => {
  await send("/team/new", { team_id: "of-members", members_with_roles: [{ user_id: "ann" }, { user_id: "ben" }] });
  const tagOf = ({ body }: Answer, id: string) =>
    (body["members_with_roles"] as { user_id: string; etag: string }[]).find((one) => one.user_id === id)?.etag;
  const seen = await send("/team/info?team_id=of-members");
  const change = { team_id: "of-members", user_id: "ann" };
  const first = await send("/team/member_update", { ...change, rpm_limit: 5 }, tagOf(seen, "ann"));
  expect([first.status, tagOf(first, "ben")]).toEqual([200, tagOf(seen, "ben")]);
  const second = await send("/team/member_update", { ...change, role: "admin" }, tagOf(seen, "ann"));
  expect([second.status, second.etag]).toEqual([412, tagOf(first, "ann")]);
  expect(second.body["error"]).toMatchObject({
    details: { current: { rpm_limit: 5, role: "user" }, proposed: { rpm_limit: 5, role: "admin" } },
  });
  expect((await send("/team/member_delete", change, tagOf(seen, "ann"))).status).toBe(412);
  expect((await send("/team/member_delete", change, tagOf(first, "ann"))).status).toBe(200);
});

test("a key that got a new secret meanwhile gets none from those who saw the old one", async () => {
  const { token_id: id } = (await send("/key/generate", {})).body;
  const { etag, body: seen } = await send(`/key/info?key=${String(id)}`);
  const first = await send("/key/regenerate", { key: id }, etag);
  expect(first.status).toBe(200);
  const second = await send("/key/regenerate", { key: id }, etag);
  expect(second.status).toBe(412);
  expect(second.body["error"]).toMatchObject({ details: { current: { key_name: first.body["key_name"] } } });
  expect(first.body["key_name"]).not.toBe(seen["key_name"]);
  expect(JSON.stringify(second.body)).not.toContain(String(first.body["key"]));
  expect((await send("/key/regenerate", { key: id })).status).toBe(200);
});

test("prices are deleted only in the versions that were seen, all of them or none", async () => {
  const price = { provider: "acme", model: "of-two", input_cost_per_token: 1e-6, effective_from: "2026-01-01" };
  const made = await send("/price/new", price);
  const other = await send("/price/new", { ...price, model: "of-others" });
  const { data } = (await send("/price/list")).body as { data: Record<string, unknown>[] };
  expect(data.map(({ etag }) => etag)).toEqual([other.body["etag"], made.body["etag"]]);
  const both = { price_ids: [made.body["price_id"], other.body["price_id"]] };
  const stale = await send("/price/delete", both, String(made.body["etag"]));
  expect([stale.status, stale.etag]).toEqual([412, other.body["etag"]]);
  expect(stale.body["error"]).toMatchObject({
    code: "changed_meanwhile",
    details: { current: { model: "of-others" }, proposed: null },
  });
  expect((await send("/price/list")).body).toMatchObject({ total: 2 });
  const tags = `${String(made.body["etag"])}, ${String(other.body["etag"])}`;
  expect((await send("/price/delete", both, tags)).status).toBe(200);
});

test("an If-Match without quotes is refused, and members who join do not make an edit out of date", async () => {
  await send("/team/new", { team_id: "joined" });
  const { etag } = await send("/team/info?team_id=joined");
  await send("/team/member_add", { team_id: "joined", member: { user_id: "newcomer" } });
  const change = { team_id: "joined", team_alias: "Joined" };
  expect((await send("/team/update", change, "abc")).status).toBe(400);
  expect((await send("/team/update", change, etag)).status).toBe(200);
});
