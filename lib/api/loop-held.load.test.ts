import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST } from "@/lib/config/bounded-lists";
import { MOST_VALUES } from "@/lib/config/draft-size";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { apiRequest } from "@/testing/gateway/api-request";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { longestTurn } from "@/testing/security/longest-turn";
import { dispatch } from "./dispatch";
import { OPERATIONS } from "./table";

/** What a request of somebody who may change nothing may take from all others at once, in milliseconds. */
const MOST_MS = 50;

let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
let viewer: string;

beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  const params = (model: string) => ({ model: `openai/${model}`, api_key: "sk-upstream" });
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        admin_viewer_jwt_scope: "auditor",
        issuers: [
          {
            issuer: provider.issuer,
            jwks_url: provider.jwksUrl,
            audience: provider.audience,
            mcp_oauth: { client_id: "gateway" },
          },
        ],
      },
      model_list: [
        ...list(1_900, (at) => ({ model_name: `model-${at}`, gateway_params: params("gpt-4o") })),
        ...list(100, (at) => ({ model_name: `family-${at}/*`, gateway_params: params("*") })),
      ],
    },
  });
  viewer = await provider.issueToken({ scope: "auditor" });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

function list<Item>(length: number, make: (at: number) => Item): Item[] {
  return Array.from({ length }, (_, at) => make(at));
}
const many = (length: number, name: string): string[] => list(length, (at) => `${name}-${at}`);
/** How long each of this many lists may be, beside this many values of each. */
const most = (entries: number, each: number): number => Math.floor((MOST_VALUES - 10) / entries) - each;

/** The largest drafts of settings that are lawful, each in another direction. */
const SETTINGS: Readonly<Record<string, object>> = {
  routes: {
    team_allowed_routes: many(MOST.names, "/v1/chat/completion"),
    admin_allowed_routes: many(MOST.names, "/x"),
  },
  "patterns of routes": {
    role_mappings: list(9, (role) => ({
      role: `r${role}`,
      internal_role: "team",
      routes: list(MOST.names, (at) => `/*a*b*${role}*${at}`),
    })),
  },
  issuers: {
    issuers: list(MOST.issuers, (at) => ({
      issuer: `https://idp-${at}.test/${"x".repeat(2_000)}`,
      jwks_url: "https://idp.test/keys",
      id_prefix: `p${at}:`,
      required_claims: Object.fromEntries(list(20, (claim) => [`c${claim}`, `x${at}*`])),
    })),
  },
  "issuers with lists": {
    team_allowed_routes: many(MOST.names, "/x"),
    issuers: list(MOST.issuers, (at) => ({
      issuer: `https://idp-${at}.test/`,
      team_allowed_routes: many(most(MOST.issuers, 8), "/y"),
      role_mappings: [],
    })),
  },
  "scope mappings": {
    enforce_scope_based_access: true,
    scope_mappings: list(MOST.entries, (at) => ({ scope: `s${at}`, models: many(most(MOST.entries, 3), "modle") })),
  },
  "role mappings": {
    enforce_rbac: true,
    roles_jwt_field: "roles",
    role_mappings: list(MOST.entries, (at) => ({ role: `r${at}*`, internal_role: "team" })),
  },
  "group mappings": {
    team_ids_jwt_field: "groups",
    group_mappings: list(MOST.entries, (at) => ({ group: `/t${at}*a*b`, team_id: "t" })),
  },
  "policy tests": {
    team_ids_jwt_field: "groups",
    group_mappings: list(1_000, (at) => ({ group: `/t${at}/*`, team_id: "t" })),
    policy_tests: list(60, (at) => ({
      name: `t${at}`,
      claims: { sub: "u", groups: many(90, "/other") },
      request: { model: "m" },
      expect: "allow",
    })),
  },
  "paths of claims": {
    user_id_jwt_field: list(100, (at) => `${"a.".repeat(245)}${at}`),
    team_ids_jwt_field: list(100, (at) => `${"a.".repeat(245)}${at}`),
  },
  "unknown settings": Object.fromEntries(many(9_000, "unknown").map((name) => [name, 1])),
  "more than is lawful": { scope_mappings: list(MOST.entries, (at) => ({ scope: `s${at}`, models: many(20, "m") })) },
};

const CLAIMS: Readonly<Record<string, object>> = {
  "many groups": { sub: "u", groups: many(50, "/other"), scope: many(20, "s").join(" ") },
  "very many groups": { sub: "u", groups: many(5_000, "/g"), roles: many(300, "r") },
  "deep claims": { a: list(245, (at) => at).reduce<object>((inner) => ({ a: inner, "a.a": 1 }), {}) },
  "many claims": Object.fromEntries(many(3_000, "claim.a").map((name) => [name, name])),
};

const QUESTION = { route: "/v1/chat/completions", model: "model-1" };
const overSettings = (body: (settings: object) => object): object[] => Object.values(SETTINGS).map(body);

/** What a viewer may send at most, by the path; a string: a form. Bodies without end stand in `ANY`. */
const BODIES: Readonly<Record<string, readonly (object | string)[]>> = {
  "/config/validate": overSettings((settings) => ({ settings })),
  "/auth/explain": [
    ...overSettings((settings) => ({ ...QUESTION, settings, claims: CLAIMS["many groups"] })),
    ...Object.values(CLAIMS).map((claims) => ({
      ...QUESTION,
      claims,
      settings: { ...SETTINGS["paths of claims"], team_ids_jwt_field: "groups", roles_jwt_field: "roles" },
    })),
    { ...QUESTION, token: "/".repeat(64 * 1024) },
  ],
  "/auth/explain/again": overSettings((settings) => ({ decision_id: `dec_${"0".repeat(36)}`, settings })),
  "/auth/replay": [
    ...overSettings((settings) => ({ settings })),
    { model_list: list(5_000, (at) => ({ model_name: `m*${at}`, gateway_params: { model: "openai/*" } })) },
  ],
  "/auth/matrix/calls": [
    { rows: list(100, (at) => ({ kind: "role", id: `r${at}` })), models: many(100, "model"), days: 90 },
  ],
  "/auth/matrix/changes": overSettings((settings) => ({ settings, kinds: "role,scope,team,user,key", size: 20 })),
  "/auth/playground/models": Object.values(CLAIMS).map((claims) => ({ as: { claims } })),
  "/model/resolve": [
    {
      model: "model-1",
      model_list: list(2_000, (at) => ({ model_name: `m${at}*`, gateway_params: { model: "openai/*", api_key: "k" } })),
    },
  ],
  "/register": [
    {
      client_name: "\u202e<".repeat(1_000),
      redirect_uris: list(10, (at) => `https://a${at}.test/${"x".repeat(450)}`),
    },
  ],
  "/authorize": [`question=${"a".repeat(32_000)}`, many(4_000, "p").join("&")],
  "/provider/keys/drill": [{ url: `https://${"/".repeat(1_000)}` }],
  "/spend/calculate": [{ model: "model-1", messages: [{ role: "user", content: "a ".repeat(400_000) }] }],
};

/** Bodies that no operation means. */
const ANY = [
  `{"a":${"[".repeat(120)}${"]".repeat(120)},"b":"${"\\u0041".repeat(170_000)}"}`,
  JSON.stringify(Object.fromEntries(many(49_000, "m").map((name) => [name, 1]))),
  `{"settings":${JSON.stringify(many(60_000, "m"))}}`,
  "{".repeat(1024 * 1024),
];

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly bearer?: string;
  readonly body?: string;
}

const held = ({ method = "POST", path, query, bearer, body = "" }: Asked): Promise<number> => {
  const bytes = Buffer.from(body);
  const headers = {
    "content-type": "application/json",
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  };
  return longestTurn(async () => {
    const reply = await dispatch(
      gateway.services,
      apiRequest({ method, path, query: query ?? "", headers, body: bytes }),
    );
    if (typeof reply.body !== "object" || reply.body === null || !(Symbol.asyncIterator in reply.body)) return;
    const pieces = reply.body[Symbol.asyncIterator]();
    while (!(await pieces.next()).done);
  }, MOST_MS);
};

const READS = OPERATIONS.filter(({ effect, modelBody }) => effect === "reads" && !modelBody);

test("every operation of viewers that takes a body is asked with its largest ones", () => {
  const posts = READS.filter(({ method }) => method === "POST").map(({ path }) => path);
  expect(Object.keys(BODIES).toSorted()).toEqual(posts.toSorted());
});

const asked = Object.entries(BODIES).flatMap(([path, bodies]) => bodies.map((body, at) => ({ path, at, body })));

test.each(asked)("$path number $at of a viewer lets others run", async ({ path, body }) => {
  expect(
    await held({ path, bearer: viewer, body: typeof body === "string" ? body : JSON.stringify(body) }),
  ).toBeLessThan(MOST_MS);
});

test.each(ANY.map((_, at) => at))("a body that means nothing, number %i, lets others run", async (at) => {
  for (const path of ["/config/validate", "/auth/matrix/changes", "/team/new"])
    expect(await held({ path, bearer: viewer, body: ANY[at] ?? "" })).toBeLessThan(MOST_MS);
});

test("what a viewer reads without a body lets others run", async () => {
  const slow: string[] = [];
  for (const { path } of READS.filter(({ method }) => method === "GET"))
    for (const query of ["", `search=${"*".repeat(4_000)}&models=${many(100, "model").join(",")}`]) {
      const time = await held({ method: "GET", path, query, bearer: viewer });
      if (time >= MOST_MS) slow.push(`${path}?${query.slice(0, 8)} ${time.toFixed(0)}`);
    }
  expect(slow).toEqual([]);
});

test.each([
  "/spend/series?step=1d&start_date=2025-01-01&end_date=2026-12-31&time_zone=America/New_York",
  "/spend/report?group_by=day&start_date=2017-01-01&end_date=2026-12-31&time_zone=Asia/Tokyo",
])("%s of a viewer lets others run", async (asked) => {
  const [path = "", query = ""] = asked.split("?");
  expect(await held({ method: "GET", path, query, bearer: viewer })).toBeLessThan(MOST_MS);
});

test("what a viewer exports lets others run, however much there is", async () => {
  const rows = "SELECT 'many-' || n FROM generate_series(1, 20000) AS n";
  const { pool } = gateway.services.database;
  await pool.query(`INSERT INTO users (id) ${rows}`);
  try {
    expect(await held({ method: "GET", path: "/user/export", bearer: viewer })).toBeLessThan(MOST_MS);
  } finally {
    await pool.query("DELETE FROM users WHERE id LIKE 'many-%'");
  }
});

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = (header: object, claims: object): string => `${base64url(header)}.${base64url(claims)}.AAAA`;
const STRANGERS: Readonly<Record<string, string>> = {
  slashes: "/".repeat(64 * 1024),
  dots: ".".repeat(64 * 1024),
  "a key": `sk-${"a".repeat(64 * 1024)}`,
  "an issuer": jwt({ alg: "RS256", kid: "k" }, { iss: `${"/".repeat(11_700)}x` }),
  "a key id": jwt({ alg: "RS256", kid: `${"/".repeat(11_700)}x` }, { iss: "https://idp.test" }),
  groups: jwt({ alg: "RS256" }, { groups: many(1_000, "g") }),
  depth: `${Buffer.from("[".repeat(8_000)).toString("base64url")}.e30.AAAA`,
};

test.each(Object.keys(STRANGERS))("a stranger's token, %s, lets others run", async (name) => {
  const bearer = STRANGERS[name] ?? "";
  for (const path of ["/v1/chat/completions", "/team/new"]) {
    const body = JSON.stringify({ model: "model-1", messages: many(10_000, "m") });
    expect(await held({ path, bearer, body })).toBeLessThan(MOST_MS);
  }
});

test("what strangers may ask without a token lets others run", async () => {
  for (const { method, path } of OPERATIONS.filter(({ access }) => access === "public"))
    expect(await held({ method, path, body: method === "POST" ? (ANY[0] ?? "") : "" }), path).toBeLessThan(MOST_MS);
});
