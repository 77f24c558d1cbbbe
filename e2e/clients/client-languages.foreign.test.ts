import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CLIENT_PROGRAMS, type ClientProgram } from "@/scripts/setup/client-programs.mjs";
import { startClientWorld, type ClientWorld } from "@/testing/clients/client-world";
import { CLIENTS, flawOf, UPSTREAMS, type Flow, type Language, type Seen } from "@/testing/clients/expected";
import { pastedLines, type PastedLines } from "@/testing/clients/pasted-lines";

const LEAVING = ["leave", "leaveResponses"] as const satisfies readonly Flow[];
const LANGUAGES = Object.keys(CLIENTS) as Language[];
/** Why a language's clients are not here: its programs are not, or the registry of its packages is out of reach. */
const missing = new Map<Language, string>();

let world: ClientWorld;
/** What every client saw. */
const seen: Seen[] = [];
const faults: string[] = [];

const programs = new Map<Language, ClientProgram>();

/** Fetched in a process of its own, so that the languages are fetched side by side. */
async function programOf(language: Language): Promise<ClientProgram> {
  const child = spawn(process.execPath, ["scripts/setup/client-programs.mjs", language], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (child.exitCode !== 0) throw new Error("its packages could not be fetched");
  return JSON.parse(said) as ClientProgram;
}

/** The lines that a program prints when it is told `line`. */
async function linesOf(
  { command, parameters, environment }: ClientProgram,
  line: string,
): Promise<{ readonly lines: string[]; readonly errors: string | undefined }> {
  const child = spawn(command, parameters, { env: { ...process.env, ...world.environment, ...environment } });
  child.stdin.end(`${line}\n`);
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const ending = child.exitCode === 0 ? undefined : `ended with ${child.exitCode}: ${errors.slice(-4_000)}`;
  return { lines: said.split("\n").filter(Boolean), errors: ending };
}

async function run(language: Language): Promise<void> {
  const lacking = CLIENT_PROGRAMS[language].missing();
  const program = lacking === undefined ? await programOf(language).catch(String) : lacking;
  if (typeof program === "string") return skipAll(language, program);
  programs.set(language, program);
  try {
    const { lines, errors } = await linesOf(program, world.described);
    if (errors !== undefined) faults.push(`${language} ${errors}`);
    for (const line of lines) seen.push(JSON.parse(line) as Seen);
  } catch (error) {
    faults.push(`${language}: ${String(error)}`);
  }
}

function skipAll(language: Language, why: string): void {
  missing.set(language, why);
  process.stderr.write(`Skipped: ${language}: ${why}\n`);
}

beforeAll(async () => {
  world = await startClientWorld();
  await Promise.all(LANGUAGES.map(run));
}, 600_000);
afterAll(() => world?.stop());

describe.each(LANGUAGES)("%s", (language) => {
  beforeEach(({ skip }) => skip(missing.has(language), missing.get(language)));

  test("its program ends well", () => {
    expect(faults.filter((fault) => fault.startsWith(language))).toEqual([]);
  });

  const clients = Object.entries<readonly Flow[]>(CLIENTS[language]);
  test.each(clients)("%s sees every upstream as it should", (client, flows) => {
    const saw = (upstream: string, flow: string): unknown =>
      seen.find((one) => one.client === client && one.upstream === upstream && one.flow === flow)?.saw;
    const flaws = UPSTREAMS.flatMap((upstream) =>
      flows.flatMap((flow) => flawOf(flow, upstream, saw(upstream, flow)) ?? []),
    );
    expect(flaws).toEqual([]);
  });

  test.each(clients.filter(([, flows]) => flows.includes("retries")))(
    "the retries of %s do not multiply those of the gateway",
    (client) => {
      // A call and its one retry, at each upstream.
      expect(world.askedBy(client).all).toBe(2 * UPSTREAMS.length);
    },
  );

  test.each(clients.filter(([, flows]) => LEAVING.some((flow) => flows.includes(flow))))(
    "an upstream is left when %s leaves, and the call is booked",
    async (client, flows) => {
      const calls = LEAVING.filter((flow) => flows.includes(flow)).length * UPSTREAMS.length;
      await expect.poll(() => world.askedBy(`leaving-${client}`)).toEqual({ all: calls, left: calls });
      await expect.poll(() => world.bookedAsLeft(client)).toBe(calls);
    },
  );
});

describe("the lines of docs/clients", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pasted-lines-"));
    writeFileSync(join(folder, "gateway-token"), '#!/bin/sh\necho "$PRINTED_TOKEN"\n', { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** How a file with the lines is run: beside the packages of its language. */
  function commandOf({ page, way, language }: PastedLines, { command, parameters }: ClientProgram) {
    return language === "python"
      ? { command, file: join(folder, `${page}-${way}.py`) }
      : { command, file: join(dirname(parameters[0] ?? ""), `${page}-${way}.mts`) };
  }

  test.for(pastedLines())(
    "$page with a $way in $language are a program that prints the model's answer",
    async (lines, { skip }) => {
      const language = lines.language === "python" ? "python" : "javascript";
      const program = programs.get(language);
      if (program === undefined) return skip(missing.get(language));
      const { url, key } = JSON.parse(world.described) as { url: string; key: string };
      const { command, file } = commandOf(lines, program);
      writeFileSync(file, lines.program({ gateway: url, model: "chat/tokens-3" }));
      const secret = lines.way === "key" ? { GATEWAY_KEY: key } : { PRINTED_TOKEN: key };
      const PATH = `${folder}:${process.env["PATH"]}`;
      const child = spawn(command, [file], { env: { ...process.env, ...program.environment, ...secret, PATH } });
      const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      expect(child.exitCode, errors.slice(-4_000)).toBe(0);
      expect(said).toContain("token-1 token-2 token-3");
    },
  );
});

describe("the clouds' own clients", () => {
  let saw: Record<string, unknown>;
  beforeAll(async () => {
    if (missing.has("python")) return;
    // After all clients, because it also looks at what the gateway has sent for them.
    const program = { ...(await programOf("python")), parameters: ["testing/clients/python/clouds.py"] };
    const { lines, errors } = await linesOf(program, world.describeClouds());
    expect(errors).toBeUndefined();
    saw = JSON.parse(lines[0] ?? "{}") as typeof saw;
  });
  beforeEach(({ skip }) => skip(missing.has("python"), missing.get("python")));

  test("boto3 takes the local Bedrock for the service: signatures, frames, exceptions, faults", () => {
    expect(saw["bedrock"]).toEqual({
      text: "Hello.",
      usage: 10,
      stream: { text: "Hello.", last: "metadata" },
      exception: "throttlingException",
      invoked: { embedding: [0.5, -1], inputTextTokenCount: 2 },
      wrongSecret: ["InvalidSignatureException", 403],
      refused: ["ValidationException", 400],
    });
  });

  test("botocore signs every request to Bedrock as the gateway has, and knows all that is in it", () => {
    const signatures = saw["signatures"];
    expect(Array.isArray(signatures) && signatures.length > 0 && signatures.every((isSame) => isSame === true)).toBe(
      true,
    );
    expect(saw["shapes"]).toEqual([]);
  });

  test("google-genai takes the local Google for the service", () => {
    expect(saw["google"]).toEqual({
      text: "Hello.",
      finish: "STOP",
      prompt: 100,
      stream: "Hello.",
      call: "get_weather",
      isSigned: true,
      counted: 7,
      embedded: [0.5, -1],
      refused: [400, "INVALID_ARGUMENT"],
    });
  });

  test("google-genai takes it for Vertex AI, with a service account", () => {
    expect(saw["vertex"]).toEqual({ text: "Hello.", stream: "Hello.", counted: 7, embedded: [0.5, -1] });
  });

  test("openai takes the local upstream for Azure, and cohere for Cohere", () => {
    const words = "token-1 token-2 token-3";
    expect(saw["azure"]).toEqual({ text: words, finish: "stop", stream: words, embedded: 2, refused: 429 });
    expect(saw["cohere"]).toEqual({
      text: " token token token",
      finish: "COMPLETE",
      billed: 5,
      stream: " token token token",
      last: "message-end",
      embedded: 1_024,
      ranked: [0, 1],
      refused: 400,
    });
  });

  test("anthropic takes the local clouds for theirs: Bedrock, Vertex AI and Foundry, whole and streamed", () => {
    const answered = ["end_turn", "end_turn", true];
    expect(saw["claude"]).toEqual({ bedrock: answered, vertex: answered, foundry: answered });
  });

  test("azure-identity takes the local Entra ID for the service: secret, federated token, managed identity", () => {
    const token = { isToken: true, lasts: true };
    expect(saw["entra"]).toEqual({
      secret: token,
      wrongSecret: { code: ["AADSTS7000215"] },
      federated: token,
      identity: token,
    });
  });
});
