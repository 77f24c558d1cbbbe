import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { join } from "node:path";
import { root } from "@/scripts/setup/setup.mjs";
import { type SuiteClient, startSuiteClient } from "@/testing/tools/conformance/suite-client";
import { CONFORMANCE_SUITE } from "@/scripts/setup/client-programs.mjs";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LOGIN_VARIABLES } from "@/testing/gateway/console-session";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { type ConformanceServer, startConformanceServer } from "@/testing/tools/conformance/conformance-server";
import { type KeyedDoor, startKeyedDoor } from "@/testing/tools/conformance/keyed-door";
import { namesOf, runSuite, type SuiteCheck } from "@/testing/tools/conformance/run-suite";
import { startSuiteSignIn } from "@/testing/tools/conformance/suite-sign-in";

let missing: string | undefined;
let suite: ReturnType<typeof CONFORMANCE_SUITE.make>;
let database: TestDatabase;
let gateway: InProcessGateway;
let server: ConformanceServer;
const doors: Record<string, KeyedDoor> = {};
let client: SuiteClient;

beforeAll(async () => {
  missing = CONFORMANCE_SUITE.missing();
  if (missing !== undefined) return;
  try {
    suite = CONFORMANCE_SUITE.make();
  } catch (error) {
    missing = `its packages could not be fetched: ${String(error).slice(0, 500)}`;
    return;
  }
  [database, server] = await Promise.all([startTestDatabase(), startConformanceServer()]);
  const open = { transport: "http", allow_all_keys: true, on_tool_change: "allow" };
  gateway = await startInProcessGateway(database.url, {
    environment: { ...LOGIN_VARIABLES, JWT_AUDIENCE: "gateway", JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/jwks" },
    config: {
      general_settings: { enable_jwt_auth: true, gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true } },
      mcp_servers: { parts: { ...open, url: server.url }, older: { ...open, url: server.legacyUrl } },
    },
  });
  doors["2026-07-28"] = await startKeyedDoor(gateway.origin, "/parts/mcp", gateway.masterKey);
  doors["2025-11-25"] = await startKeyedDoor(gateway.origin, "/older/mcp", gateway.masterKey);
  client = await startSuiteClient(gateway);
}, 900_000);
afterAll(async () => {
  await client?.stop();
  await Promise.all(Object.values(doors).map((door) => door.stop()));
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const OF_CALLERS = "what servers ask of callers is elicitation alone: sampling and roots are not served";
const OF_SESSIONS = "levels of the log, and changes of single resources, are not served";
const EXTENSION = "tasks are an extension that the fixture has not";
const STAND_IN = "the fixture has no such tool";
const RESUMED = "streams that break are not taken up again: who calls is told, and nothing goes up twice";
const UNASKED = "the suite's server asks its question on the stream of the session, and not on that of the call";

/**
 * A run of the suite: how many checks pass, each counted once however often the suite makes it, and which may not, by
 * the beginnings of their names, with the reason.
 */
interface Run {
  readonly passes: number;
  readonly fails: Readonly<Record<string, string>>;
}

const SERVER_RUNS: Readonly<Record<string, Readonly<Record<"directly" | "through", Run>>>> = {
  "2025-11-25": {
    directly: {
      passes: 74,
      fails: {
        "json-schema-2020-12:": STAND_IN,
        "server-sse-polling:": "the fixture keeps no events to take a stream up again",
      },
    },
    through: {
      passes: 67,
      fails: {
        "json-schema-2020-12:": STAND_IN,
        "logging-set-level:": OF_SESSIONS,
        "tools-call-with-logging:": OF_SESSIONS,
        "resources-subscribe:": OF_SESSIONS,
        "resources-unsubscribe:": OF_SESSIONS,
      },
    },
  },
  "2026-07-28": {
    directly: {
      passes: 139,
      fails: {
        "json-schema-2020-12:": STAND_IN,
        "tasks-": EXTENSION,
        "http-custom-header-server-validation:": "the fixture trusts the headers that repeat arguments",
      },
    },
    through: {
      passes: 134,
      fails: {
        "json-schema-2020-12:": STAND_IN,
        "tasks-": EXTENSION,
        "input-required-result-basic-sampling:": OF_CALLERS,
        "input-required-result-basic-list-roots:": OF_CALLERS,
        "input-required-result-capability-check:": OF_CALLERS,
        "input-required-result-multiple-input-requests:": OF_CALLERS,
      },
    },
  },
};

/** Ways to sign in that the gateway has not, in both revisions. */
const OTHER_WAYS: Run["fails"] = {
  "auth/basic-cimd:": "the gateway registers itself, and publishes no document about itself",
  "auth/client-credentials-": "the scenario wants a token of the client, and its server is asked by tokens of users",
  "auth/dpop": "tokens are sent as bearer tokens",
  "auth/enterprise-managed-authorization:": "a token of the identity provider is not exchanged at a server's own",
  "auth/pre-registration:": "a client's secret needs a token_url, which the scenario does not tell",
  "auth/scope-step-up:": "users are not asked again for more scopes",
  "auth/wif-jwt-bearer:": "the gateway proves itself by a secret, or by none",
};

const CLIENT_RUNS: Readonly<Record<string, Run>> = {
  "2025-11-25": {
    passes: 233,
    fails: { ...OTHER_WAYS, "sse-retry:": RESUMED, "elicitation-sep1034-client-defaults:": UNASKED },
  },
  "2026-07-28": {
    passes: 371,
    fails: {
      ...OTHER_WAYS,
      "auth/authorization-server-migration:": "whoever is connected stays so until the credential is refused",
    },
  },
};

/** Exactly what is known to fail does. */
function expectRun(checks: readonly SuiteCheck[], { passes, fails }: Run): void {
  const failed = namesOf(checks, "FAILURE", "WARNING");
  const known = Object.keys(fails);
  expect(failed.filter((name) => !known.some((beginning) => name.startsWith(beginning)))).toEqual([]);
  expect(known.filter((beginning) => !failed.some((name) => name.startsWith(beginning)))).toEqual([]);
  expect(namesOf(checks, "SUCCESS")).toHaveLength(passes);
}

describe.each(["2025-11-25", "2026-07-28"])("a server of %s", (revision) => {
  test.each(["directly", "through"] as const)("passes the suite %s", async (way) => {
    const own = revision === "2025-11-25" ? server.legacyUrl : server.url;
    const url = way === "directly" ? own : (doors[revision]?.url ?? "");
    const checks = await runSuite(suite, ["server", "--url", url, "--requirements", revision]);
    expectRun(checks, SERVER_RUNS[revision]?.[way] ?? NOTHING);
  });
});

test.each(["2025-11-25", "2026-07-28"])("the gateway passes the suite as a client of %s", async (revision) => {
  const command = ["node", join(root, "testing/tools/conformance/as-client.mjs"), client.url].join(" ");
  const checks = await runSuite(suite, ["client", "--command", command, "--requirements", revision]);
  expectRun(checks, CLIENT_RUNS[revision] ?? NOTHING);
});

test("the gateway passes the suite as an authorization server, before a provider that registers nobody", async () => {
  const signIn = await startSuiteSignIn();
  try {
    // The suite has no others for authorization servers, and none of a protected resource with its server.
    expectRun(await signIn.run(suite), { passes: 3, fails: {} });
  } finally {
    await signIn.stop();
  }
});

const NOTHING: Run = { passes: 0, fails: {} };
