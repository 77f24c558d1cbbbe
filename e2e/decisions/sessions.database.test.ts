import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { type InProcessGateway, startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

const CLAIMS = { sub: "alice", uid: "alice", scope: "gateway_proxy_admin" };
const CONFIG = {
  general_settings: {
    enable_jwt_auth: true,
    gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin", user_id_jwt_field: "uid", user_id_upsert: true },
  },
};
const ENVIRONMENT = { JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys", ...LOGIN_VARIABLES };

let database: TestDatabase;
let gateway: InProcessGateway;

beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, { config: CONFIG, environment: ENVIRONMENT });
});
afterAll(async () => {
  await gateway.stop();
  await database.stop();
});
beforeEach(() => gateway.configure({ config: CONFIG, environment: ENVIRONMENT }));

const cookie = (name?: string) => sessionCookie(gateway.services, CLAIMS, name);
const ask = async (name?: string, path = "/team/list"): Promise<Response> =>
  gateway.send(path, { headers: await cookie(name) });

describe("a console session", () => {
  test("a session opens what its claims open", async () => {
    expect((await ask()).status).toBe(200);
  });

  test("custom_validate is asked about the session's claims on every request, and an administrator whom it refuses is none", async () => {
    const asked: unknown[] = [];
    let accepts = true;
    const customValidate = (claims: unknown): boolean => {
      asked.push(claims);
      if (!accepts) throw new Error("alice has left");
      return true;
    };
    await gateway.configure({ config: CONFIG, environment: ENVIRONMENT, customValidate });
    expect((await ask()).status).toBe(200);
    accepts = false;
    for (const path of ["/team/list", "/user/info"]) {
      const refused = await ask(undefined, path);
      expect([refused.status, await refused.json()]).toEqual([401, { error: "Invalid JWT token" }]);
    }
    expect(asked).toEqual([CLAIMS, CLAIMS, CLAIMS]);
  });

  test("required_claims binds a session on every request, also one that is older than the setting", async () => {
    const { general_settings: general } = CONFIG;
    const required = { ...general.gateway_jwtauth, required_claims: { department: "platform" } };
    const config = { ...CONFIG, general_settings: { ...general, gateway_jwtauth: required } };
    await gateway.configure({ config, environment: ENVIRONMENT });
    const refused = await ask();
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "claim_not_accepted" } }]);
  });

  test("administrators find in the explanation of a refusal what custom_validate threw", async () => {
    const customValidate = (): never => {
      throw new Error("alice has left");
    };
    await gateway.configure({ config: CONFIG, environment: ENVIRONMENT, customValidate });
    const id = (await ask()).headers.get("x-gateway-decision-id");
    const explained = await gateway.send(`/auth/explain?id=${id}`, {
      headers: { authorization: `Bearer ${gateway.masterKey}` },
    });
    expect(JSON.stringify(await explained.json())).toContain("It threw: alice has left");
  });

  test("no cache keeps what a browser gets with its cookie, or is refused with it", async () => {
    for (const response of [await ask(), await ask("other"), await ask(undefined, "/nothing")]) {
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
    const bearer = { authorization: `Bearer ${gateway.masterKey}` };
    expect((await gateway.send("/team/list", { headers: bearer })).headers.get("cache-control")).toBeNull();
  });

  test("without TLS a cookie that needs TLS opens nothing", async () => {
    expect((await ask("__Host-next-auth.session-token")).status).toBe(401);
  });

  test("a forwarded scheme of nobody in GATEWAY_TRUSTED_PROXIES does not count", async () => {
    const headers = { ...(await cookie("__Host-next-auth.session-token")), "x-forwarded-proto": "https" };
    expect((await gateway.send("/team/list", { headers })).status).toBe(401);
  });
});
