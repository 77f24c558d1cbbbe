import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { configContracts } from "@/lib/wire/contracts/config";
import { ACCESS_CONFIG } from "@/testing/gateway/access-config";
import { askOperation } from "@/testing/gateway/ask-operation";
import { composeTestServices } from "@/testing/gateway/test-services";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

test("a setting of the file that a revision replaces is a finding, and one line in the log", async () => {
  const warnings: string[] = [];
  const { services, close } = await composeTestServices({
    databaseUrl: await server.createDatabase(),
    config: ACCESS_CONFIG,
    log: { info() {}, warn: (event) => void warnings.push(event), error() {} },
  });
  onTestFinished(close);
  const overridden = async () => {
    const { body } = await askOperation(services, configContracts.get);
    return body.findings.filter(({ number }: { number: string }) => number === "C201");
  };
  const save = (settings: object) =>
    askOperation(services, configContracts.saveRevision, {
      settings,
      base_revision: services.settings.revision()?.id,
    });
  const role_mappings = [{ role: "ops", internal_role: "internal_user" }];
  const { body } = await askOperation(services, configContracts.saveRevision, {
    settings: { role_mappings },
    base_revision: null,
  });
  expect(await overridden()).toMatchObject([
    {
      severity: "warning",
      path: "gateway_jwtauth.role_mappings",
      message: expect.stringMatching(new RegExp(`^revision ${body.revision.id}, .* has no effect$`)),
      fix: expect.stringContaining("Access → Revisions"),
    },
  ]);
  await services.settings.refresh();
  expect(warnings).toEqual(["config.overridden"]);
  await save({ role_mappings: [{ role: "dev", internal_role: "internal_user" }] });
  expect(await overridden()).toEqual([]);
  expect(warnings).toEqual(["config.overridden"]);
});
