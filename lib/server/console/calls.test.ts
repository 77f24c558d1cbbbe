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
  environment: { oidc: undefined, nextAuthUrl: undefined },
  hasSettledAddresses: true,
  log: {
    info: (...all) => logged.push(["info", ...all]),
    warn: (...all) => logged.push(["warn", ...all]),
    error: (...all) => logged.push(["error", ...all]),
  },
  settings: () => Promise.resolve(SETTINGS),
  async proveSignIn({ accessToken, idToken }) {
    if (accessToken === "good") return { kind: "accepted", claims: idToken, accessTokenUnused: undefined };
    throw accessToken === "bad"
      ? new GatewayError("directory_unavailable", "The database is away.")
      : new TypeError("broken");
  },
  judgeMasterKey: async (key, caller) => (key === "sk" && caller === "203.0.113.9" ? "accepted" : "refused"),
  decide: async (token, path) => ({ ...DECISION, teams: [path, token.kind] }),
};

const { port1, port2 } = new MessageChannel();
answerConsole(port1, gateway);
const { sessionSecret, environment, hasSettledAddresses } = gateway;
const remote = askGateway(port2, { sessionSecret, environment, hasSettledAddresses });
const signIn = (accessToken: string) =>
  remote.proveSignIn({ accessToken, grantedScope: undefined, idToken: { sub: "u1" } });
afterEach(() => logged.splice(0));

describe("the gateway as the console's thread sees it", () => {
  test("calls from the console's thread are answered as the gateway answers, whatever runs at the same time", async () => {
    const token = { kind: "jwt", via: "session", claims: { sub: "u1" }, issuer: undefined } as const;
    expect(remote.sessionSecret).toBe("secret");
    expect(
      await Promise.all([
        remote.settings(),
        signIn("good"),
        remote.judgeMasterKey("sk", "203.0.113.9"),
        remote.decide(token, "/team/list"),
      ]),
    ).toEqual([
      SETTINGS,
      { kind: "accepted", claims: { sub: "u1" }, accessTokenUnused: undefined },
      "accepted",
      { ...DECISION, teams: ["/team/list", "jwt"] },
    ]);
  });

  test("calls from the console's thread fail as the gateway fails, with its code", async () => {
    const [away, broken] = await Promise.allSettled([signIn("bad"), signIn("worse")]);
    expect(away).toMatchObject({
      reason: { name: "GatewayError", code: "directory_unavailable", message: "The database is away." },
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
