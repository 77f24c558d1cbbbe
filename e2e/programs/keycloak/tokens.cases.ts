import { afterAll, beforeAll, expect, test } from "vitest";
import type { Keycloak } from "@/testing/auth/keycloak";
import { createRealm, type KeycloakRealm } from "@/testing/auth/keycloak-realm";
import {
  audienceMapper,
  type KeycloakShapes,
  keycloakShapes,
  mapperOf,
  type ShapeClient,
} from "@/testing/auth/keycloak-shapes";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";

const ADMIN_SCOPE = "gateway_proxy_admin";

let keycloak: Keycloak;
let shapes: KeycloakShapes;
let realm: KeycloakRealm;
let gateway: GatewayProcess;
/** A client that people log in to, with a dot and a dash in its name. */
let app: ShapeClient;

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly body: Record<string, unknown>;
}

async function ask(bearer: string, path = "/v1/models", body?: object): Promise<Answer> {
  const answer = await fetch(gateway.url + path, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${bearer}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const parsed = (await answer.json()) as Record<string, unknown>;
  const error = parsed["error"] as { code?: string; message?: string } | undefined;
  return { status: answer.status, code: error?.code, message: error?.message, body: parsed };
}

const asked = async (bearer: string, path?: string) => {
  const { status, code } = await ask(bearer, path);
  return [status, code];
};

interface Explained {
  readonly allow: boolean;
  readonly identity: Record<string, unknown> | null;
  readonly unread: readonly { readonly sentence: string }[];
  readonly checks: readonly { readonly rule: string; readonly outcome: string; readonly because: string }[];
}

/** What the gateway makes of a token, with a draft of its settings. */
async function explain(token: string, settings?: object, more: object = {}): Promise<Explained> {
  const { status, body } = await ask(gateway.masterKey, "/auth/explain", {
    token,
    method: "GET",
    route: "/v1/models",
    settings,
    ...more,
  });
  expect([status, body["error"]]).toEqual([200, undefined]);
  return body as unknown as Explained;
}

const identityOf = async (token: string, settings?: object) => (await explain(token, settings)).identity;
const becauseOf = ({ checks }: Explained, rule: string) => checks.find((check) => check.rule === rule)?.because;

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

/** Tokens by Keycloak's own defaults. @param started the Keycloak that runs before the first test */
export function testTokens(started: () => Keycloak): void {
  beforeAll(async () => {
    keycloak = started();
    shapes = keycloakShapes(keycloak);
    realm = await createRealm(keycloak, "http://127.0.0.1:1");
    await keycloak.administer("PUT", "/acme", { accessTokenLifespan: 600, organizationsEnabled: true });
    await shapes.openScope("acme", "gateway_open_admin");
    app = await shapes.client("acme", "my.client-app", {
      optional: [ADMIN_SCOPE, "gateway_open_admin", "organization"],
      mappers: [mapperOf("groups", "oidc-group-membership-mapper", { "claim.name": "groups", "full.path": "true" })],
    });
    // Unlike people of a realm's import, she has the roles that everybody gets.
    await shapes.person("acme", "eve", { emailVerified: false });
    for (const name of ["partner", "stranger"]) {
      await keycloak.administer("POST", "", {
        realm: name,
        enabled: true,
        roles: { realm: [{ name: "gateway-admin" }] },
      });
      await shapes.person(name, "ann");
      await shapes.openScope(name, ADMIN_SCOPE);
      await shapes.grantRole(name, "ann", "gateway-admin");
    }
    gateway = await startGatewayWithDatabase({
      config: {
        general_settings: {
          enable_jwt_auth: true,
          gateway_jwtauth: {
            issuers: [
              { issuer: realm.issuer, audience: "model-gateway", allow_admin: true },
              { issuer: `${keycloak.url}/realms/partner`, audience: "model-gateway", id_prefix: "partner:" },
            ],
            admin_jwt_scope: ADMIN_SCOPE,
            admin_jwt_role: "gateway-admin",
            roles_jwt_field: ["realm_access.roles", "resource_access.my.client-app.roles"],
            user_id_jwt_field: "sub",
            org_id_jwt_field: "organization",
          },
        },
      },
    });
    await ask(gateway.masterKey, "/team/new", { team_id: "team-app" });
  });
  afterAll(async () => {
    await gateway?.stop();
    await realm?.remove();
  });

  test("a scope that anybody may ask for makes no administrator without the role, and only admin_jwt_role sees to that", async () => {
    const token = await shapes.tokenOf(app, "sam", "openid gateway_open_admin");
    expect(claimsOf(token)["scope"]).toContain("gateway_open_admin");
    const limited = await explain(token, { admin_jwt_scope: "gateway_open_admin" }, { route: "/team/list" });
    expect([limited.allow, becauseOf(limited, "admin")]).toEqual([false, expect.stringContaining("gateway-admin")]);
    const open = { admin_jwt_scope: "gateway_open_admin", admin_jwt_role: null };
    expect((await explain(token, open, { route: "/team/list" })).allow).toBe(true);
    // Keycloak gives this scope to the role alone, so it is not even in the token.
    const asking = await shapes.tokenOf(app, "sam", `openid ${ADMIN_SCOPE}`);
    expect(await asked(asking, "/team/list")).toEqual([403, "route_not_allowed"]);
    const administering = await shapes.tokenOf(app, "ada", `openid ${ADMIN_SCOPE}`);
    expect(await asked(administering, "/team/list")).toEqual([200, undefined]);
  });

  test("tokens of another realm are nobody of this one: no team, no user and no administrator", async () => {
    const client = await shapes.client("partner", "team-app", { optional: [ADMIN_SCOPE] });
    expect(await asked(await realm.projectToken())).toEqual([200, undefined]);
    const machine = await shapes.machineToken(client);
    expect(await identityOf(machine)).toMatchObject({ team_id: "partner:team-app" });
    expect((await ask(machine)).status).toBe(403);
    const ann = await shapes.tokenOf(client, "ann", `openid ${ADMIN_SCOPE}`);
    expect(claimsOf(ann)).toMatchObject({
      scope: expect.stringContaining(ADMIN_SCOPE),
      realm_access: { roles: expect.arrayContaining(["gateway-admin"]) },
    });
    expect((await ask(ann, "/team/list")).status).toBe(403);
    expect((await identityOf(ann))?.["user_id"]).toMatch(/^partner:/);
    // Entries without `allow_admin` get the finding that they make no administrators.
    const issuers = [realm.issuer, `${keycloak.url}/realms/partner`].map((issuer) => ({
      issuer,
      audience: "model-gateway",
    }));
    const { body } = await ask(gateway.masterKey, "/config/validate", { settings: { issuers } });
    expect((body["findings"] as { number: string }[]).map(({ number }) => number)).toContain("C072");
  });

  test("an organisation is read from each shape that Keycloak writes", async () => {
    await shapes.organization("acme", "initech", ["sam"]);
    const token = () => shapes.tokenOf(app, "sam", "openid organization");
    const list = await token();
    expect(claimsOf(list)["organization"]).toEqual(["initech"]);
    expect(await identityOf(list)).toMatchObject({ organization_id: "initech" });
    await shapes.changeMapper("acme", "organization", "organization", { addOrganizationId: "true" });
    const object = await token();
    expect(claimsOf(object)["organization"]).toEqual({ initech: { id: expect.any(String) } });
    expect(await identityOf(object)).toMatchObject({ organization_id: "initech" });
    await shapes.changeMapper("acme", "organization", "organization", {
      addOrganizationId: "false",
      "jsonType.label": "String",
      multivalued: "false",
    });
    const text = await token();
    expect(claimsOf(text)["organization"]).toBe("initech");
    expect(await identityOf(text)).toMatchObject({ organization_id: "initech" });
    await shapes.changeMapper("acme", "organization", "organization", { multivalued: "true" });
    // A member of several organisations chooses one, at Keycloak or at the gateway.
    await shapes.organization("acme", "umbrella", ["sam"]);
    expect(claimsOf(await token())).not.toHaveProperty("organization");
    const chosen = await shapes.tokenOf(app, "sam", "openid organization:umbrella");
    expect(await identityOf(chosen)).toMatchObject({ organization_id: "umbrella" });
    const all = await shapes.tokenOf(app, "sam", "openid organization:*");
    expect((claimsOf(all)["organization"] as string[]).toSorted()).toEqual(["initech", "umbrella"]);
    const chat = { method: "POST", route: "/v1/chat/completions", model: "gpt-4o" };
    expect(becauseOf(await explain(all, undefined, chat), "organization")).toContain("x-gateway-organization-id");
  });

  test("a service account with the role and the scope administers", async () => {
    const robot = await shapes.client("acme", "robot", { scopes: [ADMIN_SCOPE] });
    expect(await asked(await shapes.machineToken(robot), "/team/list")).toEqual([403, expect.any(String)]);
    await shapes.grantRole("acme", "service-account-robot", "gateway-admin");
    expect(await asked(await shapes.machineToken(robot), "/team/list")).toEqual([200, undefined]);
  });

  test("a wrong audience and a wrong issuer are told with the token's value and the configured one", async () => {
    const bare = await shapes.client("acme", "bare", { audience: false });
    const foreign = await shapes.tokenOf(bare, "eve");
    expect(claimsOf(foreign)["aud"]).toBe("account");
    const refused = await ask(foreign);
    expect([refused.status, refused.code, refused.message]).toEqual([
      401,
      "invalid_audience",
      expect.stringContaining("model-gateway"),
    ]);
    expect(refused.message).not.toContain("account");
    const audience = becauseOf(await explain(foreign), "verify");
    expect(audience).toContain('"account"');
    expect(audience).toContain('"model-gateway"');
    const elsewhere = await shapes.machineToken(app, { host: "localhost" });
    expect(await asked(elsewhere)).toEqual([401, "invalid_issuer"]);
    const issuer = becauseOf(await explain(elsewhere), "verify");
    expect(issuer).toContain("http://localhost");
    expect(issuer).toContain(realm.issuer);
  });

  test("a project's token names its team beside people who are users, and neither needs a user nor makes one", async () => {
    const token = await realm.projectToken();
    const { sub } = claimsOf(token) as { sub: string };
    expect(await asked(token)).toEqual([200, undefined]);
    expect((await explain(token, { user_id_upsert: true })).allow).toBe(true);
    expect(await asked(gateway.masterKey, `/user/info?user_id=${sub}`)).toEqual([404, expect.any(String)]);
  });

  test("beside the tokens of a realm that is not configured, the first token of a new key passes at once", async () => {
    const stranger = await shapes.machineToken(await shapes.client("stranger", "noise"));
    for (const status of await Promise.all(Array.from({ length: 10 }, () => asked(stranger))))
      expect(status).toEqual([401, "invalid_issuer"]);
    await realm.rotateKeys("RS256");
    expect(await asked(await realm.projectToken())).toEqual([200, undefined]);
  });

  test("a token that Keycloak has bound by DPoP is not a bearer token", async () => {
    const bound = await shapes.client("acme", "team-bound", { attributes: { "dpop.bound.access.tokens": "true" } });
    const token = await shapes.machineToken(bound, { isBound: true });
    expect(claimsOf(token)).toMatchObject({ cnf: { jkt: expect.any(String) } });
    const refused = await ask(token);
    expect([refused.status, refused.message]).toEqual([401, expect.stringContaining("bound to its sender")]);
  });

  test("a lightweight token is told by the claims that were looked for, and read by azp, by its mapper or by introspection", async () => {
    const attributes = { "client.use.lightweight.access.token.enabled": "true" };
    const light = await shapes.client("acme", "team-light", { attributes });
    await ask(gateway.masterKey, "/team/new", { team_id: "team-light" });
    const token = await shapes.machineToken(light);
    expect(claimsOf(token)).not.toHaveProperty("client_id");
    const settings = { issuers: [{ issuer: realm.issuer, audience: "none", allow_admin: true }] };
    const blind = await explain(token, { ...settings, user_id_jwt_field: null });
    expect(blind.allow).toBe(false);
    expect(blind.unread.map(({ sentence }) => sentence).join(" ")).toMatch(/client_id is read: no such claim/);
    expect(await identityOf(token, { ...settings, team_id_jwt_field: ["client_id", "azp"] })).toMatchObject({
      team_id: "team-light",
    });
    const introspection = { client_id: light.clientId, client_secret: light.secret, jwts: true };
    const asking = { issuers: [{ ...settings.issuers[0], audience: "model-gateway", introspection }] };
    expect(await identityOf(token, asking)).toMatchObject({ team_id: "team-light" });
    // The mapper of the audience is left out of lightweight tokens too.
    await shapes.changeMapper("acme", "service_account", "Client ID", { "lightweight.claim": "true" });
    const mapped = await shapes.client("acme", "team-mapped", {
      attributes,
      audience: false,
      mappers: [audienceMapper({ "lightweight.claim": "true" })],
    });
    await ask(gateway.masterKey, "/team/new", { team_id: "team-mapped" });
    expect(await asked(await shapes.machineToken(light))).toEqual([401, "invalid_audience"]);
    expect(await asked(await shapes.machineToken(mapped))).toEqual([200, undefined]);
  });

  test("roles of a client with dots in its name are read with and without escapes", async () => {
    await shapes.grantClientRole(app, "sam", "reviewer");
    const token = await shapes.tokenOf(app, "sam");
    for (const field of ["resource_access.my.client-app.roles", "resource_access.my\\.client-app.roles"])
      expect(await identityOf(token, { roles_jwt_field: field })).toMatchObject({ roles: ["reviewer"] });
  });

  test("groups are a person's own with their path, and a pattern reads the team", async () => {
    await shapes.group("acme", "teams", undefined, []);
    await shapes.group("acme", "alpha", "teams", []);
    await shapes.group("acme", "juniors", "teams/alpha", ["vera"]);
    await shapes.group("acme", "beta", "teams", ["vera"]);
    const token = await shapes.tokenOf(app, "vera");
    expect((claimsOf(token)["groups"] as string[]).toSorted()).toEqual(["/teams/alpha/juniors", "/teams/beta"]);
    const field = { path: "groups", pattern: "/teams/*" };
    expect((await identityOf(token, { team_ids_jwt_field: field }))?.["groups"]).toContain("beta");
  });

  test("an e-mail that Keycloak marks as unverified is not counted", async () => {
    const draft = { user_allowed_email_domain: "example.com" };
    const ofEve = await explain(await shapes.tokenOf(app, "eve"), draft);
    expect([ofEve.allow, ofEve.identity?.["email"]]).toEqual([false, null]);
  });

  test("a disabled person's token is good until it ends", async () => {
    const token = await shapes.tokenOf(app, "ada", `openid ${ADMIN_SCOPE}`);
    await realm.setEnabled("ada", false);
    expect(await asked(token, "/team/list")).toEqual([200, undefined]);
    await realm.setEnabled("ada", true);
  });
}
