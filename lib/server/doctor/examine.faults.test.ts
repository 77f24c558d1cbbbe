import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environmentFrom } from "@/lib/config/environment-variables";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { openDataFolder } from "@/lib/database/data-folder";
import { loadConfig } from "@/lib/settings/io/load";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase } from "@/lib/store/database";
import { examine } from "./examine";
import { judge } from "./judge";

let database: TestDatabase;
let folder: string;
let provider: Server;
/** How far the provider's clock is ahead, in milliseconds. */
let ahead: number;
beforeEach(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "gateway-doctor-"));
  ahead = 0;
  const keys = [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", kid: "a" }];
  provider = createServer((request, response) => {
    if (request.url === "/silent") return;
    response.setHeader("date", new Date(Date.now() + ahead).toUTCString()).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  provider.closeAllConnections();
  provider.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const origin = (): string => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

/** What doctor complains about in an installation with this file and these variables: "check: problem". */
async function complaints(yaml: string, variables: Record<string, string> = {}): Promise<string[]> {
  const seen = await examined(yaml, variables);
  return judge({ ...seen, disks: [], memory: undefined }).map(({ check, problem }) => `${check}: ${problem}`);
}

async function examined(yaml: string, variables: Record<string, string> = {}) {
  const path = join(folder, "config.yaml");
  await writeFile(path, yaml);
  const all: Record<string, string> = {
    GATEWAY_CONFIG: path,
    GATEWAY_DATA_DIR: join(folder, "data"),
    DATABASE_URL: database.url,
    PORT: "1",
    ...variables,
  };
  const environment = environmentFrom((name) => all[name]);
  const context = { environment, isKnownProvider, isPriced: hasPrice, routes: undefined, missing: "empty" } as const;
  const config = await loadConfig(path, context);
  return examine({ config, root: process.cwd(), version: "0.1.0" });
}

test("a sound installation gives no complaint, although no gateway runs and no data folder exists", async () => {
  expect(
    await complaints("general_settings:\n  enable_jwt_auth: true\n", { JWT_PUBLIC_KEY_URL: `${origin()}/jwks` }),
  ).toEqual([]);
});

test("names, clocks, providers and lost calls are looked at, whatever else is wrong", async () => {
  ahead = 3_600_000;
  const journal = join(folder, "data", "journal");
  await mkdir(journal, { recursive: true });
  await writeFile(join(journal, "20261121T075500123Z-4711-9f86d081.damaged"), "x");
  const found = await complaints(
    `model_list:
  - model_name: a/*
    gateway_params: { model: openai/*, api_base: "https://llm.invalid/v1", api_key: k }
general_settings:
  enable_jwt_auth: true
`,
    { JWT_PUBLIC_KEY_URL: `${origin()}/jwks,${origin()}/silent,http://127.0.0.1:1/` },
  );
  expect(found).toEqual([
    expect.stringMatching(/^journal: 1 file in .* has calls that could not be booked$/),
    expect.stringMatching(/^clock: The clock of this machine is 3\d\d\d seconds behind that of http:.*\/jwks$/),
    expect.stringMatching(/^issuers: No keys can be fetched from .*\/silent \(no complete answer within 5000 ms\)$/),
    expect.stringMatching(/^issuers: No keys can be fetched from http:\/\/127\.0\.0\.1:1\/ \(ECONNREFUSED\)$/),
    expect.stringMatching(/^upstreams: The host name llm\.invalid cannot be resolved \((ENOTFOUND|EAI_AGAIN)\)$/),
  ]);
});

test("a file with errors is complained about as lint would, and the rest is still looked at", async () => {
  const found = await complaints("general_setings: {}\n", { DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/d" });
  expect(found).toHaveLength(2);
  expect(found[0]).toMatch(/^settings: C010 .*config\.yaml:1 general_setings/);
  expect(found[1]).toMatch(/^database: The database at 127\.0\.0\.1:1 cannot be used/);
  expect(found.join()).not.toContain("hunter2");
});

test("a failing policy test is a setting that lint would refuse", async () => {
  const yaml = `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    user_id_jwt_field: sub
    policy_tests:
      - { name: ada is kept out, claims: { sub: ada }, request: { model: gpt }, assume: { users: [{ user_id: ada }] }, expect: deny }
`;
  const found = await complaints(yaml, { JWT_PUBLIC_KEY_URL: `${origin()}/jwks` });
  expect(found).toEqual([expect.stringMatching(/^settings: C14\d .*ada is kept out/)]);
});

test("a setting of the file that a saved revision replaces is seen, with its line", async () => {
  const { prisma, close } = openDatabase(database.url);
  const settings = { role_mappings: [{ role: "ops", internal_role: "internal_user" }] };
  const { id } = await prisma.configRevision.create({ data: { settings, actor: "master key" } });
  await close();
  const { overridden } = await examined(
    "gateway_jwtauth:\n  role_mappings: [{ role: dev, internal_role: internal_user }]\n",
  );
  expect(overridden).toMatchObject([{ number: "C201", line: 2, path: "gateway_jwtauth.role_mappings" }]);
  expect(overridden[0]?.message).toMatch(new RegExp(`^revision ${id}, `));
});

test("another program at the gateway's port is told apart from a gateway", async () => {
  const port = String((provider.address() as AddressInfo).port);
  expect(await complaints("{}\n", { PORT: port })).toEqual([
    `gateway: The program that answers at http://127.0.0.1:${port} is not a gateway (status 200)`,
  ]);
});

test("a gateway of another version on the data folder is told apart from one that does not answer", async () => {
  const port = String((provider.address() as AddressInfo).port);
  const held = openDataFolder(join(folder, "data"));
  try {
    expect(await complaints("{}\n", { PORT: port })).toEqual([
      `gateway: A gateway runs on the data folder and answers at http://127.0.0.1:${port}, but its readiness answer (status 200) comes from another version`,
    ]);
  } finally {
    held.release();
  }
});
