import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, symlink, writeFile, chmod, mkdir, rm, stat, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOperation } from "@/lib/api/table";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { writeFirstConfig } from "./first-config";
import { FIRST_CONFIG } from "../first-config-text";
import { lintConfig, type LintContext } from "./lint-cli";
import { loadConfig } from "./load";

const context: LintContext = {
  environment: readEnvironment({ OPENAI_API_KEY: "sk-test", CONSOLE_CLIENT_SECRET: "console-secret" }),
  isKnownProvider: (name) => ["openai", "vllm"].includes(name),
  find: findOperation,
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-config-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const findingsOf = async (path: string): Promise<string[]> =>
  (await loadConfig(path, { ...context, name: "c.yaml", missing: "error" })).findings.map(formatFinding);

const NO_FILE = "c.yaml: error C001: is a folder, a pipe or a device, not a file (fix: name a YAML file)";

async function makePipe(): Promise<string> {
  const path = join(folder, "pipe.yaml");
  execFileSync("mkfifo", [path]);
  return path;
}

test("a configuration may have any character that YAML may have, and lines that end with a carriage return alone", async () => {
  const path = await fileOf("lines.yaml", 'environment_variables:\r  A: "\u{1f600}\u00a0\u20ac\\a"\r  B: b\r');
  const { file, findings } = await loadConfig(path, { ...context, missing: "error" });
  expect(findings).toEqual([]);
  expect(file?.environment_variables).toEqual({ A: "\u{1f600}\u00a0\u20ac\x07", B: "b" });
});

test("a configuration is read as UTF-8, with or without a byte order mark", async () => {
  const path = await fileOf("bom.yaml", "\ufeffenvironment_variables: {GREETING: gr\u00fc\u00df-gott-im-jahr-2026}\n");
  const { file, findings } = await loadConfig(path, { ...context, missing: "error" });
  expect(findings).toEqual([]);
  expect(file?.environment_variables["GREETING"]).toBe("gr\u00fc\u00df-gott-im-jahr-2026");
});

test.each<[string, () => Promise<string>, string]>([
  [
    "a file that does not exist",
    async () => join(folder, "absent.yaml"),
    "c.yaml: error C001: does not exist (fix: check the path, or GATEWAY_CONFIG)",
  ],
  ["a folder", async () => folder, NO_FILE],
  ["a pipe to which nobody writes", makePipe, NO_FILE],
  ["an endless device", async () => "/dev/zero", NO_FILE],
  [
    "more than 1 MiB",
    () => fileOf("huge.yaml", Buffer.alloc(1024 * 1024 + 1, "#")),
    "c.yaml: error C002: is larger than 1 MiB (fix: check that this is the right file)",
  ],
  [
    "a byte that is not UTF-8",
    () =>
      fileOf(
        "latin.yaml",
        Buffer.concat([Buffer.from("# \u00e9\ngeneral_settings: # gr"), Buffer.from([0xfc]), Buffer.from("n\n")]),
      ),
    "c.yaml:2:23: error C003: contains a byte that is not UTF-8 here (fix: save the file as UTF-8)",
  ],
  [
    "a file with a hole in it",
    () => fileOf("hole.yaml", Buffer.from("# a\r# b\ngeneral_settings: {}\r\nx:\0\0\0\0")),
    "c.yaml:4:3: error C003: contains a control character here (fix: remove it, or write it as an escape in double quotes)",
  ],
  [
    "a bell in a name",
    () => fileOf("bell.yaml", "model_list: [{model_name: a\x07b}]\n"),
    "c.yaml:1:28: error C003: contains a control character here (fix: remove it, or write it as an escape in double quotes)",
  ],
  [
    "UTF-16",
    () => fileOf("wide.yaml", Buffer.from("\ufeffa: 1", "utf16le")),
    "c.yaml:1:1: error C003: is UTF-16, not UTF-8 (fix: save it as UTF-8)",
  ],
])("a configuration that cannot be read is refused: %s", async (_, make, expected) => {
  expect(await findingsOf(await make())).toEqual([expected]);
});

test.skipIf(process.getuid?.() === 0)("a file that may not be read is refused", async () => {
  const path = await fileOf("closed.yaml", "");
  await chmod(path, 0);
  expect(await findingsOf(path)).toEqual([
    "c.yaml: error C001: may not be read by this user (fix: give this user permission to read it)",
  ]);
});

test("a file of exactly 1 MiB is read", async () => {
  expect(await findingsOf(await fileOf("full.yaml", Buffer.alloc(1024 * 1024, "#")))).toEqual([]);
});

test("a missing file counts as empty if the caller asks for that", async () => {
  const { file, findings } = await loadConfig(join(folder, "absent.yaml"), { ...context, missing: "empty" });
  expect(findings).toEqual([]);
  expect(file?.model_list).toEqual([]);
});

describe("the first configuration file", () => {
  const uncommented = FIRST_CONFIG.replace(/^(\s*)#(?=\S)/gm, "$1");

  test("the first configuration file is valid as it is", async () => {
    expect(await findingsOf(await fileOf("first.yaml", FIRST_CONFIG))).toEqual([]);
  });

  test("the first configuration file is valid with every example uncommented, and gives each of its sections", async () => {
    expect(uncommented).not.toBe(FIRST_CONFIG);
    const { file, environment, findings } = await loadConfig(await fileOf("examples.yaml", uncommented), {
      ...context,
      missing: "error",
    });
    expect(findings).toEqual([]);
    expect(file?.model_list).toHaveLength(2);
    expect(file?.general_settings?.gateway_jwtauth?.role_mappings).toHaveLength(1);
    expect(file?.general_settings?.gateway_jwtauth?.scope_mappings).toHaveLength(1);
    expect(environment.oidc).toEqual({
      issuer: "https://login.example.com",
      clientId: "model-gateway-console",
      clientSecret: "console-secret",
    });
  });

  test("the first configuration file is valid with any one top-level example uncommented together with what is below it", async () => {
    const blocks = FIRST_CONFIG.split(/(?=^ {2}#\S)/m);
    for (const [index, block] of blocks.entries()) {
      const yaml = blocks.with(index, block.replace(/^(\s*)#(?=\S)/gm, "$1")).join("");
      const { findings } = await loadConfig(await fileOf("one.yaml", yaml), { ...context, missing: "error" });
      const alone = ["C018", "C024", "C030", "C033", "C042"]; // each needs another example beside it
      expect(findings.filter((finding) => !alone.includes(finding.number)).map(formatFinding)).toEqual([]);
    }
  });

  test("the first configuration file is written if there is none, readable only by its owner, and leaves nothing else behind", async () => {
    const empty = join(folder, "empty");
    await mkdir(empty);
    expect(await writeFirstConfig(join(empty, "config.yaml"))).toEqual({ written: true, finding: undefined });
    expect(await readFile(join(empty, "config.yaml"), "utf8")).toBe(FIRST_CONFIG);
    expect((await stat(join(empty, "config.yaml"))).mode & 0o777).toBe(0o600);
    expect(await readdir(empty)).toEqual(["config.yaml"]);
  });

  test("the folder of the first configuration file is made if there is none", async () => {
    const path = join(folder, "a", "new folder", "config.yaml");
    expect(await writeFirstConfig(path)).toEqual({ written: true, finding: undefined });
    expect(await readFile(path, "utf8")).toBe(FIRST_CONFIG);
  });

  test("the first configuration file never replaces a file, nor a link that points nowhere", async () => {
    const path = await fileOf("mine.yaml", "# mine\n");
    expect(await writeFirstConfig(path)).toEqual({ written: false, finding: undefined });
    expect(await readFile(path, "utf8")).toBe("# mine\n");
    const link = join(folder, "link.yaml");
    await symlink(join(folder, "nowhere.yaml"), link);
    expect(await writeFirstConfig(link)).toEqual({ written: false, finding: undefined });
    await expect(readFile(join(folder, "nowhere.yaml"))).rejects.toThrow("ENOENT");
  });

  test("the first configuration file is written completely and once by two processes that start together", async () => {
    const path = join(folder, "race.yaml");
    const results = await Promise.all(Array.from({ length: 8 }, () => writeFirstConfig(path)));
    expect(results.filter((result) => result.written)).toHaveLength(1);
    expect(await readFile(path, "utf8")).toBe(FIRST_CONFIG);
  });

  test("a first configuration file that cannot be written is only a warning", async () => {
    const { written, finding } = await writeFirstConfig(join(await fileOf("a-file", ""), "config.yaml"));
    expect(written).toBe(false);
    expect(finding).toMatchObject({ number: "C046", severity: "warning" });
  });
});

test("the lint numbers its findings and fails on errors", async () => {
  const path = await fileOf("bad.yaml", "general_settings:\n  enable_jwt_auht: true\n  enable_jwt_auth: true\n");
  const { exitCode, output } = await lintConfig([path], context);
  expect(exitCode).toBe(1);
  expect(output).toContain(`1. ${path}:2:3: error C010 general_settings.enable_jwt_auht: `);
  expect(output).toContain('and "enable_jwt_auth", which it resembles, is given already (fix: remove it)\n2. ');
  expect(output.trimEnd().split("\n").at(-1)).toBe(`${path}: 2 errors, 1 warning`);
});

test("the lint succeeds on warnings alone, and on no findings", async () => {
  const warned = await fileOf("warned.yaml", "gateway_jwtauth: {}\n");
  expect(await lintConfig([warned], context)).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("0 errors, 1 warning"),
  });
  const clean = await fileOf("clean.yaml", FIRST_CONFIG);
  expect(await lintConfig([clean], context)).toEqual({ exitCode: 0, output: `${clean}: no findings\n` });
});

test("the lint of any file is at most 60 lines and 8 KB, and counts what it leaves out", async () => {
  const letters = "abcdefghij";
  const entries = Array.from({ length: 300 }, (_, index) => {
    const fact = [...String(index)].map((digit) => letters[Number(digit)]).join("");
    return `  - model_name: m${index}\n    litellm_params: {model: x}\n    unknown_fact_${fact}: 1`;
  });
  const path = await fileOf("many.yaml", `model_list:\n${entries.join("\n")}\n`);
  const { output } = await lintConfig([path], context);
  expect(output.split("\n").length).toBeLessThanOrEqual(60);
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(8_192);
  expect(output).toMatch(/1\. .*C184 model_list\.0\.litellm_params: .* \(and \d+ more, the last in line \d+\)\n/);
  expect(output).toMatch(/\.\.\. and \d+ findings more\n/);
});

test.each([[[]], [["a", "b"]], [["--fix"]]])("the lint explains its use for %j", async (args) => {
  expect(await lintConfig(args, context)).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining("Usage: npm run lint:config -- FILE"),
  });
});
