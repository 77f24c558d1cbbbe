import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSession } from "@/lib/store/sessions/console-sessions";
import type { Database } from "@/lib/store/database";
import { opensKnownValue, readKnownValue } from "@/lib/store/known-value";
import { addRevisionSecrets, openRevisionSecrets, readRevisionSecrets } from "@/lib/store/settings/revision-secrets";
import { webhookSecret } from "@/lib/store/alerts/webhook-secret";
import { writeContents } from "@/lib/store/content/call-contents";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { connectUser } from "@/lib/store/settings/tool-connections";
import { beginSignIn } from "@/lib/store/settings/tool-sign-ins";
import { SecretBox } from "@/lib/store/secret-box";
import { DAY_MS } from "@/lib/time/period";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import { parseRotateArguments, rotateCommand, type RotateResult } from "./rotate-cli";

const [OLD, NEW, LOST] = ["old", "new", "lost"].map((name) => `${name}-encryption-key-of-an-installation`) as [
  string,
  string,
  string,
];
type Node = Awaited<ReturnType<typeof composeTestServices>>;
const nodes: Node[] = [];
let databases: TestDatabase;
let url: string;
let database: Database;

async function startNode(secrets: SecretBox): Promise<Node> {
  const node = await composeTestServices({ databaseUrl: url }, { secrets });
  nodes.push(node);
  return node;
}
/** The command with these keys, the current one first. */
async function rotate([key, ...previous]: readonly string[], ...flags: string[]): Promise<RotateResult> {
  const options = parseRotateArguments(["encryption", ...flags]);
  if (typeof options === "string") throw new Error(options);
  const environment = { databaseUrl: url, dataDirectory: "/nowhere" };
  return rotateCommand({ ...environment, encryptionKey: key, previousEncryptionKeys: previous }, options, () => {});
}
/** Every string of every table that another key than this one has sealed, as "table.column". */
async function sealedWith(key: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text'
       AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rowCount } = await database.pool.query(`SELECT FROM "${table}" WHERE starts_with("${column}", $1)`, [
      new SecretBox(key).prefix,
    ]);
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}
/** The same without the rows that running nodes, whose key is still the old one, write again every few seconds. */
async function leftWith(key: string): Promise<string[]> {
  return (await sealedWith(key)).filter((column) => column !== "nodes.sealed");
}
function addModels(ids: readonly string[], secrets: SecretBox): Promise<unknown> {
  const params = { model: "openai/gpt-4o" };
  return database.prisma.storedModel.createMany({
    data: ids.map((id) => {
      const sealed = secrets.seal(JSON.stringify({ api_key: `sk-${id}` }), SEALED_COLUMNS.modelSecrets.context(id));
      return { id, modelName: id, params, info: {}, sealed, createdBy: "test" };
    }),
  });
}
const addModel = (id: string, secrets: SecretBox): Promise<unknown> => addModels([id], secrets);

beforeAll(async () => void (databases = await startTestDatabase()));
beforeEach(async () => {
  while (nodes.length > 0) await nodes.pop()?.close();
  url = await databases.createDatabase();
  const { services } = await startNode(new SecretBox(OLD, [NEW]));
  ({ database } = services);
  await webhookSecret(services.database, services.secrets);
  await services.toolSigner.sign({ sub: "ada" });
  const ofIssuer = new Map([["s1", { secret: "of an issuer", destination: "https://id.example" }]]);
  await database.prisma.$transaction((transaction) => addRevisionSecrets(transaction, services.secrets, ofIssuer));
  const context = SEALED_COLUMNS.credentialSecrets.context("shared");
  const sealed = services.secrets.seal(JSON.stringify({ api_key: "sk-shared" }), context);
  await database.prisma.storedCredential.create({
    data: { id: "shared", values: {}, info: {}, sealed, createdBy: "test" },
  });
  const ofLogin = services.secrets.seal(
    JSON.stringify({ client_secret: "of a login" }),
    SEALED_COLUMNS.loginSecrets.context("oidc"),
  );
  await database.prisma.storedLogin.create({ data: { id: "oidc", values: {}, sealed: ofLogin, createdBy: "test" } });
  const ofChannel = services.secrets.seal(
    JSON.stringify({ address: "https://hooks.example" }),
    SEALED_COLUMNS.alertChannels.context("on-call"),
  );
  await database.prisma.storedAlertChannel.create({
    data: { id: "on-call", kind: "webhook", origin: "https://hooks.example", sealed: ofChannel, createdBy: "test" },
  });
  const ofTrial = services.secrets.seal("{}", SEALED_COLUMNS.loginTrials.context("t1"));
  await database.prisma.loginTrial.create({ data: { id: "t1", sealed: ofTrial } });
  const id = "call_1";
  const ofCall = services.secrets.seal("of a call", SEALED_COLUMNS.callContents.context(id));
  const owner = { id, keyId: null, teamId: null, userId: null, endUserId: null, sealed: ofCall };
  await writeContents(database, [{ ...owner, keptAt: Date.now(), expiresOn: Date.now() + 9 * DAY_MS }]);
  const secrets = JSON.stringify({ auth_value: "of a server" });
  const ofServer = services.secrets.seal(secrets, SEALED_COLUMNS.toolServerSecrets.context("github"));
  await database.prisma.storedToolServer.create({
    data: { id: "github", settings: {}, sealed: ofServer, createdBy: "test" },
  });
  const ends = { userId: "ada", server: "github" };
  const client = { tokenUrl: "https://id.example/token", clientId: "gateway", method: "none" } as const;
  const credential = { client, accessToken: "of a user" };
  await connectUser(services, "test", { ...ends, issuedFor: "github", credential, lifeMs: undefined });
  const pending = { client, verifier: "v", redirectUri: "https://g.example", issuedFor: "github", namesIssuer: false };
  await beginSignIn(database, services.secrets, { ...ends, sessionId: "s1" }, "state", pending);
  await createSession(
    services,
    {
      address: undefined,
      expiresAt: Date.now() + 60_000,
      opened: {
        kind: "oidc",
        login: "oidc",
        issuer: "https://id.example",
        subject: "ada",
        providerSession: undefined,
        claims: {},
        accessTokenUnused: undefined,
        name: "Ada",
        tokenEndsAt: undefined,
        refreshToken: "a refresh token",
        idToken: "an ID token",
      },
    },
    Date.now(),
  );
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await databases?.stop();
});

test("a rotation rewrites every text that the old key sealed, in every table, and a second one has nothing to do", async () => {
  const old = new SecretBox(OLD);
  const ids = Array.from({ length: 450 }, (_, at) => `model-${String(at).padStart(3, "0")}`);
  await addModels(ids, old);
  const columns = Object.values(SEALED_COLUMNS).map(({ table, column }) => `${table}.${column}`);
  expect(await sealedWith(OLD)).toEqual(columns.toSorted());

  const dry = await rotate([NEW, OLD], "--dry-run");
  expect(dry).toMatchObject({ exitCode: 0, output: expect.stringContaining("keys of model entries: 450 to encrypt") });
  expect(await sealedWith(NEW)).toEqual([]);

  const [first, second] = await Promise.all([rotate([NEW, OLD]), rotate([NEW, OLD])]);
  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  expect(await leftWith(OLD)).toEqual([]);
  expect((await rotate([NEW, OLD])).output).toContain("keys of model entries: 0 encrypted");

  const rows = await database.prisma.storedModel.findMany({ orderBy: { id: "asc" } });
  const opened = rows.map(({ id, sealed }) => new SecretBox(NEW).open(sealed ?? "", id));
  expect(opened[449]).toEqual({ text: JSON.stringify({ api_key: "sk-model-449" }) });
  expect(opened.filter((answer) => "fault" in answer)).toEqual([]);
  const newBox = new SecretBox(NEW);
  const { sealed } = await database.prisma.storedCredential.findUniqueOrThrow({ where: { id: "shared" } });
  const shared = newBox.open(sealed ?? "", SEALED_COLUMNS.credentialSecrets.context("shared"));
  expect(shared).toEqual({ text: JSON.stringify({ api_key: "sk-shared" }) });
  const server = await database.prisma.storedToolServer.findUniqueOrThrow({ where: { id: "github" } });
  const ofServer = newBox.open(server.sealed ?? "", SEALED_COLUMNS.toolServerSecrets.context("github"));
  expect(ofServer).toEqual({ text: JSON.stringify({ auth_value: "of a server" }) });
  const ofIssuers = openRevisionSecrets(await readRevisionSecrets(database), newBox.open.bind(newBox));
  expect([...ofIssuers]).toEqual([["s1", { secret: "of an issuer", destination: "https://id.example" }]]);
  const { settings } = nodes[0]!.services;
  await settings.refresh();
  expect(settings.current().unusable.size).toBe(0);
});

test("what no key opens is named, stays as it is, and makes the exit code 1", async () => {
  await addModel("readable", new SecretBox(OLD));
  await addModel("foreign", new SecretBox(LOST));
  const { exitCode, output } = await rotate([NEW, OLD]);
  expect(exitCode).toBe(1);
  expect(output).toContain("keys of model entries: 1 encrypted with the current key");
  expect(output).toContain("models foreign cannot be read: none of the keys here encrypted it");
  expect(await sealedWith(LOST)).toEqual(["models.sealed"]);
});

test("a rotation waits for a row that a transaction holds, and rewrites it then", async () => {
  await addModel("held", new SecretBox(OLD));
  const holder = await database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM models WHERE id = 'held' FOR UPDATE");
  const rotation = rotate([NEW, OLD]);
  await expect.poll(() => sealedWith(NEW)).toContain("known_values.sealed");
  await holder.query("COMMIT");
  holder.release();
  expect((await rotation).exitCode).toBe(0);
  expect(await leftWith(OLD)).toEqual([]);
});

test("a key that a running node does not accept is not written with", async () => {
  await startNode(new SecretBox(OLD));
  const { exitCode, output } = await rotate([NEW, OLD]);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/node \S+ could not decrypt the result/);
  expect(await sealedWith(NEW)).toEqual([]);
});

test("a rotation without the key of the nodes does nothing, unless the loss is accepted", async () => {
  await addModel("lost", new SecretBox(OLD));
  expect((await rotate([NEW])).exitCode).toBe(2);
  expect(await sealedWith(NEW)).toEqual([]);
  expect((await rotate([NEW], "--accept-loss")).exitCode).toBe(1);
  expect(opensKnownValue(new SecretBox(NEW), (await readKnownValue(database)) ?? "")).toBe(true);
});

test.each([
  [["encryption"], { isDry: false, isLossAccepted: false }],
  [["encryption", "--dry-run", "--accept-loss"], { isDry: true, isLossAccepted: true }],
  [[], expect.stringContaining("say what to rotate: encryption")],
  [["session"], expect.stringContaining("say what to rotate: encryption")],
  [["encryption", "--force"], expect.stringContaining('unknown option "--force"')],
])("the arguments %j are understood or refused", (parameters, expected) => {
  expect(parseRotateArguments(parameters)).toEqual(expected);
});
