import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { type InProcessGateway, startInProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;

beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        session_idle_minutes: 60,
        gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin" },
      },
    },
    environment: { JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys", ...LOGIN_VARIABLES },
  });
});
afterAll(async () => {
  await gateway.stop();
  await database.stop();
});

interface Listed {
  readonly total: number;
  readonly data: readonly Record<string, unknown>[];
}

describe("the console's sessions", () => {
  const cookieOf = (scope: string) => sessionCookie(gateway.services, { sub: "ada", scope });
  const list = async (headers: Record<string, string>, query = ""): Promise<Listed> =>
    (await (await gateway.send(`/session/list${query}`, { headers })).json()) as Listed;
  const end = (headers: Record<string, string>, ids: readonly unknown[]): Promise<Response> =>
    gateway.send("/session/end", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "x-gateway-console": "1" },
      body: JSON.stringify({ session_ids: ids }),
    });

  test("administrators see every session, which one is theirs, and none of its claims and secrets", async () => {
    const mine = { ...(await cookieOf("gateway_proxy_admin")) };
    const { data } = await list(mine);
    expect(data.filter(({ current }) => current)).toHaveLength(1);
    expect(data[0]).toMatchObject({ kind: "oidc", login: "oidc", name: "somebody", status: "active", current: true });
    expect(JSON.stringify(data)).not.toContain("gateway_proxy_admin");
    expect((await list(mine, "?search=SOME")).total).toBeGreaterThan(0);
    expect((await list(mine, "?search=nobody")).total).toBe(0);
    expect((await list(mine, "?search=%25")).total).toBe(0);
  });

  test("a session that nobody has used for session_idle_minutes is listed as ended, and not as active", async () => {
    const master = { authorization: `Bearer ${gateway.masterKey}` };
    await cookieOf("idle");
    const [session] = (await list(master)).data;
    await gateway.services.database.prisma.consoleSession.update({
      where: { id: String(session?.["session_id"]) },
      data: { lastSeenAt: new Date(Date.now() - 61 * 60_000) },
    });
    const idsOf = async (status: string) =>
      (await list(master, `?status=${status}`)).data.map(({ session_id: id }) => id);
    expect(await idsOf("active")).not.toContain(session?.["session_id"]);
    expect(await idsOf("ended")).toContain(session?.["session_id"]);
    expect((await list(master)).data[0]).toMatchObject({ status: "ended" });
  });

  test("an ended session is refused at once, listed as ended, and in the audit log", async () => {
    const master = { authorization: `Bearer ${gateway.masterKey}` };
    const theirs = { ...(await cookieOf("gateway_proxy_admin")) };
    const [session] = (await list(theirs)).data;
    expect((await end(master, [session?.["session_id"]])).status).toBe(200);
    expect((await gateway.send("/session/list", { headers: theirs })).status).toBe(401);
    const [ended] = (await list(master, "?status=ended")).data;
    expect(ended).toMatchObject({ session_id: session?.["session_id"], end_reason: "administrator", current: false });
    const audit = await gateway.send(`/audit/logs?entity_id=${String(session?.["session_id"])}`, {
      headers: master,
    });
    expect(await audit.json()).toMatchObject({ data: [{ action: "session.end", actor: "master key" }] });
    // A session that is over stays as it is.
    expect(await (await end(master, [session?.["session_id"]])).json()).toMatchObject({ ended_sessions: [] });
  });

  test("a person who is not an administrator neither sees nor ends sessions", async () => {
    const headers = { ...(await cookieOf("openid")) };
    expect((await gateway.send("/session/list", { headers })).status).toBe(403);
    expect((await end(headers, ["s"])).status).toBe(403);
  });
});
