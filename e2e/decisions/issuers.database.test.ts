import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { writeState } from "@/testing/auth/case-rows";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const PARTNER = "https://partner.test";
const project = { client_id: "t1" };

let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  gateway = await startInProcessGateway(database.url, { config: {}, environment: LOGIN_VARIABLES });
  await writeState(gateway.services.database, { teams: { t1: {} } }, undefined);
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

describe("what an issuer's tokens and sessions open", () => {
  const configure = (general: object, environment: Record<string, string> = {}) =>
    gateway.configure({
      config: { general_settings: { enable_jwt_auth: true, ...general } },
      environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience, ...environment },
    });
  const get = (path: string, headers: Record<string, string>) => gateway.send(path, { headers });
  const outcome = async (response: Response): Promise<unknown> => [
    response.status,
    response.ok ? undefined : (await response.json()).error.code,
  ];
  const bearer = async (claims: Record<string, unknown>): Promise<Record<string, string>> => ({
    authorization: `Bearer ${await provider.issueToken(claims)}`,
  });
  const sessionOf = async (issuer: string, claims: object): Promise<Record<string, string>> => ({
    ...(await sessionCookie(gateway.services, { iss: issuer, ...claims })),
  });

  test("where every issuer is configured, a token of another one is refused although no keys were ever fetched, and the explanation compares the two", async () => {
    const issuers = [{ issuer: "https://known.test", jwks_url: "http://127.0.0.1:9/jwks" }];
    await configure({ gateway_jwtauth: { issuers } }, { JWT_PUBLIC_KEY_URL: "" });
    const token = await provider.issueToken({ ...project, iss: "https://known.test/" });
    const refused = await get("/v1/models", { authorization: `Bearer ${token}` });
    const decisionId = refused.headers.get("x-gateway-decision-id");
    expect(await outcome(refused)).toEqual([401, "invalid_issuer"]);

    const master = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
    const recorded = await get(`/auth/explain?id=${decisionId}`, master);
    const body = JSON.stringify({ token, route: "/v1/models", method: "GET" });
    const explained = await gateway.send("/auth/explain", { method: "POST", headers: master, body });
    for (const answer of [recorded, explained]) {
      expect((await answer.json()).checks[0].because).toContain(
        'The token has the "iss" "https://known.test/"; accepted: "https://known.test". They differ only by a slash',
      );
    }
  });

  test("a token that is bound to its sender is refused unless allow_sender_constrained_tokens is on", async () => {
    const headers = await bearer({ ...project, cnf: { jkt: "thumbprint" } });
    await configure({});
    expect(await outcome(await get("/v1/models", headers))).toEqual([401, "invalid_token"]);
    await configure({ gateway_jwtauth: { allow_sender_constrained_tokens: true } });
    expect(await outcome(await get("/v1/models", headers))).toEqual([200, undefined]);
  });

  test("while enable_jwt_auth is off, a console session of the provider is not a credential, and one of the master key still is", async () => {
    const ofProvider = await sessionOf(provider.issuer, { sub: "u1", ...project });
    const ofMasterKey = { ...(await sessionCookie(gateway.services, "master key")) };
    const both = async () => [
      await outcome(await get("/v1/models", ofProvider)),
      await outcome(await get("/v1/models", ofMasterKey)),
    ];
    await configure({});
    expect(await both()).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await configure({ enable_jwt_auth: false });
    expect(await both()).toEqual([
      [401, "missing_credentials"],
      [200, undefined],
    ]);
  });

  test("beside other issuers, OIDC_ISSUER makes administrators of sessions and not of bearer tokens, and none with allow_admin: false", async () => {
    const scope = "gateway_proxy_admin";
    const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "console" };
    const own = { issuer: provider.issuer, jwks_url: provider.jwksUrl };
    const partner = { issuer: PARTNER, jwks_url: provider.jwksUrl, allow_admin: true };
    const asked = async () => [
      await outcome(await get("/team/list", await sessionOf(provider.issuer, { scope }))),
      await outcome(await get("/team/list", await bearer({ scope }))),
      await outcome(await get("/team/list", await bearer({ scope, iss: PARTNER }))),
    ];
    await configure({ gateway_jwtauth: { issuers: [own, partner] } }, oidc);
    expect(await asked()).toEqual([
      [200, undefined],
      [403, "route_not_allowed"],
      [200, undefined],
    ]);
    await configure({ gateway_jwtauth: { issuers: [{ ...own, allow_admin: false }, partner] } }, oidc);
    expect((await asked())[0]).toEqual([403, "route_not_allowed"]);
  });

  describe("a partner whose ids begin with a prefix", () => {
    const partner = () => ({
      issuer: PARTNER,
      jwks_url: provider.jwksUrl,
      audience: provider.audience,
      id_prefix: "p:",
      user_id_upsert: true,
    });
    const staff = () => ({ issuer: provider.issuer, jwks_url: provider.jwksUrl, audience: provider.audience });
    const configureIssuers = (issuers: object[]) =>
      configure(
        {
          gateway_jwtauth: {
            user_id_jwt_field: "user",
            team_allowed_routes: ["openai_routes", "management_routes"],
            issuers,
          },
        },
        { JWT_PUBLIC_KEY_URL: "" },
      );
    const post = async (path: string, headers: Record<string, string>, body: object) =>
      gateway.send(path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const master = () => ({ authorization: `Bearer ${gateway.masterKey}` });

    test("adds nobody outside it to a team, neither a stranger nor a user of another issuer", async () => {
      await configureIssuers([partner(), staff()]);
      const team_id = "p:team";
      await post("/user/new", master(), { user_id: "carol" });
      const members_with_roles = [{ user_id: "p:dave", role: "admin" }];
      expect((await post("/team/new", master(), { team_id, members_with_roles })).status).toBe(200);
      const dave = await bearer({ iss: PARTNER, user: "dave" });
      for (const user_id of ["mallory", "carol"])
        expect(await outcome(await post("/team/member_add", dave, { team_id, member: { user_id } }))).toEqual([
          403,
          "route_not_allowed",
        ]);
      expect((await get("/user/info?user_id=mallory", master())).status).toBe(404);
      const erin = { team_id, member: { user_id: "p:erin" } };
      expect(await outcome(await post("/team/member_add", dave, erin))).toEqual([200, undefined]);
    });

    test("takes its keys with it: they are refused, and found by its name", async () => {
      await configureIssuers([partner(), staff()]);
      const made = await post("/key/generate", await bearer({ iss: PARTNER, user: "frank" }), {});
      const { key, token_id } = await made.json();
      const headers = { authorization: `Bearer ${key}` };
      expect(await outcome(await get("/v1/models", headers))).toEqual([200, undefined]);
      await configureIssuers([staff()]);
      expect(await outcome(await get("/v1/models", headers))).toEqual([403, "key_issuer_removed"]);
      const found = await get(`/key/list?issuer=${encodeURIComponent(PARTNER)}`, master());
      expect((await found.json()).data).toContainEqual(expect.objectContaining({ token_id }));
      expect((await (await get("/key/list?issuer=https://other.test", master())).json()).data).toEqual([]);
    });
  });
});
