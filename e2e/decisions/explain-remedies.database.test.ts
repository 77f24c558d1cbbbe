import { expect, test } from "vitest";
import { QUESTION_KEY, useExplainFixture } from "@/testing/gateway/explain-fixture";

const fixture = useExplainFixture();
const { configure, explain, put } = fixture;
const chat = { route: "/v1/chat/completions", model: "gpt-4o" };

type Line = [title: string, settings: object, claims: Record<string, unknown>, sentence: string];

test.each<Line>([
  [
    "a claim that names a team and is not read",
    {},
    { azp: "t1", client_id: "unknown" },
    "It would be allowed if gateway_jwtauth said `team_id_jwt_field: azp`.",
  ],
  [
    "a list of one where an id is read",
    { team_id_jwt_field: "team" },
    { team: ["t1"] },
    "It would be allowed if gateway_jwtauth said `team_id_jwt_field: { path: team, take: only }`.",
  ],
  [
    "a list of objects where groups are read",
    { team_ids_jwt_field: "groups" },
    { groups: [{ id: "t1", name: "Team one" }, { id: "t2" }] },
    'It would be allowed if gateway_jwtauth said `team_ids_jwt_field: "groups[].id"`.',
  ],
  [
    "a list of one object where an id is read",
    { team_id_jwt_field: "team" },
    { team: [{ id: "t1" }] },
    'It would be allowed if gateway_jwtauth said `team_id_jwt_field: "team[0].id"`.',
  ],
  [
    "a number where an id is read",
    { team_id_jwt_field: "team" },
    { team: 42 },
    "It would be allowed if gateway_jwtauth said `team_id_jwt_field: { path: team, integers: true }`.",
  ],
])(
  "the nearest miss of %s is a line of configuration that allows the call",
  async (_title, settings, claims, sentence) => {
    await put({ state: { teams: { t1: {}, "42": {} } }, token: "master key" });
    await configure(settings);
    const answer = await explain({ ...chat, claims });
    expect([answer.allow, answer.nearest_miss?.sentence]).toEqual([false, sentence]);
    const { line, setting } = answer.nearest_miss.changes[0];

    const part = /\{ path: (\w+), (\w+): (\w+) \}/.exec(line);
    const value = part
      ? { path: part[1], [part[2] ?? ""]: part[3] === "true" ? true : part[3] }
      : line.slice(`${setting}: `.length).replaceAll('"', "");
    expect(await explain({ ...chat, claims, settings: { [setting]: value } })).toMatchObject({ allow: true });
  },
);

test("no nearest miss makes an administrator of a caller by reading another claim", async () => {
  await put({ state: {}, token: "master key" });
  await configure({ user_id_jwt_field: "sub" });
  const answer = await explain({ ...chat, claims: { sub: "eve", permissions: ["gateway_proxy_admin"] } });
  expect([answer.allow, JSON.stringify(answer.nearest_miss)]).toEqual([
    false,
    expect.not.stringContaining("scope_jwt_field"),
  ]);
});

test.each([
  ["max_budget = 0", /^It would be allowed if the budget of the team "t1" were more than \$0/],
  ["rpm_limit = 0", /^It would be allowed if the limit of the team "t1" were at least 1 requests a minute\.$/],
  ["max_parallel_requests = 0", /^It would be allowed if the team "t1" were allowed 1 parallel calls\.$/],
])("the nearest miss of a call that %s refuses is a higher limit", async (limit, sentence) => {
  await put({ state: { teams: { t1: {} } }, token: "master key" });
  await fixture.gateway.services.database.pool.query(`UPDATE teams SET ${limit}`);
  await fixture.gateway.forget();
  await configure({});
  const answer = await explain({ ...chat, claims: { client_id: "t1" } });
  expect(answer.nearest_miss?.sentence).toMatch(sentence);
});

test("the nearest miss of a used up budget names whose it is and the dollars that it would need", async () => {
  await put({ state: { teams: { t1: {} } }, token: "master key" });
  await fixture.gateway.services.database.pool.query("UPDATE teams SET max_budget = 0");
  await fixture.gateway.forget();
  await configure({});
  const { nearest_miss: miss } = await explain({ ...chat, claims: { client_id: "t1" } });
  expect(miss?.changes).toMatchObject([{ kind: "raise-budget", holder: "team", id: "t1", needed: 0 }]);
});

test("the nearest miss of a virtual key on an administrators' route is another credential", async () => {
  await put({ state: {}, token: { key: {} } });
  await configure({});
  const answer = await explain({ method: "GET", route: "/config/get", token: QUESTION_KEY });
  expect([answer.allow, answer.nearest_miss?.sentence]).toEqual([
    false,
    "It would be allowed if the caller sent the token of an administrator, or the master key, and not a virtual key.",
  ]);
});

test("a token of an issuer that only the draft names is proven by the draft", async () => {
  await put({ state: { teams: { t1: {} } }, token: "master key" });
  const partner = "https://partner.test";
  await configure({ issuers: [{ issuer: fixture.provider.issuer, jwks_url: fixture.provider.jwksUrl }] });
  const token = await fixture.provider.issueToken({ iss: partner, client_id: "t1" });
  expect(await explain({ ...chat, token })).toMatchObject({ allow: false, code: "invalid_issuer" });
  const settings = { issuers: [{ issuer: partner, jwks_url: fixture.provider.jwksUrl }] };
  expect(await explain({ ...chat, token, settings })).toMatchObject({ allow: true, principal: { team_id: "t1" } });
});
