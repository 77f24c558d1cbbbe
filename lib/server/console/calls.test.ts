import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import type { ConsoleDecision, ConsoleGateway, ConsoleSettings } from "./port";
import { jwtAuth } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { answerConsole, askGateway } from "./calls";

const SETTINGS: ConsoleSettings = {
  masterKeyLogin: true,
  masterKeyFingerprint: "f",
  acceptsJwts: true,
  hasProvider: false,
  jwtAuth: jwtAuth.parse({ role_mappings: [{ role: "admin", internal_role: "proxy_admin" }] }),
};
const DECISION: ConsoleDecision = {
  identity: undefined,
  teams: ["t1"],
  decision: {
    allow: false,
    code: "route_not_allowed",
    message: "Not this one.",
    checks: [{ rule: "route", spec: "5.3", outcome: "fail", because: "it is not listed" }],
  },
};
const logged: unknown[] = [];
const gateway: ConsoleGateway = {
  sessionSecret: "secret",
  environment: { oidc: undefined },
  log: {
    info: (...all) => logged.push(["info", ...all]),
    warn: (...all) => logged.push(["warn", ...all]),
    error: (...all) => logged.push(["error", ...all]),
  },
  settings: () => Promise.resolve(SETTINGS),
  async verify(token) {
    if (token === "good") return { sub: "u1", nested: { roles: ["a"] } };
    throw token === "bad" ? new GatewayError("token_expired", "The token has expired.") : new TypeError("broken");
  },
  decide: async (token, path) => ({ ...DECISION, teams: [path, token.kind] }),
};

const { port1, port2 } = new MessageChannel();
answerConsole(port1, gateway);
const remote = askGateway(port2, { sessionSecret: gateway.sessionSecret, environment: gateway.environment });
afterEach(() => logged.splice(0));

describe("the gateway as the console's thread sees it", () => {
  test("calls from the console's thread are answered as the gateway answers, whatever runs at the same time", async () => {
    const token = { kind: "jwt", via: "session", claims: { sub: "u1" }, issuer: undefined } as const;
    expect(remote.sessionSecret).toBe("secret");
    expect(await Promise.all([remote.settings(), remote.verify("good"), remote.decide(token, "/team/list")])).toEqual([
      SETTINGS,
      { sub: "u1", nested: { roles: ["a"] } },
      { ...DECISION, teams: ["/team/list", "jwt"] },
    ]);
  });

  test("calls from the console's thread fail as the gateway fails, with its code", async () => {
    const [expired, broken] = await Promise.allSettled([remote.verify("bad"), remote.verify("worse")]);
    expect(expired).toMatchObject({
      reason: { name: "GatewayError", code: "token_expired", message: "The token has expired." },
    });
    expect(broken).toMatchObject({ reason: { message: "broken" } });
    expect(broken).not.toHaveProperty("reason.code");
  });

  test("log lines of the console's thread go to the gateway's log", async () => {
    remote.log.warn("console.sign_in_failed", { code: "x" });
    await remote.settings(); // comes after it
    expect(logged).toEqual([["warn", "console.sign_in_failed", { code: "x" }]]);
  });
});
