import fc from "fast-check";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import {
  ISSUER,
  type DecisionCase,
  type JwtAuthInput,
  type RequestInput,
  type State,
  type Token,
} from "@/lib/auth/cases/case";

/** Small worlds, so that tokens, settings and states meet: four teams, four users, a few models, roles and scopes. */
const teamId = fc.constantFrom("t1", "t2", "t3", "x");
const userId = fc.constantFrom("u1", "u2", "x", "sam@example.com");
const organizationId = fc.constantFrom("o1", "o2");
const model = fc.constantFrom("gpt-4o", "gpt-4o-mini", "openai/gpt-5", "*", "openai/*");
const modelList = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  fc.subarray(["gpt-4o", "gpt-*", "openai/*", "gpt-4o-mini"]),
);
const hostedTools = fc.subarray(["web_search", "web_*", "https://mcp.test/*"]);
const scopeNames = ["gateway_proxy_admin", "boss", "auditor", "small", "large", "openid"];
const roleNames = ["app", "person", "boss", "other"];
const internalRole = fc.constantFrom(
  "team" as const,
  "internal_user" as const,
  "proxy_admin" as const,
  "proxy_admin_viewer" as const,
);
const routeList = fc.subarray(
  ["openai_routes", "management_routes", "info_routes", "/team/*", "/v1/*", "/chat/completions", "/key/list"],
  { minLength: 1 },
);
const flag = fc.boolean();

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

const groupMapping = fc.oneof(
  fc.record(
    {
      group: fc.constantFrom("t1", "t9", "/a", "alias one"),
      team_id: teamId,
      internal_role: internalRole,
      include_subgroups: flag,
    },
    { requiredKeys: ["group", "team_id"] },
  ),
  fc.record({ group: fc.constantFrom("t*", "/*"), team_id: fc.constantFrom("*", "t3"), include_subgroups: flag }),
  fc.record({ group: fc.constantFrom("t2", "*"), team_alias: fc.constantFrom("alias one", "alias two") }),
);

/** Only what a revision may hold, so that it can be a draft too. */
const accessSettings = fc.record(
  {
    role_mappings: fc.uniqueArray(
      fc
        .record(
          {
            role: fc.constantFrom(...roleNames, "*", "p*"),
            internal_role: internalRole,
            models: modelList,
            routes: fc.oneof(fc.constant<string[]>([]), routeList),
          },
          { requiredKeys: ["role", "internal_role"] },
        )
        // No pattern makes administrators: such a draft is refused.
        .map((mapping) => (mapping.role.includes("*") ? { ...mapping, internal_role: "team" as const } : mapping)),
      { maxLength: 3, selector: ({ role }) => role },
    ),
    group_mappings: fc.array(groupMapping, { maxLength: 3 }),
    team_id_default: teamId,
    role_permissions: fc.uniqueArray(
      fc.record(
        {
          role: internalRole,
          models: modelList,
          routes: fc.oneof(fc.constant<string[]>([]), routeList),
          hosted_tools: hostedTools,
        },
        { requiredKeys: ["role", "models", "routes"] },
      ),
      { maxLength: 2, selector: ({ role }) => role },
    ),
    scope_mappings: fc.uniqueArray(
      fc.record({
        scope: fc.constantFrom("small", "large", "openid"),
        models: fc.subarray(["gpt-4o", "gpt-4o-mini", "openai/gpt-5"]),
      }),
      { maxLength: 3, selector: ({ scope }) => scope },
    ),
    enforce_rbac: flag,
    enforce_scope_based_access: fc.constantFrom(false, false, true),
    enforce_team_based_model_access: fc.constantFrom(false, false, true),
    admin_allowed_routes: routeList,
    team_allowed_routes: routeList,
    roles_jwt_field: fc.constantFrom<unknown>("roles", "realm.roles", ["roles", "realm.roles"]),
    object_id_jwt_field: fc.constant("oid"),
  },
  { requiredKeys: [] },
);

/** What an entry of `issuers` may say beside its address; the keys of every issuer are the provider's. */
const issuerEntry = (issuer: string) =>
  fc
    .record(
      {
        allow_admin: fc.constantFrom(true, false, "console"),
        team_id_upsert: flag,
        user_id_upsert: flag,
        team_id_jwt_field: fc.constant("team"),
      },
      { requiredKeys: [] },
    )
    .map((more) => ({ issuer, jwks_url: `${ISSUER}/jwks`, ...more }));
/** The second issuer of random tokens. */
export const PARTNER = "https://partner.test";
/** Both issuers or none, so that every token of a question can be proven. */
const issuers = fc.tuple(issuerEntry(ISSUER), issuerEntry(PARTNER));

/** Every switch but those of enforcement, which drafts turn on more rarely. */
const rows = Object.entries(COMMON_SETTINGS);
const drawn = rows.filter(([, { editor, group }]) => editor === "switch" && group !== "enforcement");
const otherSettings = fc.record(
  {
    ...Object.fromEntries(drawn.map(([name]) => [name, flag])),
    admin_jwt_scope: fc.constant("boss"),
    admin_viewer_jwt_scope: fc.constant("auditor"),
    team_admin_allowed_routes: routeList,
    team_id_jwt_field: fc.constantFrom<unknown>("team", ["team", "client_id"], ["teams[0].id", "client_id"], {
      path: "client_id",
      pattern: "t*",
      to: "t*",
    }),
    scope_jwt_field: fc.constantFrom<unknown>("permissions", ["scope", "scp", "permissions"]),
    user_id_jwt_field: fc.constant("sub"),
    org_id_jwt_field: fc.constant("org"),
    end_user_id_jwt_field: fc.constant("customer"),
    team_ids_jwt_field: fc.constantFrom<unknown>("groups", "teams[].id", { path: "groups", pattern: "t*", to: "t*" }),
    team_alias_jwt_field: fc.constant("team_name"),
    user_email_jwt_field: fc.constant("email"),
    user_allowed_email_domain: fc.constant("example.com"),
    issuers,
    group_overage: fc.constantFrom("refuse", "ignore"),
    service_accounts: fc.constantFrom([], [{ claim: "machine" }], [{ claim: "sub", same_as: "client_id" }]),
  },
  { requiredKeys: [] },
);

const claims = fc.record(
  {
    iss: fc.constantFrom(ISSUER, PARTNER),
    sub: userId,
    client_id: teamId,
    team: fc.oneof({ weight: 8, arbitrary: teamId }, fc.constant<unknown>({ id: "t1" })),
    groups: fc.oneof(
      { weight: 8, arbitrary: fc.shuffledSubarray(["t1", "t2", "t3", "t9", "/a/b", "alias one"]) },
      fc.constant<unknown>(7),
    ),
    teams: fc.oneof(
      { weight: 8, arbitrary: fc.array(fc.record({ id: teamId }, { requiredKeys: [] }), { maxLength: 3 }) },
      fc.constantFrom<unknown>("t1", ["t1"], { id: "t1" }),
    ),
    team_name: fc.constantFrom("alias one", "alias two"),
    roles: fc.shuffledSubarray(roleNames),
    realm: fc.record({ roles: fc.shuffledSubarray(roleNames) }),
    scope: fc.oneof(
      fc.subarray(scopeNames).map((names) => names.join(" ")),
      fc.subarray(scopeNames),
    ),
    scp: fc.constantFrom("large", "boss"),
    email: fc.constantFrom("sam@example.com", "sam@EXAMPLE.com", "eve@evil-example.com"),
    email_verified: flag,
    oid: fc.constantFrom("x", "t1", "u1"),
    org: fc.oneof(organizationId, fc.shuffledSubarray(["o1", "o2"]), fc.constant({ o1: {} })),
    permissions: fc.subarray(scopeNames),
    customer: fc.constantFrom("eve", "bob"),
    azp: teamId,
    machine: flag,
    gty: fc.constantFrom("client-credentials", "password"),
    _claim_names: fc.constantFrom({ groups: "src1" }, { other: "src1" }),
  },
  { requiredKeys: [] },
);

const key = fc.record(
  {
    team: teamId,
    user: userId,
    organization: organizationId,
    models: modelList,
    allowedRoutes: routeList,
    hostedTools,
    maker: fc.record({
      role: fc.constantFrom(null, "team" as const, "internal_user" as const),
      scopes: fc.subarray(["scope-a", "scope-b"]),
    }),
    blocked: fc.constantFrom(false, false, true),
    expiresIn: fc.constantFrom(-1, 3600),
  },
  { requiredKeys: [] },
);

const tokenArbitrary: fc.Arbitrary<Token> = fc.oneof(
  { weight: 8, arbitrary: claims.map((value) => ({ claims: value })) },
  { weight: 2, arbitrary: key.map((value) => ({ key: value })) },
  { weight: 1, arbitrary: fc.constant<Token>("master key") },
);

const rarely = fc.constantFrom(false, false, false, true);
export const stateArbitrary: fc.Arbitrary<State> = fc
  .record({
    teams: fc.dictionary(
      teamId,
      fc.record(
        {
          alias: fc.constantFrom("alias one", "alias two"),
          models: modelList,
          hostedTools,
          blocked: rarely,
          organization: organizationId,
        },
        { requiredKeys: [] },
      ),
      { noNullPrototype: true },
    ),
    users: fc.dictionary(
      userId,
      fc.record(
        { models: modelList, blocked: rarely, role: fc.constant("proxy_admin_viewer" as const) },
        { requiredKeys: [] },
      ),
      { noNullPrototype: true },
    ),
    organizations: fc.dictionary(
      organizationId,
      fc.record({ models: modelList, blocked: rarely }, { requiredKeys: [] }),
      { noNullPrototype: true },
    ),
    endUsers: fc.dictionary(fc.constantFrom("eve", "bob"), fc.record({ blocked: rarely }), { noNullPrototype: true }),
  })
  .chain((state) => {
    const teams = Object.keys(state.teams);
    const ofUser = fc
      .subarray(teams)
      .chain((own) => fc.record({ teams: fc.constant(own), administers: fc.subarray(own) }));
    const members = fc.tuple(...Object.keys(state.users).map(() => ofUser));
    return members.map((lists) => ({
      ...state,
      users: Object.fromEntries(
        Object.entries(state.users).map(([id, user], index) => [id, { ...user, ...lists[index] }]),
      ),
    }));
  });

const requestArbitrary: fc.Arbitrary<RequestInput> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        path: fc.constantFrom("/v1/chat/completions", "/chat/completions"),
        model,
        team: maybe(teamId),
        organization: fc.option(organizationId, { nil: undefined, freq: 4 }),
        user: maybe(fc.constantFrom("eve", "bob")),
        brings: fc.option(fc.subarray(["https://mcp.test/mcp", "web_search"], { minLength: 1 }), {
          nil: undefined,
          freq: 2,
        }),
      })
      .map((request) => withoutUndefined({ method: "POST" as const, ...request })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("/team/list", "/v1/models", "/key/list", "/model/info", "/spend/logs")
      .map((path): RequestInput => ({ method: "GET", path })),
  },
);

/** A case without its answer. */
export interface Question {
  /** The file's settings, and those that an administrator may save or draft. */
  readonly file: JwtAuthInput;
  readonly access: JwtAuthInput;
  readonly token: Token;
  readonly state: State;
  readonly request: RequestInput;
}

export const questionArbitrary: fc.Arbitrary<Question> = fc.record({
  file: otherSettings,
  access: accessSettings,
  token: tokenArbitrary,
  state: stateArbitrary,
  request: requestArbitrary,
});

/** The question as a case, for functions that take one. */
export function asCase({ file, access, token, state, request }: Question): DecisionCase {
  return { name: "random", spec: [], settings: { ...file, ...access }, token, state, request, expect: { allow: {} } };
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
