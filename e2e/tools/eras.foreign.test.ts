import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ClientProgram, TOOL_PEERS } from "@/scripts/setup/client-programs.mjs";
import { findFreePort } from "@/testing/database/free-port";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

/** What a client is asked to use of a server, by the names that the server gives. */
interface Uses {
  readonly add: string;
  /** Null: it has no tool that fails. */
  readonly fail: string | null;
  readonly steps: string;
  readonly stepsArguments: Record<string, unknown>;
}

const PLAIN: Uses = { add: "add", fail: "fail", steps: "steps", stepsArguments: {} };
const SERVERS: Readonly<Record<string, Uses>> = {
  dual: PLAIN,
  modern: PLAIN,
  legacy: PLAIN,
  python: PLAIN,
  everything: {
    add: "get-sum",
    fail: null,
    steps: "trigger-long-running-operation",
    stepsArguments: { duration: 0.2, steps: 2 },
  },
};
const NAMES = Object.keys(SERVERS);
/** The library of this client, and the eras that it speaks. */
const CLIENTS = ["sdk-2 auto", "sdk-2 legacy", "sdk-1", "mcp auto", "mcp legacy", "fastmcp auto", "fastmcp legacy"];

interface Seen {
  readonly client: string;
  readonly server: string;
  readonly saw: object;
}

let missing: string | undefined;
let database: TestDatabase;
let gateway: InProcessGateway;
const own: ToolServer[] = [];
const programs: ChildProcess[] = [];
const seen: Seen[] = [];

beforeAll(async () => {
  missing = TOOL_PEERS.missing();
  if (missing !== undefined) return;
  let peers: ReturnType<typeof TOOL_PEERS.make>;
  try {
    peers = TOOL_PEERS.make();
  } catch (error) {
    missing = `its packages could not be fetched: ${String(error).slice(0, 500)}`;
    return;
  }
  database = await startTestDatabase();
  for (const speaks of ["dual", "modern", "legacy"] as const) own.push(await startToolServer(speaks));
  const [dual, modern, legacy] = own.map(({ url }) => url);
  const urls = {
    dual,
    modern,
    legacy,
    python: await startPython(peers.pythonServer),
    everything: await startEverything(peers.everything),
  };
  const open = { transport: "http", allow_all_keys: true, on_tool_change: "allow" };
  const servers = Object.entries(urls).map(([name, url]) => [name, { ...open, url }] as const);
  gateway = await startInProcessGateway(database.url, { config: { mcp_servers: Object.fromEntries(servers) } });
  for (const mode of ["auto", "legacy"] as const)
    for (const server of NAMES) seen.push({ client: `sdk-2 ${mode}`, server, saw: await seenBySdk2(mode, server) });
  for (const peer of [peers.sdk1, peers.python]) seen.push(...(await seenBy(peer)));
}, 900_000);
afterAll(async () => {
  await gateway?.stop();
  for (const program of programs) program.kill("SIGKILL");
  await Promise.all([...own.map((server) => server.stop()), database?.stop()]);
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

function start({ command, parameters, environment }: ClientProgram, more: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, parameters, {
    env: { ...process.env, ...environment, ...more },
    stdio: ["pipe", "pipe", "inherit"],
  });
  programs.push(child);
  return child;
}

/** @returns its address, once it listens */
async function startPython(program: ClientProgram): Promise<string> {
  const child = start(program);
  if (!child.stdout) throw new Error("The program has no output.");
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  return `http://127.0.0.1:${port}/mcp`;
}

async function startEverything(program: ClientProgram): Promise<string> {
  const port = await findFreePort();
  const child = start(program, { PORT: String(port) });
  const url = `http://127.0.0.1:${port}/mcp`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The server of everything ended with ${child.exitCode}.`);
    await pause(50);
  }
  return url;
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

const addressOf = (server: string): string => `${gateway.origin}/${server}/mcp`;

/** What a program of clients saw of every server. */
async function seenBy(program: ClientProgram): Promise<Seen[]> {
  const child = start(program);
  const servers = Object.entries(SERVERS).map(([name, uses]) => ({ name, url: addressOf(name), ...uses }));
  child.stdin?.end(`${JSON.stringify({ key: gateway.masterKey, servers })}\n`);
  const said = child.stdout ? await text(child.stdout) : "";
  return said
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Seen);
}

async function seenBySdk2(mode: "auto" | "legacy", server: string): Promise<object> {
  const uses = SERVERS[server] ?? PLAIN;
  const client = new Client({ name: "sdk-2", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${gateway.masterKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(addressOf(server)), { requestInit }));
  try {
    const { tools } = await client.listTools();
    const total = await client.callTool({ name: uses.add, arguments: { a: 2, b: 3 } });
    const failed = uses.fail === null ? undefined : await client.callTool({ name: uses.fail, arguments: {} });
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }): void => void steps.push(progress);
    await client.callTool({ name: uses.steps, arguments: uses.stepsArguments }, { onprogress });
    return {
      lists: tools.some(({ name }) => name === uses.add),
      sum: total.content.map((block) => ("text" in block ? block.text : "")).join(""),
      fails: failed ? failed.isError === true : null,
      steps,
      prompts: (await client.listPrompts()).prompts.length,
      resources: (await client.listResources()).resources.length,
    };
  } catch (error) {
    return { error: String(error) };
  } finally {
    await client.close();
  }
}

describe.each(CLIENTS)("%s", (client) => {
  test.each(NAMES)("uses %s as if it asked it directly", (server) => {
    const saw = seen.find((one) => one.client === client && one.server === server)?.saw;
    const isEverything = server === "everything";
    expect(saw).toEqual({
      lists: true,
      sum: isEverything ? "The sum of 2 and 3 is 5." : "5",
      fails: isEverything ? null : true,
      steps: [1, 2],
      prompts: isEverything ? expect.any(Number) : 1,
      resources: isEverything ? expect.any(Number) : 1,
    });
  });
});

test("every client saw every server", () => {
  expect(seen).toHaveLength(CLIENTS.length * NAMES.length);
});
