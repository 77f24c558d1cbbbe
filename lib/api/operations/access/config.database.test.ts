import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { configContracts } from "@/lib/wire/contracts/config";
import { ACCESS_CONFIG } from "@/testing/gateway/access-config";
import { askOperation } from "@/testing/gateway/ask-operation";
import { composeTestServices } from "@/testing/gateway/test-services";
import type { Database } from "@/lib/store/database";
import type { Logger } from "@/lib/log";
import type { Services } from "@/lib/gateway/services";

let server: TestDatabase;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await server.stop();
});

/** The services of one gateway process, composed as in the product. */
async function startNode(url: string): Promise<{ services: Services; warnings: string[]; database: Database }> {
  const warnings: string[] = [];
  const log: Logger = { info() {}, warn: (event) => void warnings.push(event), error() {} };
  const { services, close } = await composeTestServices({ databaseUrl: url, config: ACCESS_CONFIG, log });
  closers.push(close);
  return { services, warnings, database: services.database };
}

const scopes = (model: string) => ({
  enforce_scope_based_access: true,
  scope_mappings: [{ scope: "s", models: [model] }],
});

describe("the configuration operations", () => {
  let url: string;
  let services: Services;
  let database: Database;
  let warnings: string[];
  beforeEach(async () => {
    url = await server.createDatabase();
    ({ services, database, warnings } = await startNode(url));
  });

  test("GET /config/get shows the settings in force and their sources, and no key", async () => {
    const { body } = await askOperation(services, configContracts.get);
    expect(body).toMatchObject({ generation: 1, revision: null, models: ["gpt-4o"], findings: [] });
    expect(body.settings.role_mappings).toEqual({
      value: [{ role: "dev", internal_role: "internal_user" }],
      source: "file",
      file_value: [{ role: "dev", internal_role: "internal_user" }],
    });
    expect(body.settings.scope_mappings).toEqual({ value: [], source: "default", file_value: [] });
    expect(body.settings.object_id_jwt_field).toEqual({ value: null, source: "default", file_value: null });
    expect(JSON.stringify(body)).not.toContain("sk-");
  });

  test("claims, people and administrators are saved as a revision, and custom_validate is only shown", async () => {
    const settings = {
      user_id_jwt_field: "oid",
      user_allowed_email_domain: "acme.example",
      user_id_upsert: true,
    };
    await askOperation(services, configContracts.saveRevision, { settings, base_revision: null });
    expect(services.settings.current().jwtAuth).toMatchObject(settings);
    const { body } = await askOperation(services, configContracts.get);
    expect(body.settings.user_id_jwt_field).toMatchObject({ value: "oid", source: "revision" });
    expect(body.custom_validate).toBeNull();
    expect(body.findings).toMatchObject([{ number: "C078", path: "user_allowed_email_domain" }]);
    const draft = { settings: { custom_validate: "module.check" } };
    expect((await askOperation(services, configContracts.validate, draft)).body.valid).toBe(false);
  });

  test("GET /config/get names a claim path that reads nothing in any token seen", async () => {
    const { jwtAuth } = services.settings.current();
    for (let number = 0; number < 20; number++)
      services.claimsSeen.add({ claims: { sub: `u${number}` }, issuer: "https://login.example" }, jwtAuth);
    const { body } = await askOperation(services, configContracts.get);
    expect(body.findings).toMatchObject([
      { number: "C100", severity: "warning", path: "general_settings.gateway_jwtauth.roles_jwt_field" },
    ]);
  });

  test("a draft may read the roles from several claims, with patterns", async () => {
    const roles = ["roles", { path: "groups", pattern: "/roles/*" }];
    const { body } = await askOperation(services, configContracts.validate, { settings: { roles_jwt_field: roles } });
    expect(body).toMatchObject({ valid: true, findings: [] });
    await askOperation(services, configContracts.saveRevision, {
      settings: { roles_jwt_field: roles },
      base_revision: null,
    });
    const { body: after } = await askOperation(services, configContracts.get);
    expect(after.settings.roles_jwt_field).toEqual({ value: roles, source: "revision", file_value: "roles" });
  });

  test("POST /config/validate checks a draft and saves nothing", async () => {
    const good = await askOperation(services, configContracts.validate, { settings: scopes("gpt-4o") });
    expect(good.body).toEqual({ valid: true, findings: [], policy_tests: [], locks_out: [] });
    const warned = await askOperation(services, configContracts.validate, { settings: scopes("gpt-4") });
    expect(warned.body.valid).toBe(true);
    expect(warned.body.findings).toMatchObject([
      { number: "C033", severity: "warning", path: "scope_mappings.0.models.0", fix: 'did you mean "gpt-4o"?' },
    ]);
    const bad = await askOperation(services, configContracts.validate, { settings: { ...scopes("gpt-*"), typo: 1 } });
    expect(bad.body.valid).toBe(false);
    expect(bad.body.findings.map((finding: { number: string }) => finding.number)).toEqual(["C023", "C010"]);
    expect(await database.prisma.configRevision.count()).toBe(0);
  });

  test("a saved revision is in force and audited before the answer arrives", async () => {
    const { status, body } = await askOperation(services, configContracts.saveRevision, {
      settings: scopes("gpt-4o"),
      comment: "for s",
      base_revision: null,
    });
    expect(status).toBe(200);
    expect(body.revision).toMatchObject({ actor: "user admin", comment: "for s" });
    expect(services.settings.current().generation).toBe(2);
    expect(services.settings.current().jwtAuth.scope_mappings).toEqual([{ scope: "s", models: ["gpt-4o"] }]);
    expect(services.settings.current().jwtAuth.role_mappings).toHaveLength(1);
    expect(services.settings.source("scope_mappings")).toBe("revision");
    expect(services.settings.fileValue("scope_mappings")).toEqual([]);
    const [event] = await database.prisma.auditEvent.findMany();
    expect(event).toMatchObject({
      actor: "user admin",
      action: "config.save",
      entityType: "config",
      entityId: String(body.revision.id),
      before: null,
      after: scopes("gpt-4o"),
    });
  });

  test("invalid settings are refused with every finding, and nothing is saved", async () => {
    const { status, body } = await askOperation(services, configContracts.saveRevision, {
      settings: { ...scopes("*"), enforce_rbac: "yes" },
      base_revision: null,
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", param: "settings.scope_mappings.0.models.0" });
    expect(body.findings.map((finding: { path: string }) => finding.path)).toEqual([
      "scope_mappings.0.models.0",
      "enforce_rbac",
    ]);
    expect(await database.prisma.configRevision.count()).toBe(0);
    expect(await database.prisma.auditEvent.count()).toBe(0);
  });

  test("a draft based on an older revision is refused with revision_conflict", async () => {
    const first = await askOperation(services, configContracts.saveRevision, { settings: {}, base_revision: null });
    const late = await askOperation(services, configContracts.saveRevision, {
      settings: scopes("gpt-4o"),
      base_revision: null,
    });
    expect(late).toMatchObject({ status: 409, body: { error: { code: "revision_conflict" } } });
    expect(late.body.error.message).toContain(
      `Revision ${first.body.revision.id} was saved in the meantime, by user admin.`,
    );
    expect(
      (
        await askOperation(services, configContracts.saveRevision, {
          settings: {},
          base_revision: first.body.revision.id + 7,
        })
      ).status,
    ).toBe(409);
    expect(
      (
        await askOperation(services, configContracts.saveRevision, {
          settings: scopes("gpt-4o"),
          base_revision: first.body.revision.id,
        })
      ).status,
    ).toBe(200);
  });

  test("exactly one of several concurrent saves on two nodes succeeds", async () => {
    const other = await startNode(url);
    const drafts = Array.from({ length: 8 }, (_, index) =>
      askOperation(index % 2 ? services : other.services, configContracts.saveRevision, {
        settings: scopes(`model-${index}`),
        base_revision: null,
      }),
    );
    const statuses = (await Promise.all(drafts)).map((reply) => reply.status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await database.prisma.configRevision.count()).toBe(1);
    expect(await database.prisma.auditEvent.count()).toBe(1);
  });

  test("a saved revision is in force on the other nodes, and they acknowledge it", async () => {
    const other = await startNode(url);
    const { body } = await askOperation(services, configContracts.saveRevision, {
      settings: scopes("gpt-4o"),
      base_revision: null,
    });
    expect(body.nodes.map(({ node }: { node: string }) => node).sort()).toEqual(
      [services.changes.node, other.services.changes.node].sort(),
    );
    expect(
      body.nodes.every(
        ({ acknowledged_ms: milliseconds }: { acknowledged_ms: number | null }) => milliseconds !== null,
      ),
    ).toBe(true);
    expect(other.services.settings.current().jwtAuth.enforce_scope_based_access).toBe(true);
    expect(other.services.settings.revision()?.id).toBe(body.revision.id);
  });

  test("revisions are listed newest first in pages, and a rollback saves an earlier one again", async () => {
    const first = await askOperation(services, configContracts.saveRevision, {
      settings: scopes("gpt-4o"),
      base_revision: null,
    });
    const second = await askOperation(services, configContracts.saveRevision, {
      settings: {},
      base_revision: first.body.revision.id,
    });
    expect(services.settings.current().jwtAuth.scope_mappings).toEqual([]);
    const back = await askOperation(services, configContracts.rollBack, { revision: first.body.revision.id });
    expect(back.body.revision.comment).toBe(`Roll back to revision ${first.body.revision.id}`);
    expect(services.settings.current().jwtAuth.scope_mappings).toHaveLength(1);

    const page = await askOperation(services, configContracts.listRevisions, { size: "2" });
    expect(page.body).toMatchObject({
      total: 3,
      page: 1,
      size: 2,
      data: [{ id: back.body.revision.id, settings: scopes("gpt-4o") }, { id: second.body.revision.id }],
    });
    const rest = await askOperation(services, configContracts.listRevisions, { size: "2", page: "2" });
    expect(rest.body.data.map(({ id }: { id: number }) => id)).toEqual([first.body.revision.id]);
    expect(await askOperation(services, configContracts.rollBack, { revision: 99_999 })).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
    expect(
      (
        await askOperation(services, configContracts.rollBack, {
          revision: first.body.revision.id,
          base_revision: second.body.revision.id,
        })
      ).status,
    ).toBe(409);
    const actions = await database.prisma.auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(actions.map((event) => event.action)).toEqual(["config.save", "config.save", "config.rollback"]);
  });

  test("settings that lock out who saves them are refused with would_lock_out, and saved with a warning if it is forced", async () => {
    const draft = { settings: { admin_allowed_routes: ["/config/validate"] }, base_revision: null };
    const checked = await askOperation(services, configContracts.validate, { settings: draft.settings });
    expect(checked.body.locks_out.map(({ path }: { path: string }) => path)).toEqual([
      "/config/get",
      "/config/revisions",
      "/config/rollback",
    ]);
    const refused = await askOperation(services, configContracts.saveRevision, draft);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "would_lock_out", param: "settings" } } });
    expect(refused.body.error).toMatchObject({ details: { lost: checked.body.locks_out } });
    expect(await database.prisma.configRevision.count()).toBe(0);
    const { status, body } = await askOperation(services, configContracts.saveRevision, { ...draft, force: true });
    expect(status).toBe(200);
    expect(body.revision.comment).toBe("(saved although it locks out who saved it)");
    expect(body.findings).toMatchObject([{ number: "C044", severity: "warning", path: "admin_allowed_routes" }]);
    expect((await askOperation(services, configContracts.get)).body.findings).toMatchObject([{ number: "C044" }]);
  });

  test("a rollback to settings that lock out the caller is refused with would_lock_out", async () => {
    const settings = { admin_allowed_routes: ["/config/validate"] };
    const { id } = await database.prisma.configRevision.create({ data: { settings, actor: "master key" } });
    await database.prisma.configRevision.create({ data: { settings: {}, actor: "master key" } });
    await services.settings.refresh();
    const back = { revision: id, comment: "it was right" };
    expect(await askOperation(services, configContracts.rollBack, back)).toMatchObject({
      status: 409,
      body: { error: { code: "would_lock_out" } },
    });
    const forced = await askOperation(services, configContracts.rollBack, { ...back, force: true });
    expect(forced.body.revision.comment).toBe(
      `Roll back to revision ${id}: it was right (saved although it locks out who saved it)`,
    );
  });

  describe("a newest revision written by another version", () => {
    const foreign = { settings: { role_mappings: [], setting_of_tomorrow: true }, actor: "user b" };

    test("a newest revision that cannot be used leaves the previous one in force, and a finding says so", async () => {
      await askOperation(services, configContracts.saveRevision, { settings: scopes("gpt-4o"), base_revision: null });
      const { id } = await database.prisma.configRevision.create({ data: foreign });
      await services.settings.refresh();
      expect(services.settings.current().jwtAuth.scope_mappings).toHaveLength(1);
      expect(services.settings.revision()?.id).toBe(id);
      expect((await askOperation(services, configContracts.get)).body.findings).toMatchObject([
        { number: "C047", message: expect.stringContaining(`revision ${id} cannot be used`) },
      ]);
      expect(warnings).toEqual(["config.revision_unusable"]);
      await services.settings.refresh();
      expect(warnings).toHaveLength(1);
    });

    test("a gateway whose only revision cannot be used starts with the settings of the file", async () => {
      await database.prisma.configRevision.create({ data: { ...foreign, settings: "nonsense" } });
      const started = await startNode(url);
      expect(started.services.settings.current().jwtAuth.role_mappings).toHaveLength(1);
      expect(started.warnings).toEqual(["config.revision_unusable"]);
      const repaired = await askOperation(started.services, configContracts.saveRevision, {
        settings: {},
        base_revision: started.services.settings.revision()?.id,
      });
      expect(repaired.status).toBe(200);
      expect((await askOperation(started.services, configContracts.get)).body.findings).toEqual([]);
    });
  });

  test("the settings in force stay in force while the database is away", async () => {
    await askOperation(services, configContracts.saveRevision, { settings: scopes("gpt-4o"), base_revision: null });
    await database.pool.end();
    await expect(services.settings.refresh()).rejects.toThrow();
    expect(services.settings.current().jwtAuth.scope_mappings).toHaveLength(1);
  });
});
