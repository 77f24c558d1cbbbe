import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let providers: LocalProvider[];
let gateway: InProcessGateway;

beforeAll(async () => {
  database = await startTestDatabase();
  providers = [await startProvider(), await startProvider()];
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        user_id_jwt_field: "user",
        issuers: providers.map(({ issuer, jwksUrl }) => ({ issuer, jwks_url: jwksUrl, allow_admin: true })),
      },
    },
    environment: {},
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all((providers ?? []).map((provider) => provider.stop()));
  await database?.stop();
});

async function send(bearer: string, path: string, body?: object) {
  const response = await gateway.send(path, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  expect([path, response.status, answer.error]).toEqual([path, 200, undefined]);
  return answer;
}

interface Event {
  readonly entity_id: string;
  readonly actor: string;
  readonly actor_kind: string | null;
  readonly actor_issuer: string | null;
  readonly actor_subject: string | null;
  readonly actor_key: string | null;
}
const eventsOf = async (query: string): Promise<Event[]> =>
  (await send(gateway.masterKey, `/audit/logs?action=team.create&${query}`)).data;

test("an audit event says what the actor proved, whatever name a token gives", async () => {
  const admin = { scope: "gateway_proxy_admin", user: "master key", sub: "s-1" };
  const [first, second] = await Promise.all(providers.map((provider) => provider.issueToken(admin)));
  await send(gateway.masterKey, "/team/new", { team_id: "by-master" });
  await send(first ?? "", "/team/new", { team_id: "by-first" });
  await send(second ?? "", "/team/new", { team_id: "by-second" });
  const events = new Map((await eventsOf("")).map((event) => [event.entity_id, event]));
  expect([...events.values()].map(({ actor }) => actor)).toEqual(["master key", "master key", "master key"]);
  const none = { actor_issuer: null, actor_subject: null, actor_key: null };
  expect(events.get("by-master")).toMatchObject({ ...none, actor_kind: "master_key" });
  const token = { actor_kind: "token", actor_subject: "s-1", actor_key: null };
  expect(events.get("by-first")).toMatchObject({ ...token, actor_issuer: providers[0]?.issuer });
  expect(events.get("by-second")).toMatchObject({ ...token, actor_issuer: providers[1]?.issuer });
});

test("audit events are found by what the actor proved", async () => {
  const issuer = encodeURIComponent(providers[1]?.issuer ?? "");
  const idsOf = async (query: string) => (await eventsOf(query)).map(({ entity_id: id }) => id);
  expect(await idsOf("actor_kind=master_key")).toEqual(["by-master"]);
  expect(await idsOf(`actor_issuer=${issuer}&actor_subject=s-1`)).toEqual(["by-second"]);
  expect(await idsOf("actor_subject=s-2")).toEqual([]);
});
