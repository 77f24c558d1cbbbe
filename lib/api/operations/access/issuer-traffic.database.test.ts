import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallerDecisions } from "@/lib/auth/pending-decisions";
import { writeRecordedDecisions } from "@/lib/store/record/recorded-decisions";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { askOperation } from "@/testing/gateway/ask-operation";
import { composeTestServices } from "@/testing/gateway/test-services";

const ISSUER = "https://idp.test";
const CONSOLE = "gateway-console";
const config = {
  general_settings: {
    enable_jwt_auth: true,
    console_login: [{ name: "staff", issuer: ISSUER, client_id: CONSOLE, client_secret: "secret-of-the-console" }],
  },
  environment_variables: { JWT_PUBLIC_KEY_URL: `${ISSUER}/keys`, JWT_AUDIENCE: "gateway" },
};

let server: TestDatabase;
let composed: Awaited<ReturnType<typeof composeTestServices>>;
beforeAll(async () => {
  server = await startTestDatabase();
  composed = await composeTestServices({ databaseUrl: server.url, config });
});
afterAll(async () => {
  await composed.close();
  await server.stop();
});

function callerOf(teamId: string): CallerDecisions {
  const seen = Date.now();
  const decision = {
    method: "POST",
    route: "/chat/completions",
    family: "openai_routes" as const,
    model: "m",
    team: "",
    hosted: "",
    outcome: "allow" as const,
    count: 3,
    firstSeen: seen,
    lastSeen: seen,
  };
  return {
    fingerprint: teamId,
    identity: { kind: "jwt", reading: "r", issuer: ISSUER, teamId } as CallerDecisions["identity"],
    decisions: new Map([["0", decision]]),
  };
}

test("the teams of an issuer's traffic are without the console's own client, unless there is a team of that name", async () => {
  const { services } = composed;
  await writeRecordedDecisions(services.database, [callerOf(CONSOLE), callerOf("ml")]);
  const teams = async (): Promise<string[]> =>
    (await askOperation(services, decisionContracts.issuerTraffic, { issuer: ISSUER })).body.teams
      .map(({ id }) => id)
      .toSorted();
  expect(await teams()).toEqual(["ml"]);
  await services.database.prisma.team.create({ data: { id: CONSOLE } });
  expect(await teams()).toEqual([CONSOLE, "ml"]);
});
