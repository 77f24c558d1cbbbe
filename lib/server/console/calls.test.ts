import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import type { ConsoleDecision, ConsoleGateway, ConsoleSettings } from "./port";
import { jwtAuth } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { answerConsole, askGateway } from "./calls";

const SETTINGS: ConsoleSettings = {
  look: { colour: "grey", links: [] },
  masterKeyLogin: true,
  proxies: {},
  logins: [],
  sessionSeconds: 28_800,
  hasProvider: false,
  jwtAuth: jwtAuth.parse({ role_mappings: [{ role: "admin", internal_role: "proxy_admin" }] }),
};
const TOKEN = { kind: "jwt", via: "session", claims: { sub: "u1" }, issuer: undefined } as const;
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
  sessionSecrets: ["secret", "previous"],
  environment: { nextAuthUrl: undefined, basePath: "" },
  hasSettledAddresses: true,
  log: {
    info: (...all) => logged.push(["info", ...all]),
    warn: (...all) => logged.push(["warn", ...all]),
    error: (...all) => logged.push(["error", ...all]),
  },
  settings: () => Promise.resolve(SETTINGS),
  async openSession(secret) {
    if (secret === "good") return { id: "s1", token: TOKEN, accessTokenUnused: undefined };
    throw secret === "bad"
      ? new GatewayError("directory_unavailable", "The database is away.")
      : new TypeError("broken");
  },
  beginSession: async ({ kind }) => ({ kind: "begun", secret: kind, accessTokenUnused: undefined }),
  signOut: async (secret) => ({ login: secret, idToken: undefined }),
  logOut: async (token) => ({ kind: "refused", reason: token }),
  judgeMasterKey: async (key, caller) => (key === "sk" && caller === "203.0.113.9" ? "accepted" : "refused"),
  decide: async (token, path) => ({ ...DECISION, teams: [path, token.kind] }),
  finishTrial: () => Promise.reject(new Error("not asked")),
  requestAccess: () => Promise.reject(new Error("not asked")),
};

const { port1, port2 } = new MessageChannel();
answerConsole(port1, gateway);
const { sessionSecrets, environment, hasSettledAddresses } = gateway;
const remote = askGateway(port2, { sessionSecrets, environment, hasSettledAddresses });
const signIn = (secret: string) => remote.openSession(secret);
afterEach(() => logged.splice(0));

describe("the gateway as the console's thread sees it", () => {
  test("calls from the console's thread are answered as the gateway answers, whatever runs at the same time", async () => {
    expect(remote.sessionSecrets).toEqual(["secret", "previous"]);
    expect(
      await Promise.all([
        remote.settings(),
        signIn("good"),
        remote.judgeMasterKey("sk", "203.0.113.9"),
        remote.decide(TOKEN, "/team/list"),
        remote.beginSession({ kind: "master-key", address: undefined, fingerprint: "f" }),
        remote.signOut("oidc"),
        remote.logOut("no token"),
      ]),
    ).toEqual([
      SETTINGS,
      { id: "s1", token: TOKEN, accessTokenUnused: undefined },
      "accepted",
      { ...DECISION, teams: ["/team/list", "jwt"] },
      { kind: "begun", secret: "master-key", accessTokenUnused: undefined },
      { login: "oidc", idToken: undefined },
      { kind: "refused", reason: "no token" },
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
