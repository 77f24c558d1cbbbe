import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { SecretBox } from "@/lib/store/secret-box";
import { dispatch } from "@/lib/api/dispatch";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { apiRequest } from "@/testing/gateway/api-request";
import { composeTestServices, type TestComposition } from "@/testing/gateway/test-services";

type Node = Awaited<ReturnType<typeof composeTestServices>>;
const [SAME, OTHER] = ["a key that all nodes of a database have", "a key that another node has for itself"];
const nodes: Node[] = [];
let databases: TestDatabase;

async function start(url: string, keys: readonly string[], options: Partial<TestComposition> = {}): Promise<Node> {
  const [key = "", ...previous] = keys;
  const node = await composeTestServices({ databaseUrl: url, ...options }, { secrets: new SecretBox(key, previous) });
  nodes.push(node);
  return node;
}
async function readiness({ services }: Node): Promise<unknown> {
  const { status, body } = await dispatch(services, apiRequest({ method: "GET", path: "/health/readiness" }));
  const { encryption, warnings }: { encryption: string; warnings: string[] } = JSON.parse(String(body));
  return { status, encryption, warnings };
}

beforeAll(async () => void (databases = await startTestDatabase()));
afterEach(async () => {
  while (nodes.length > 0) await nodes.pop()?.close();
});
afterAll(() => databases?.stop());

test("nodes with the same secrets and settings are ready, and have nothing to warn about", async () => {
  const url = await databases.createDatabase();
  await start(url, [SAME]);
  expect(await readiness(await start(url, [SAME]))).toEqual({ status: 200, encryption: "ok", warnings: [] });
});

test("a node with another encryption key than the first one is not ready and says why, and the first one stays ready", async () => {
  const url = await databases.createDatabase();
  const first = await start(url, [SAME]);
  const { status, encryption } = (await readiness(await start(url, [OTHER]))) as { status: number; encryption: string };
  expect(status).toBe(503);
  expect(encryption).toContain("this node cannot decrypt what the other nodes encrypt");
  expect(await readiness(first)).toMatchObject({ status: 200, encryption: "ok" });
});

test("a node that lists the first one's key as a further one is ready, and warned about by a node that lacks its own", async () => {
  const url = await databases.createDatabase();
  await start(url, [OTHER, SAME]).then((node) => node.close());
  nodes.pop();
  const first = await start(url, [OTHER]);
  const second = await start(url, [SAME, OTHER]);
  expect(await readiness(second)).toEqual({ status: 200, encryption: "ok", warnings: [] });
  await first.services.nodes.look();
  expect(await readiness(first)).toMatchObject({
    status: 200,
    warnings: [expect.stringContaining(`${second.services.changes.node} encrypts with a GATEWAY_ENCRYPTION_KEY that`)],
  });
});

test("a node that opens none of the entries that are there does not become the one that the others are measured by", async () => {
  const url = await databases.createDatabase();
  const right = new SecretBox(SAME);
  const seeding = await start(url, [SAME]);
  const { prisma } = seeding.services.database;
  const sealed = right.seal("{}", SEALED_COLUMNS.modelSecrets.context("m"));
  const params = { model: "openai/gpt-4o" };
  await prisma.storedModel.create({ data: { id: "m", modelName: "m", params, info: {}, sealed, createdBy: "test" } });
  await prisma.knownValue.deleteMany();
  const wrong = await start(url, [OTHER]);
  expect(await readiness(wrong)).toMatchObject({
    status: 200,
    encryption: "ok",
    warnings: expect.arrayContaining([expect.stringContaining("this node decrypts none of the keys of model entries")]),
  });
  expect(await readiness(await start(url, [SAME]))).toMatchObject({ status: 200, encryption: "ok" });
  await wrong.services.nodes.look();
  expect(await readiness(wrong)).toMatchObject({ status: 503 });
});

test("a node is warned about another configuration, and no longer once that node has ended", async () => {
  const url = await databases.createDatabase();
  const first = await start(url, [SAME]);
  const second = await start(url, [SAME], { variables: { JWT_AUDIENCE: "other" } });
  const name = second.services.changes.node;
  await first.services.nodes.look();
  expect(first.services.nodes.warnings).toEqual([
    `node ${name} has another configuration than this node: JWT_AUDIENCE`,
  ]);
  await second.close();
  nodes.pop();
  await first.services.nodes.look();
  expect(first.services.nodes.warnings).toEqual([]);
});

test.each([
  ["ahead", 100 * 86_400_000],
  ["behind", -100 * 86_400_000],
])("a clock that is months %s is a warning, on the node itself and on the others", async (side, off) => {
  const url = await databases.createDatabase();
  const first = await start(url, [SAME]);
  const wrong = await composeTestServices(
    { databaseUrl: url },
    { secrets: new SecretBox(SAME), now: () => Date.now() + off },
  );
  nodes.push(wrong);
  expect(wrong.services.nodes.warnings).toEqual([
    expect.stringMatching(new RegExp(`the clock of this node is 86\\d{5}\\.\\d s ${side}`)),
  ]);
  await first.services.nodes.look();
  expect(first.services.nodes.warnings).toEqual([
    expect.stringMatching(new RegExp(`the clock of node \\S+ is \\d+\\.\\d s ${side}`)),
  ]);
});

test("a clock that is wrong is a warning, on the node itself and on the others", async () => {
  const url = await databases.createDatabase();
  const first = await start(url, [SAME]);
  const ahead = await composeTestServices(
    { databaseUrl: url },
    { secrets: new SecretBox(SAME), now: () => Date.now() + 90_000 },
  );
  nodes.push(ahead);
  expect(ahead.services.nodes.warnings).toEqual([
    expect.stringMatching(/the clock of this node is (89|90)\.\d s ahead/),
  ]);
  await first.services.nodes.look();
  expect(first.services.nodes.warnings).toEqual([
    expect.stringMatching(/the clock of node \S+ is (89|90)\.\d s ahead/),
  ]);
});
