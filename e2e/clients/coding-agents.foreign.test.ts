import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CLIENT_GUIDES } from "@/lib/wire/clients/clients";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { CODING_AGENTS, type ClientProgram } from "@/scripts/setup/client-programs.mjs";
import { TOOL_CLIENTS } from "@/lib/wire/clients/tool-clients";
import { startAgentWorld, SUM, type AgentWorld } from "@/testing/clients/agent-world";

/** Why they are not here: npm is not, or its registry is out of reach. */
let missing: string | undefined;
let programs: ReturnType<typeof CODING_AGENTS.make>;
let world: AgentWorld;
let home: string;

beforeAll(async () => {
  missing = CODING_AGENTS.missing();
  if (missing !== undefined) return;
  try {
    programs = CODING_AGENTS.make();
  } catch (error) {
    missing = `its packages could not be fetched: ${String(error).slice(0, 500)}`;
    return;
  }
  home = mkdtempSync(join(tmpdir(), "coding-agents-"));
  world = await startAgentWorld();
}, 900_000);
afterAll(async () => {
  await world?.stop();
  if (home !== undefined) rmSync(home, { recursive: true, force: true });
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

/** The lines of the client's page in docs/clients. */
function linesOf(id: string, provider: string): string {
  const guide = Object.values(CLIENT_GUIDES)
    .flat()
    .find((one) => one.id === id);
  const [lines] = guide?.withKey({ gateway: world.url, model: `${provider}/claude-sonnet-4-5` }) ?? [];
  return lines?.text ?? "";
}

/** What a program prints, in an empty folder. */
async function run(
  { command, parameters }: ClientProgram,
  more: readonly string[],
  variables: Record<string, string>,
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "coding-agent-"));
  const environment = {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    GATEWAY_KEY: world.key,
    ...variables,
  };
  const child = spawn(command, [...parameters, ...more], { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  rmSync(cwd, { recursive: true, force: true });
  if (child.exitCode !== 0)
    throw new Error(`ended with ${child.exitCode}: ${said.slice(-2_000)}${errors.slice(-2_000)}`);
  return said;
}

const PROVIDERS = ["anthropic", "bedrock", "vertex", "foundry", "chat", "gemini", "converse"] as const;

const CLOUDS: ReadonlySet<string> = new Set(["bedrock", "vertex"]);
/** How its marks for the cache of the prompt arrive. */
const MARKS: Partial<Record<(typeof PROVIDERS)[number], RegExp>> = {
  anthropic: /"cache_control":\{"type":"ephemeral"/,
  foundry: /"cache_control":\{"type":"ephemeral"/,
  bedrock: /"cache_control":\{"type":"ephemeral"/,
  vertex: /"cache_control":\{"type":"ephemeral"/,
  converse: /"cachePoint":\{"type":"default"/,
};

describe.each(PROVIDERS)("Claude Code at %s", (provider) => {
  test("calls its tool and answers with what the tool says", async () => {
    const before = world.requests(provider).length;
    const line = `${linesOf("claude-code", provider)} -p 'Ask Bash.' --output-format json --allowedTools Bash`;
    const said = await run({ command: "sh", parameters: ["-c", line] }, [], {
      PATH: `${dirname(programs.claude.command)}:${process.env["PATH"]}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    });
    expect(JSON.parse(said)).toMatchObject({ is_error: false, result: "The tool said so.", num_turns: 2 });
    const sent = world.requests(provider).slice(before);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    const body = JSON.stringify(sent.at(-1)?.body);
    expect(body).toContain("out-of-the-tool");
    const marks = MARKS[provider];
    if (marks !== undefined) expect(body).toMatch(marks);
    // What only Anthropic's own API takes.
    if (CLOUDS.has(provider)) expect(body).not.toMatch(/"scope"|"eager_input_streaming"|"claude-code-\d+"/);
  });
});

describe.each(["responses", "anthropic", "chat", "gemini", "converse"] as const)("Codex at %s", (provider) => {
  test("calls its tool and answers with what the tool says", async () => {
    writeFileSync(join(home, "config.toml"), `web_search = "disabled"\n${linesOf("codex", provider)}`);
    const options = ["--skip-git-repo-check", "--json", "--dangerously-bypass-approvals-and-sandbox"];
    const said = await run(programs.codex, ["exec", ...options, "Ask the tool."], { CODEX_HOME: home });
    const events = said
      .split("\n")
      .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as { type: string; item?: object }] : []));
    expect(events.map(({ item }) => item)).toContainEqual(
      expect.objectContaining({ type: "agent_message", text: "The tool said so." }),
    );
    expect(events.at(-1)).toMatchObject({ type: "turn.completed" });
    expect(JSON.stringify(world.requests(provider).at(-1)?.body)).toContain("out-of-the-tool");
  });
});

describe("with the lines that docs/guides/tools.md has for a tool server", () => {
  const linesFor = (id: string) =>
    TOOL_CLIENTS.find((one) => one.id === id)?.lines({ address: `${world.url}/sums/mcp`, name: "sums" }).text ?? "";
  /** What the model was told last, by the provider's name. */
  const toldAt = (provider: string) => JSON.stringify(world.requests(provider).at(-1)?.body);
  beforeEach(() => void (world.tools.received.length = 0));

  test("Claude Code calls a tool through the gateway, and its model sees the result", async () => {
    const ask = "-p 'Ask the tool.' --output-format json --allowedTools mcp__sums";
    const line = `${linesFor("claude-code")}\n${linesOf("claude-code", "anthropic")} ${ask}`;
    await run({ command: "sh", parameters: ["-c", line] }, [], {
      PATH: `${dirname(programs.claude.command)}:${process.env["PATH"]}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    });
    expect(world.tools.count("tools/call")).toBe(1);
    expect(toldAt("anthropic")).toContain(SUM);
  });

  test("Codex calls a tool through the gateway, and the call is a row of its user's", async () => {
    const { user, key } = await world.newUserKey();
    // Its first request waits until it knows the tools of such a server.
    const lines = [`web_search = "disabled"`, linesOf("codex", "responses"), linesFor("codex"), "required = true"];
    writeFileSync(join(home, "config.toml"), lines.join("\n"));
    const options = ["--skip-git-repo-check", "--json", "--dangerously-bypass-approvals-and-sandbox"];
    await run(programs.codex, ["exec", ...options, "Ask the tool."], { CODEX_HOME: home, GATEWAY_KEY: key });
    expect(world.tools.count("tools/call")).toBe(1);
    expect(toldAt("responses")).toContain(SUM);
    expect(await world.toolCalls(user)).toMatchObject([
      { mcp_server: "sums", mcp_tool: "add", status: "success", user_id: user, key_id: expect.any(String) },
    ]);
  });
});

describe("agents that speak Chat Completions", () => {
  test("OpenCode calls its tool and answers with what the tool says", async () => {
    const said = await run(programs.opencode, ["Ask the tool."], {
      OPENCODE_CONFIG_CONTENT: linesOf("opencode", "chat"),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    });
    expect(said).toContain("The tool said so.");
    expect(JSON.stringify(world.requests("chat").at(-1)?.body)).toContain("out-of-the-tool");
  });

  test("Continue calls its tool and answers with what the tool says", async () => {
    const file = join(home, "config.yaml");
    writeFileSync(file, linesOf("continue", "anthropic"));
    mkdirSync(join(home, ".continue"), { recursive: true });
    writeFileSync(join(home, ".continue/.env"), `GATEWAY_KEY=${world.key}\n`);
    const said = await run(programs.continue, ["--config", file, "--allow", "Bash", "Ask the tool."], {});
    expect(said).toContain("The tool said so.");
    expect(JSON.stringify(world.requests("anthropic").at(-1)?.body)).toContain("out-of-the-tool");
  });
});

test("Deno runs the ten lines of the gateway's own client as its page has them", async () => {
  const built = join(home, "client");
  execFileSync(process.execPath, ["scripts/build-client.mjs", built]);
  const [example] = guideBlocks(readFileSync("packages/client/README.md", "utf8"));
  const program = join(built, "example.ts");
  const lines = (example?.text ?? "").replace('"@model-gateway/client"', '"./index.js"');
  writeFileSync(program, lines.replace("https://gateway.example", world.url));
  const { command, parameters } = programs.deno;
  expect(await run({ command, parameters: [...parameters, program] }, [], {})).toBe("fraud 0\n");
  // The second time the team exists, which the example passes over.
  expect(await run({ command, parameters: [...parameters, program] }, [], {})).toBe("fraud 0\n");
});
