import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { SecretBox } from "@/lib/store/secret-box";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import { adoptEncryptionKeys } from "./encryption-keys";

const [OLD, NEW] = ["the-old-encryption-key-of-a-gateway", "the-new-encryption-key-of-a-gateway"];
let databases: TestDatabase;
let node: Awaited<ReturnType<typeof composeTestServices>>;
const secrets = new SecretBox(OLD ?? "");

beforeAll(async () => {
  databases = await startTestDatabase();
  node = await composeTestServices({ databaseUrl: databases.url }, { secrets });
});
afterAll(async () => {
  await node?.close();
  await databases?.stop();
});

async function adopt(variables: Record<string, string | undefined>, keptKey?: string): Promise<unknown> {
  const { database } = node.services;
  const findings = await adoptEncryptionKeys({ database, secrets, environment: readEnvironment(variables), keptKey });
  return findings.map(({ number, message }) => `${number} ${message}`);
}

test("a changed key that decrypts nothing is not in force, one whose list has the old key is, and entries are read again", async () => {
  const { database, settings } = node.services;
  const sealed = new SecretBox(NEW ?? "").seal("{}", SEALED_COLUMNS.modelSecrets.context("m"));
  const params = { model: "openai/gpt-4o" };
  await database.prisma.storedModel.create({
    data: { id: "m", modelName: "m", params, info: {}, sealed, createdBy: "test" },
  });
  await settings.refresh();
  expect(settings.current().unusable.size).toBe(1);

  expect(await adopt({ GATEWAY_ENCRYPTION_KEY: OLD })).toEqual([]);
  expect(await adopt({ GATEWAY_ENCRYPTION_KEY: NEW })).toEqual([
    "C177 GATEWAY_ENCRYPTION_KEY has been changed and is not in force: it does not decrypt what the nodes have encrypted",
  ]);
  expect(await adopt({})).toEqual([expect.stringContaining("C177")]);
  expect(secrets.keyIds).toEqual(new SecretBox(OLD ?? "").keyIds);

  expect(await adopt({ GATEWAY_ENCRYPTION_KEY: NEW, GATEWAY_ENCRYPTION_KEY_PREVIOUS: OLD })).toEqual([]);
  expect(secrets.keyIds).toEqual(new SecretBox(NEW ?? "", [OLD ?? ""]).keyIds);
  await settings.refresh();
  expect(settings.current().unusable.size).toBe(0);
});

test("the key of the data folder stays in force while no other is set", async () => {
  expect(await adopt({ GATEWAY_ENCRYPTION_KEY_PREVIOUS: OLD }, NEW)).toEqual([]);
});
