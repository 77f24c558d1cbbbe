import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startProvider } from "@/local/provider/provider";
import type { Database } from "@/lib/store/database";
import type { Services } from "@/lib/gateway/services";
import { SecretBox } from "@/lib/store/secret-box";
import { configContracts } from "@/lib/wire/contracts/config";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { ACCESS_CONFIG } from "@/testing/gateway/access-config";
import type { Caller } from "@/lib/gateway/request/caller";
import { accessOverrides } from "@/lib/config/schema";
import { unprovenUnder } from "@/lib/gateway/explain/draft-proof";
import { apiRequest } from "@/testing/gateway/api-request";
import { callerWith } from "@/testing/gateway/management-nodes";
import { askOperation } from "@/testing/gateway/ask-operation";
import { startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import { composeTestServices } from "@/testing/gateway/test-services";

const ISSUER = "https://staff.example";
const SECRET = "secret-of-the-introspection";
const OF_FILE = "secret-in-the-file";
const CONFIG = {
  ...ACCESS_CONFIG,
  gateway_jwtauth: {
    ...ACCESS_CONFIG.gateway_jwtauth,
    issuers: [
      {
        issuer: "https://file.example",
        audience: "gateway",
        introspection: { client_id: "gateway", client_secret: OF_FILE },
      },
    ],
  },
};

let server: TestDatabase;
let services: Services;
let database: Database;
let url: string;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await server.stop();
});

async function startNode(overrides: Partial<Services> = {}): Promise<Services> {
  const node = await composeTestServices({ databaseUrl: url, config: CONFIG }, overrides);
  closers.push(node.close);
  return node.services;
}

beforeEach(async () => {
  url = await server.createDatabase();
  services = await startNode();
  ({ database } = services);
});

const staff = (introspection: object = { client_secret: SECRET }) => ({
  issuer: ISSUER,
  audience: "gateway",
  allow_admin: false,
  id_prefix: "staff:",
  user_id_jwt_field: "sub",
  introspection: { client_id: "gateway", ...introspection },
});

async function save(issuers: readonly object[] | undefined, node = services) {
  const base = node.settings.revision()?.id ?? null;
  const settings = issuers === undefined ? {} : { issuers };
  return await askOperation(node, configContracts.saveRevision, { settings, base_revision: base });
}

const entriesOf = (node: Services) => node.settings.current().jwtAuth.issuers;
const secretOf = (node: Services, issuer: string) =>
  entriesOf(node)
    .find((entry) => entry.issuer === issuer)
    ?.introspection?.client_secret.reveal();
const shown = async () => {
  const { body } = await askOperation(services, configContracts.get);
  return body.settings["issuers"]?.value as ReturnType<typeof staff>[];
};

test("issuers are saved as a revision that is in force on every node, and no answer or row has their secret", async () => {
  const other = await startNode();
  const saved = await save([staff()]);
  expect(saved.status).toBe(200);
  await other.settings.refresh();
  for (const node of [services, other]) {
    expect(entriesOf(node)).toMatchObject([{ issuer: ISSUER, id_prefix: "staff:", allow_admin: false }]);
    expect(secretOf(node, ISSUER)).toBe(SECRET);
  }
  expect(services.tokens.providers.map(({ configuredIssuer }) => configuredIssuer)).toContain(ISSUER);
  const [entry] = await shown();
  expect(entry?.introspection).toMatchObject({ client_secret: expect.stringMatching(/^\[secret [\w-]+\]$/) });
  const revisions = await askOperation(services, configContracts.listRevisions, { page: 1, size: 50 });
  const rows = [
    await database.prisma.configRevision.findMany(),
    await database.prisma.auditEvent.findMany(),
    await database.prisma.revisionSecret.findMany(),
  ];
  const text = JSON.stringify([saved.body, await shown(), revisions.body, rows], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(text).toContain(ISSUER);
  expect(text).not.toContain(SECRET);
});

test("an edit that leaves out the secret or sends back its mark keeps it, also that of the file", async () => {
  expect(await shown()).toMatchObject([{ introspection: { client_secret: "[secret]" } }]);
  const ofFile = { ...staff({}), issuer: "https://file.example", token_prefix: "file_" };
  expect((await save([ofFile, staff()])).status).toBe(200);
  expect(secretOf(services, "https://file.example")).toBe(OF_FILE);
  const before = await shown();
  expect((await save(before.map((entry) => ({ ...entry, id_prefix: undefined })))).status).toBe(200);
  expect(secretOf(services, ISSUER)).toBe(SECRET);
  expect((await shown()).map(({ introspection }) => introspection)).toEqual(
    before.map(({ introspection }) => introspection),
  );
  expect((await save([staff({})])).status).toBe(200);
  expect(secretOf(services, ISSUER)).toBe(SECRET);
});

test("a secret does not go to another origin unless it is sent again", async () => {
  await save([staff()]);
  const moved = await save([staff({ url: "https://elsewhere.example/introspect" })]);
  expect([moved.status, moved.body.error.message]).toEqual([400, expect.stringContaining("another origin")]);
  const [{ introspection } = staff()] = await shown();
  expect((await save([staff({ ...introspection, url: "https://elsewhere.example/" })])).status).toBe(400);
  expect((await save([staff({ client_secret: "another", url: "https://elsewhere.example/" })])).status).toBe(200);
  expect(secretOf(services, ISSUER)).toBe("another");
});

test("a rollback restores the secret of its revision", async () => {
  const first = await save([staff()]);
  await save([staff({ client_secret: "second" })]);
  expect(secretOf(services, ISSUER)).toBe("second");
  const { revision } = first.body;
  expect((await askOperation(services, configContracts.rollBack, { revision: revision.id })).status).toBe(200);
  expect(secretOf(services, ISSUER)).toBe(SECRET);
  await save(undefined);
  expect(entriesOf(services)).toMatchObject([{ issuer: "https://file.example" }]);
});

test("a node with another encryption key keeps the issuer in force and says that its secret cannot be decrypted", async () => {
  await save([staff()]);
  const foreign = await startNode({ secrets: new SecretBox("another-encryption-key-with-32-characters") });
  expect(entriesOf(foreign)).toMatchObject([{ issuer: ISSUER, audience: "gateway" }]);
  expect(secretOf(foreign, ISSUER)).not.toBe(SECRET);
  expect(foreign.settings.findings()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ number: "C169", severity: "warning" })]),
  );
  expect((await save([staff({})], foreign)).status).toBe(400);
});

test("the draft of issuers is judged as the file would be, and the findings are those of the list in force", async () => {
  const { body } = await askOperation(services, configContracts.validate, {
    settings: {
      issuers: [{ issuer: "https://*.example" }, { issuer: "http://169.254.169.254/keys", audience: "none" }],
    },
  });
  expect(body.valid).toBe(false);
  expect(body.findings.map(({ number, path }) => `${number} ${path}`)).toEqual(
    expect.arrayContaining(["C110 issuers.0.issuer", "C171 issuers.1.issuer", "C112 issuers.1.audience"]),
  );
  await save([{ issuer: ISSUER, audience: "none", allow_admin: false }]);
  const numbers = services.settings.findings().map(({ number, path }) => `${number} ${path}`);
  expect(numbers).toContain("C112 issuers.0.audience");
  expect(numbers.filter((line) => line.includes("gateway_jwtauth.issuers"))).toEqual(["C201 gateway_jwtauth.issuers"]);
});

test("the issuer of a second login provider of the console keeps an entry", async () => {
  const login = (name: string) => ({ name, issuer: `https://${name}.example`, client_id: "console" });
  const entry = (name: string) => ({ issuer: `https://${name}.example`, audience: "gateway", allow_admin: false });
  const config = {
    ...ACCESS_CONFIG,
    general_settings: { ...ACCESS_CONFIG.general_settings, console_login: [login("staff"), login("partner")] },
    gateway_jwtauth: { ...ACCESS_CONFIG.gateway_jwtauth, issuers: [entry("staff"), entry("partner")] },
  };
  const node = await composeTestServices({ databaseUrl: url, config });
  closers.push(node.close);
  const refused = await save([entry("staff")], node.services);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain("https://partner.example");
  expect((await save([{ ...entry("partner"), id_prefix: "p:" }, entry("staff")], node.services)).status).toBe(200);
});

test("what tokens must fulfil is judged by the revision that says it, and otherwise by the file", async () => {
  const config = { ...CONFIG, gateway_jwtauth: { ...CONFIG.gateway_jwtauth, required_claims: { org: "acme*" } } };
  const node = await composeTestServices({ databaseUrl: url, config });
  closers.push(node.close);
  const { settings } = node.services;
  const found = () => settings.findings().flatMap(({ number, path }) => (number === "C115" ? [path] : []));
  const saveAll = (overrides: object) =>
    askOperation(node.services, configContracts.saveRevision, {
      settings: overrides,
      base_revision: settings.revision()?.id ?? null,
    });
  expect(found()).toEqual(["gateway_jwtauth.required_claims.org"]);
  await saveAll({
    algorithms: ["ES256"],
    service_accounts: [{ claim: "idtyp", value: "app" }],
    group_overage: "ignore",
  });
  expect(found()).toEqual(["gateway_jwtauth.required_claims.org"]);
  expect(settings.current().jwtAuth).toMatchObject({ algorithms: ["ES256"], group_overage: "ignore" });
  await saveAll({ required_claims: { hd: "acme.example" } });
  expect(found()).toEqual([]);
  await saveAll({ required_claims: { hd: "acme*" } });
  expect(found()).toEqual(["required_claims.hd"]);
});

test("claims that an issuer would require lock out the administrator whose session has none of them", async () => {
  const staffSession = (claims: Record<string, unknown>): Caller => ({
    ...callerWith({ admin: true }),
    token: { kind: "jwt", via: "session", issuer: ISSUER, loginIssuer: ISSUER, claims },
  });
  const draft = accessOverrides.parse({ issuers: [{ ...staff(), required_claims: { hd: "acme.example" } }] });
  const settings = services.settings.withOverrides(draft);
  const asked = (claims: Record<string, unknown>) =>
    unprovenUnder(
      services,
      { request: apiRequest({ method: "GET", path: "/config/get" }), caller: staffSession(claims) },
      settings,
    );
  expect(await asked({ hd: "acme.example" })).toBeUndefined();
  expect(await asked({ hd: "other.example" })).toBe('The token must have the claim "hd" with "acme.example".');
});

test("issuers that would no longer accept the token of who saves them are refused with would_lock_out", async () => {
  const provider = await startProvider();
  closers.push(() => provider.stop());
  const entry = { issuer: provider.issuer, jwks_url: provider.jwksUrl, audience: provider.audience, allow_admin: true };
  const gateway = await startInProcessGateway(await server.createDatabase(), {
    config: { general_settings: { enable_jwt_auth: true, gateway_jwtauth: { issuers: [entry] } } },
  });
  closers.push(() => gateway.stop());
  const token = await provider.issueToken({ sub: "ann", scope: "gateway_proxy_admin" });
  const ask = async (path: string, issuers: readonly object[], more: object = {}) => {
    const response = await gateway.send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ settings: { issuers }, ...more }),
    });
    return { status: response.status, body: (await response.json()) as { error?: { code: string; message: string } } };
  };
  const other = { ...entry, audience: "somebody-else" };
  const refused = await ask("/config/revisions", [other], { base_revision: null });
  expect([refused.status, refused.body.error?.code]).toEqual([409, "would_lock_out"]);
  expect(refused.body.error?.message).toContain("aud");
  expect((await ask("/config/validate", [{ ...entry, allow_admin: false }])).body).toMatchObject({
    locks_out: [{ path: "/config/get" }, {}, {}],
  });
  expect((await ask("/config/validate", [{ ...entry, id_prefix: "a:" }])).body).toMatchObject({ locks_out: [] });
  expect((await ask("/config/revisions", [other], { base_revision: null, force: true })).status).toBe(200);
  expect((await ask("/config/validate", [entry])).status).toBe(401);
});

test("Microsoft Graph is set for all issuers, and no answer or row has its secret", async () => {
  const graph = (more: object = {}) => ({ group_overage: "graph", microsoft_graph: { client_id: "app", ...more } });
  const put = async (settings: object) =>
    await askOperation(services, configContracts.saveRevision, {
      settings,
      base_revision: services.settings.revision()?.id ?? null,
    });
  const secretInForce = () => services.settings.current().jwtAuth.microsoft_graph?.client_secret.reveal();
  const saved = await put(graph({ client_secret: SECRET }));
  expect([saved.status, secretInForce()]).toEqual([200, SECRET]);
  const { body } = await askOperation(services, configContracts.get);
  const value = body.settings["microsoft_graph"]?.value as { client_secret: string };
  expect(value.client_secret).toMatch(/^\[secret [\w-]+\]$/);
  const rows = [
    await database.prisma.configRevision.findMany(),
    await database.prisma.auditEvent.findMany(),
    await database.prisma.revisionSecret.findMany(),
  ];
  const text = JSON.stringify([saved.body, body, rows], (_, one: unknown) =>
    typeof one === "bigint" ? String(one) : one,
  );
  expect(text).not.toContain(SECRET);
  const moved = await put(graph({ ...value, login_url: "https://elsewhere.example" }));
  expect([moved.status, moved.body.error.message]).toEqual([400, expect.stringContaining("another origin")]);
  expect((await put(graph(value))).status).toBe(200);
  expect((await put({ ...graph({}), clock_skew_seconds: 30, public_key_ttl: 60 })).status).toBe(200);
  expect(secretInForce()).toBe(SECRET);
  expect(services.settings.current().jwtAuth).toMatchObject({ clock_skew_seconds: 30, public_key_ttl: 60 });
  const metadata = await put(graph({ client_secret: "s", graph_url: "http://169.254.169.254" }));
  expect(JSON.stringify(metadata.body)).toContain("C171");
});
