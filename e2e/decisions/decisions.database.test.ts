import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { challengeOf, chat, ISSUER, type Allowed, type DecisionCase, type State } from "@/lib/auth/cases/case";
import { DECISION_CASES } from "@/lib/auth/decide.cases";
import { ERRORS } from "@/lib/errors";
import { readState, writeState } from "@/testing/auth/case-rows";
import { configOf } from "@/testing/auth/decision-case";
import { hostedTool, toolMessage } from "@/testing/auth/tool-message";
import { PROVIDER_CASES } from "@/testing/auth/providers/provider-cases";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const KEY = "sk-key-of-the-case";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([
    startTestDatabase(),
    startProvider(),
    startUpstream({ log: false }),
  ]);
  gateway = await startInProcessGateway(database.url, { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
});

const environment = (): Record<string, string> => ({
  JWT_PUBLIC_KEY_URL: provider.jwksUrl,
  JWT_AUDIENCE: provider.audience,
});
const models = () => [
  {
    model_name: "*",
    gateway_params: {
      model: "openai/*",
      api_base: upstream.apiBase,
      input_cost_per_token: 0.001,
      output_cost_per_token: 0.002,
    },
  },
];
const here = (text: string): string => text.replaceAll(ISSUER, provider.issuer);

async function bearer(line: DecisionCase): Promise<string> {
  if (line.token === "master key") return gateway.masterKey;
  if ("key" in line.token) return KEY;
  const claims = JSON.parse(here(JSON.stringify(line.token.claims)));
  return line.token.isWhole
    ? provider.issueToken({ aud: undefined, ...claims }, { header: { typ: "JWT" } })
    : provider.issueToken(claims);
}

interface Answer {
  readonly status: number;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON, asserted on
  readonly decisionId: string | null;
  readonly callId: string | null;
  readonly challenge: string | null;
}

async function ask(line: DecisionCase): Promise<Answer> {
  const request = line.request ?? chat();
  const response = await gateway.send(request.path, {
    method: request.method,
    headers: {
      authorization: `Bearer ${await bearer(line)}`,
      "content-type": "application/json",
      ...(request.team !== undefined && { "x-gateway-team-id": request.team }),
      ...(request.organization !== undefined && { "x-gateway-organization-id": request.organization }),
    },
    ...(request.method === "POST" && {
      body: JSON.stringify(
        request.model === undefined
          ? request.path === "/mcp"
            ? toolMessage(request)
            : {}
          : {
              model: request.model,
              user: request.user,
              tools: request.brings?.map(hostedTool),
              max_tokens: 50,
              messages: [{ role: "user", content: "Hi." }],
              input: request.path.endsWith("/messages") ? undefined : "Hi.",
            },
      ),
    }),
  });
  const header = (name: string) => response.headers.get(name);
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    decisionId: header("x-gateway-decision-id"),
    callId: header("x-gateway-call-id"),
    challenge: header("www-authenticate"),
  };
}

/** What the database must hold after an allow: what was there, and what the obligations add or take away. */
function stateAfter(state: State = {}, { creates = [] }: Allowed) {
  const teams = new Set(Object.keys(state.teams ?? {}));
  const users = new Set(Object.keys(state.users ?? {}));
  const memberships = new Set(
    Object.entries(state.users ?? {}).flatMap(([user, { teams: own = [] }]) => own.map((team) => `${user} in ${team}`)),
  );
  for (const obligation of creates) {
    if (obligation.kind === "create-team") teams.add(obligation.id);
    else if (obligation.kind === "create-user") users.add(obligation.id);
    else {
      for (const team of obligation.join) memberships.add(`${obligation.userId} in ${team}`);
      for (const team of obligation.leave) memberships.delete(`${obligation.userId} in ${team}`);
    }
  }
  return { teams: [...teams].sort(), users: [...users].sort(), memberships: [...memberships].sort() };
}

const groups = new Map<string, DecisionCase[]>();
// What a server says of its tools, such as that one only reads, is shown by e2e/tools.
for (const line of [...DECISION_CASES, ...PROVIDER_CASES].filter(({ request }) => request?.tier === undefined)) {
  const { settings: own = {}, general = {}, namesIssuer = false, servers = {} } = line;
  const settings = JSON.stringify([own, general, namesIssuer, servers]);
  groups.set(settings, [...(groups.get(settings) ?? []), line]);
}

describe("decisions with tokens of a real provider", () => {
  /** By call id: whom each allowed call must be booked to. */
  const booked = new Map<string, Allowed>();

  describe.each([...groups].map(([settings, lines]) => ({ settings: settings.slice(0, 160), lines })))(
    "$settings",
    ({ lines }) => {
      beforeAll(async () => {
        const config = JSON.parse(here(JSON.stringify({ ...configOf(lines[0]!), model_list: models() })));
        const named = lines[0]!.namesIssuer && { JWT_ISSUER: provider.issuer };
        await gateway.configure({ config, environment: { ...environment(), ...named } });
      });

      test.each(lines.map((line) => ({ ...line })))("$name", async (line) => {
        const { services } = gateway;
        await writeState(
          services.database,
          line.state ?? {},
          typeof line.token === "object" && "key" in line.token ? { secret: KEY, input: line.token.key } : undefined,
        );
        await gateway.forget();
        const answer = await ask(line);
        if ("deny" in line.expect) {
          const code = line.expect.deny;
          const said = answer.body.error?.data?.code ?? answer.body.error?.code;
          expect({ status: answer.status, code: said }).toEqual({ status: ERRORS[code][0], code });
          expect(answer.decisionId).toMatch(/^dec_/);
          expect(answer.challenge ?? "").toMatch(challengeOf(line.expect, answer.status));
          expect(await readState(services.database)).toEqual(stateAfter(line.state, {}));
          return;
        }
        expect(answer.status).not.toBe(401);
        // Approval of a tool, and ownership of the named entity, are checked after the decision.
        if (answer.body.error?.data?.code === "tool_held") return;
        if (answer.status === 403)
          expect(answer.body.error.message).toMatch(/^Your credentials give no access to this (team|user|key);/);
        expect(answer.decisionId === null, JSON.stringify(answer.body)).toBe(answer.status !== 403);
        if (line.request?.model === undefined && line.request !== undefined) return;
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect(await readState(services.database)).toEqual(stateAfter(line.state, line.expect.allow));
        booked.set(answer.callId!, line.expect.allow);
      });
    },
  );

  test("every call that was let through is booked to the user, team, organisation and end user of the decision (spec 5.4.3)", async () => {
    const { database: store, spend } = gateway.services;
    await spend.drained();
    const { rows } = await store.pool.query<Record<string, string | null>>(
      "SELECT call_id, team_id, user_id, organization_id, end_user_id FROM calls WHERE call_id = ANY($1)",
      [[...booked.keys()]],
    );
    expect(rows).toHaveLength(booked.size);
    for (const row of rows) {
      const { team = null, user = null, organization = null, endUser = null } = booked.get(row.call_id!)!;
      expect(row).toMatchObject({ team_id: team, user_id: user, organization_id: organization, end_user_id: endUser });
    }
    const { rows: totals } = await store.pool.query<{ entity_type: string; calls: string }>(
      "SELECT entity_type, calls FROM (SELECT entity_type, entity_id, calls, spend FROM entity_totals UNION ALL SELECT entity_type, entity_id, calls, spend FROM shared_totals) AS total WHERE entity_id IN ('t1', 'u1', 'o1') AND spend > 0",
    );
    expect(totals.map(({ entity_type }) => entity_type)).toEqual(
      expect.arrayContaining(["team", "user", "organization"]),
    );
  });
});

describe("authentication", () => {
  const project = { client_id: "t1" };
  const call = (token: string) => gateway.send("/v1/models", { headers: { authorization: `Bearer ${token}` } });
  const outcome = async (response: Response): Promise<unknown> => [
    response.status,
    response.ok ? undefined : (await response.json()).error.code,
  ];
  const configure = (
    more: {
      general?: object;
      environment?: Record<string, string>;
      customValidate?: (claims: unknown) => unknown;
    } = {},
  ) =>
    gateway.configure({
      config: { general_settings: { enable_jwt_auth: true, ...more.general }, model_list: models() },
      environment: { ...environment(), ...more.environment },
      customValidate: more.customValidate,
    });

  beforeAll(async () => {
    await writeState(gateway.services.database, { teams: { t1: {} } }, undefined);
    await gateway.forget();
  });

  test("tokens of each of several providers are accepted, and no others (spec 5.1.1)", async () => {
    const [second, stranger] = await Promise.all([startProvider(), startProvider()]);
    try {
      await configure({ environment: { JWT_PUBLIC_KEY_URL: `${provider.jwksUrl}, ${second.jwksUrl}` } });
      expect(await outcome(await call(await provider.issueToken(project)))).toEqual([200, undefined]);
      expect(await outcome(await call(await second.issueToken(project)))).toEqual([200, undefined]);
      expect((await call(await stranger.issueToken(project))).status).toBe(401);
    } finally {
      await Promise.all([second.stop(), stranger.stop()]);
    }
  });

  test("the audience is checked only when JWT_AUDIENCE is set (spec 5.1.2, 5.10.5)", async () => {
    const token = await provider.issueToken({ ...project, aud: "another service" });
    await configure();
    expect(await outcome(await call(token))).toEqual([401, "invalid_audience"]);
    await configure({ environment: { JWT_AUDIENCE: "" } });
    expect(await outcome(await call(token))).toEqual([200, undefined]);
  });

  test("while enable_jwt_auth is off, a JWT is an unknown key (spec 5.1.3)", async () => {
    await configure({ general: { enable_jwt_auth: false } });
    expect(await outcome(await call(await provider.issueToken(project)))).toEqual([401, "invalid_key"]);
  });

  test("custom_validate gets the decoded token and lets it in by returning true (spec 5.6.1)", async () => {
    const seen: unknown[] = [];
    await configure({ customValidate: (claims) => seen.push(claims) > 0 });
    expect(await outcome(await call(await provider.issueToken({ ...project, department: "r&d" })))).toEqual([
      200,
      undefined,
    ]);
    expect(seen).toEqual([expect.objectContaining({ client_id: "t1", department: "r&d", iss: provider.issuer })]);
  });

  const refusing: [what: string, validate: () => unknown][] = [
    [
      "raises",
      () => {
        throw new Error("secret reason");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("secret reason");
      },
    ],
    ["answers false", () => false],
    ["answers something that is merely truthy", () => "yes"],
  ];
  test.each(refusing)(
    "a custom_validate that %s refuses with exactly one field (spec 5.6.2, 7.1)",
    async (_what, customValidate) => {
      await configure({ customValidate });
      const response = await call(await provider.issueToken(project));
      expect(response.status).toBe(401);
      expect(await response.text()).toBe('{"error":"Invalid JWT token"}');
    },
  );

  test("once the master key has created the team of a group, members of the group are let in (spec 5.5.5)", async () => {
    const group = "made-by-the-master-key";
    const access = {
      user_id_jwt_field: "sub",
      team_ids_jwt_field: "groups",
      user_id_upsert: true,
      enforce_team_based_model_access: true,
    };
    await configure({ general: { gateway_jwtauth: access } });
    const token = await provider.issueToken({ sub: "member", groups: ["nobody's", group] });
    const send = (path: string, bearer: string, body: object) =>
      gateway.send(path, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const chatting = { model: "gpt-4o", messages: [{ role: "user", content: "Hi." }] };
    expect(await outcome(await send("/v1/chat/completions", token, chatting))).toEqual([403, "team_not_found"]);
    expect(await outcome(await send("/team/new", gateway.masterKey, { team_id: group, team_alias: "Group" }))).toEqual([
      200,
      undefined,
    ]);
    expect(await outcome(await send("/v1/chat/completions", token, chatting))).toEqual([200, undefined]);
  });

  test("public keys are fetched once for many tokens (spec 5.9.1)", async () => {
    const fresh = await startProvider();
    try {
      await configure({ environment: { JWT_PUBLIC_KEY_URL: fresh.jwksUrl, JWT_AUDIENCE: fresh.audience } });
      for (let index = 0; index < 5; index++)
        expect((await call(await fresh.issueToken({ ...project, index }))).status).toBe(200);
      expect(fresh.keySetFetches).toBe(1);
    } finally {
      await fresh.stop();
    }
  });
});
