import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

const MAYBE_OPAQUE =
  "The key is not known. It is not a JWT; a provider's opaque token counts only if its issuer has introspection or userinfo.";

test.each([
  ["ya29_a0Af_x-y", MAYBE_OPAQUE],
  ["sk-unknown", "The key is not known."],
] as const)("the bearer %s is told: %s", async (bearer, message) => {
  const response = await gateway.send("/v1/models", { headers: { authorization: `Bearer ${bearer}` } });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_key", message } });
});
