import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import type * as Package from "./index";
import { createClient, GatewayError } from "./index";

let database: TestDatabase;
let gateway: InProcessGateway;
let client: Package.Client;
beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, { config: {} });
  client = createClient({ baseUrl: `${gateway.origin}/`, token: () => Promise.resolve(gateway.masterKey) });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

test("what is written is read back, page by page", async () => {
  const names = ["a", "b", "c", "d", "e"].map((name) => `client-${name}`);
  for (const team_id of names) await client.call("POST /team/new", { team_id, max_budget: 5 });
  const found: string[] = [];
  for await (const team of client.pages("GET /team/list", { size: 2, search: "client-" })) {
    expect(team.max_budget).toBe(5);
    found.push(team.team_id);
  }
  expect(found.toSorted()).toEqual(names);
});

test("a refusal has its code, its field and the id of the request", async () => {
  await client.call("POST /team/new", { team_id: "twice" });
  const error = await client.call("POST /team/new", { team_id: "twice" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({ status: 409, code: "already_exists", requestId: expect.stringMatching(/^req_/) });
  const nobody = createClient({ baseUrl: gateway.origin, token: "sk-nobody" });
  await expect(nobody.call("GET /team/list")).rejects.toMatchObject({ status: 401, code: "invalid_key" });
});

test("types say what an operation takes and answers", () => {
  const calls = (): unknown[] => [
    // @ts-expect-error A renamed field does not compile.
    client.call("POST /team/new", { team_identifier: "x" }),
    // @ts-expect-error A field of another type does not compile.
    client.call("POST /team/new", { team_id: "x", max_budget: "5" }),
    // @ts-expect-error An operation that does not exist does not compile.
    client.call("POST /team/create", {}),
    // @ts-expect-error A field that an answer does not have does not compile.
    client.call("GET /team/info", { team_id: "x" }).then((team) => team.team_name),
    // @ts-expect-error A code that the gateway does not have does not compile.
    new GatewayError("", { status: 400, code: "team_gone" }),
  ];
  expect(calls).toBeTypeOf("function");
});

/** A server that answers in turn as it is told, and counts. */
async function answering(answers: ((response: ServerResponse) => void)[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    answers[Math.min(asked++, answers.length - 1)]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    client: createClient({ baseUrl: `http://127.0.0.1:${port}`, token: "sk" }),
    asked: () => asked,
    close: () => server.close(),
  };
}
const fail =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end('{"error":{"message":"m"}}');
const succeed = (response: ServerResponse): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}');

const REPEATED: [
  what: string,
  name: "GET /team/list" | "POST /team/new",
  fault: (response: ServerResponse) => void,
  asked: number,
][] = [
  ["a read that failed for the moment", "GET /team/list", fail(503, { "retry-after": "0" }), 2],
  ["a read whose connection broke", "GET /team/list", (response) => response.destroy(), 2],
  ["a write whose connection broke", "POST /team/new", (response) => response.destroy(), 1],
  ["a write that failed somewhere", "POST /team/new", fail(502), 1],
  ["a write that was refused by a limit", "POST /team/new", fail(429, { "retry-after": "0" }), 2],
  [
    "a write that was refused before any attempt",
    "POST /team/new",
    fail(503, { "x-gateway-attempts": "0", "retry-after": "0" }),
    2,
  ],
  ["what the gateway says is of no use", "GET /team/list", fail(503, { "x-should-retry": "false" }), 1],
  [
    "what the gateway says may be repeated",
    "POST /team/new",
    fail(500, { "x-should-retry": "true", "retry-after": "0" }),
    2,
  ],
  ["a refusal", "GET /team/list", fail(403), 1],
];
test.each(REPEATED)("%s is asked as often as it may be", async (_what, name, fault, asked) => {
  const server = await answering([fault, succeed]);
  const answer = await server.client.call(name, {}).catch((error: unknown) => error);
  expect(server.asked()).toBe(asked);
  expect(answer instanceof GatewayError).toBe(asked === 1);
  server.close();
});

test("a call that is aborted while it waits ends at once", async () => {
  const server = await answering([fail(503, { "retry-after": "3600" })]);
  const stop = new AbortController();
  const call = server.client.call("GET /team/list", {}, { signal: stop.signal });
  await Promise.all([
    expect(call).rejects.toMatchObject({ name: "AbortError" }),
    expect
      .poll(() => server.asked())
      .toBe(1)
      .then(() => stop.abort()),
  ]);
  expect(server.asked()).toBe(1);
  server.close();
});

/** What the ten lines of the package's page print, with the package installed beside them. */
async function runExample(built: string): Promise<string> {
  const [example] = guideBlocks(readFileSync("packages/client/README.md", "utf8"));
  const lines = (example?.text ?? "").replace("https://gateway.example", gateway.origin);
  expect(lines.split("\n").length).toBeLessThanOrEqual(10);
  mkdirSync(join(built, "node_modules/@model-gateway"), { recursive: true });
  symlinkSync(built, join(built, "node_modules/@model-gateway/client"));
  writeFileSync(join(built, "example.mjs"), lines);
  const env = { ...process.env, GATEWAY_KEY: gateway.masterKey };
  const { stdout } = await promisify(execFile)(process.execPath, [join(built, "example.mjs")], { env });
  return stdout;
}

test("the built package imports nothing, and works as it is installed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gateway-client-"));
  try {
    execFileSync(process.execPath, ["scripts/build-client.mjs", folder]);
    const code = ["index", "client", "operations"].map((name) => readFileSync(join(folder, `${name}.js`), "utf8"));
    const imports = code.flatMap((text) => [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from));
    expect([...new Set(imports)]).toEqual(["./client.js"]);
    const built: typeof Package = await import(pathToFileURL(join(folder, "index.js")).href);
    const teams = built.createClient({ baseUrl: gateway.origin, token: gateway.masterKey });
    await expect(teams.call("GET /team/list", { size: 1 })).resolves.toMatchObject({ size: 1 });
    expect(readFileSync(join(folder, "operations.d.ts"), "utf8")).toContain('"POST /team/new"');
    expect(await runExample(folder)).toContain("fraud 0\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
