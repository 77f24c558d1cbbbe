import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findProgram } from "./debian.mjs";
import { cachedFolder, runToEnd } from "./foreign-cache.mjs";
import { requireNode } from "./node-binary.mjs";
import { npmCommand, root } from "./setup.mjs";

/** @typedef {{ command: string, parameters: string[], environment?: Record<string, string> }} ClientProgram */

const sources = (language) => join(root, "testing/clients", language);

/**
 * The official clients of each language: what this machine lacks for them, and their program, whose packages the
 * first call fetches in the versions of the language's lock.
 * @type {Readonly<Record<"javascript" | "python" | "go" | "java", { missing: () => string | undefined, make: () => ClientProgram }>>}
 */
export const CLIENT_PROGRAMS = {
  javascript: { missing: () => lacking("npm"), make: javascript },
  python: { missing: () => lacking("python3"), make: python },
  go: { missing: () => lacking("go"), make: go },
  java: { missing: () => lacking("mvn", "javac"), make: java },
};

// `node scripts/setup/client-programs.mjs LANGUAGE` prints the program as JSON: languages are fetched side by side.
const [, self, language] = process.argv;
if (self?.endsWith("client-programs.mjs") && language !== undefined)
  process.stdout.write(JSON.stringify(CLIENT_PROGRAMS[language].make()));

/**
 * Clients that are programs by themselves, or run one: what this machine lacks for them, and how each is started.
 */
export const CODING_AGENTS = { missing: () => lacking("npm"), make: codingAgents };

/** The official suite that tests servers and clients of tools, which needs a newer Node.js than the gateway does. */
export const CONFORMANCE_SUITE = { missing: () => lacking("npm"), make: conformanceSuite };

/** @returns {ClientProgram} */
function conformanceSuite() {
  const packages = packagesOf("conformance", "mcp-conformance");
  return {
    command: requireNode("24"),
    parameters: [join(packages, "@modelcontextprotocol/conformance/dist/index.js")],
  };
}

/** Tool servers that are programs, as their makers publish them. */
export const TOOL_SERVERS = { missing: () => lacking("npm"), make: toolServers };

/** @returns {Record<"everything" | "filesystem", ClientProgram>} */
function toolServers() {
  const packages = join(packagesOf("tool-servers", "tool-servers"), "@modelcontextprotocol");
  const program = (name) => ({ command: process.execPath, parameters: [join(packages, name, "dist/index.js")] });
  return { everything: program("server-everything"), filesystem: program("server-filesystem") };
}

/** Clients and a tool server of other libraries than the gateway's. */
export const TOOL_PEERS = { missing: () => lacking("npm", "python3"), make: toolPeers };

/** @returns {Record<"sdk1" | "python" | "pythonServer" | "everything", ClientProgram>} */
function toolPeers() {
  const from = sources("tools");
  const packages = packagesOf("tool-servers", "tool-servers");
  const environment = pythonPackages(join(from, "requirements.txt"), "tool-peers-python");
  const python = (file) => ({ command: "python3", parameters: [join(from, file)], environment });
  const { everything } = toolServers();
  return {
    sdk1: { command: process.execPath, parameters: [join(from, "sdk-1.mjs"), packages] },
    python: python("clients.py"),
    pythonServer: python("server.py"),
    everything: { ...everything, parameters: [...everything.parameters, "streamableHttp"] },
  };
}

/** @returns {Record<"claude" | "codex" | "opencode" | "continue" | "deno", ClientProgram>} */
function codingAgents() {
  const packages = packagesOf("agents", "coding-agents");
  const others = packagesOf("programs", "client-programs");
  const { platform, arch } = process;
  // Its installer would put the program elsewhere; that of this machine is a package.
  const claude = join(packages, "@anthropic-ai", `claude-code-${platform}-${arch}`, "claude");
  return {
    claude: { command: claude, parameters: [] },
    codex: { command: process.execPath, parameters: [join(packages, "@openai/codex/bin/codex.js")] },
    // Its own package brings a second build, for newer processors.
    opencode: {
      command: join(others, `opencode-${platform}-${arch}${arch === "x64" ? "-baseline" : ""}`, "bin/opencode"),
      parameters: ["run"],
    },
    deno: {
      command: join(others, "@deno", `${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`, "deno"),
      parameters: ["run", "--no-config", "--no-lock", "--allow-net", "--allow-env"],
    },
    continue: { command: process.execPath, parameters: [join(others, "@continuedev/cli/dist/cn.js"), "-p"] },
  };
}

/** Where the packages of a folder's lock are; `name`: that of the cached folder. */
function packagesOf(language, name) {
  const from = sources(language);
  const lock = join(from, "package-lock.json");
  const folder = cachedFolder(`${name}-${hashOf([lock])}`, "npm", (empty) => installIn(empty, from));
  return join(folder, "node_modules");
}

/** Installs what a folder's lock says into an empty one. */
function installIn(empty, from) {
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(from, name), join(empty, name));
  const [command, ...parameters] = npmCommand();
  const options = ["ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
  runToEnd(command, [...parameters, ...options], { cwd: empty });
}

/** In Node.js 24, which several of them need, and in a folder where no other version of a package is found. */
function javascript() {
  const from = sources("javascript");
  const run = mkdtempSync(join(tmpdir(), "clients-javascript-"));
  cpSync(from, run, { recursive: true });
  for (const folder of ["", "of-2024"]) {
    const lock = join(from, folder, "package-lock.json");
    const installed = cachedFolder(`clients-javascript-${hashOf([lock])}`, "npm", (empty) =>
      installIn(empty, join(from, folder)),
    );
    symlinkSync(join(installed, "node_modules"), join(run, folder, "node_modules"));
  }
  return { command: requireNode("24"), parameters: [join(run, "run.mjs")] };
}

function python() {
  const older = pythonPackages(join(sources("python"), "older/requirements.txt"), "clients-python-older");
  const environment = {
    ...pythonPackages(join(sources("python"), "requirements.txt"), "clients-python"),
    OLDER_PACKAGES: older.PYTHONPATH,
    // LiteLLM asks GitHub for prices otherwise, three times.
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
  };
  return { command: "python3", parameters: [join(sources("python"), "run.py")], environment };
}

/** The variables by which Python finds the packages of a file of requirements; `name`: that of the cached folder. */
function pythonPackages(requirements, name) {
  const folder = cachedFolder(`${name}-${hashOf([requirements])}`, "PyPI", (empty) => {
    const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile", "--target", empty];
    runToEnd("python3", ["-m", "pip", "install", ...options, "-r", requirements]);
  });
  return { PYTHONPATH: folder, PYTHONPYCACHEPREFIX: `${folder}-compiled` };
}

function go() {
  const from = sources("go");
  const folder = cachedFolder(`clients-go-${hashOf(filesIn(from))}`, "the Go module proxy", (empty) => {
    // The packages of the clients are large: optimized, one of them takes the compiler a minute and 2.6 GB.
    const quickly = ["github.com/openai/", "github.com/anthropics/"].map((path) => `-gcflags=${path}...=-N -l`);
    runToEnd("go", ["build", "-mod=readonly", ...quickly, "-o", join(empty, "clients"), "."], { cwd: from });
  });
  return { command: join(folder, "clients"), parameters: [] };
}

function java() {
  const from = sources("java");
  const folder = cachedFolder(`clients-java-${hashOf(filesIn(from))}`, "Maven Central", (empty) => {
    const copy = ["dependency:copy-dependencies", `-DoutputDirectory=${empty}`, `-f`, join(from, "pom.xml")];
    runToEnd("mvn", ["--quiet", "--batch-mode", ...copy]);
    const written = filesIn(from).filter((path) => path.endsWith(".java"));
    runToEnd("javac", ["-cp", join(empty, "*"), "-d", empty, ...written]);
  });
  return { command: "java", parameters: ["-cp", [folder, join(folder, "*")].join(delimiter), "Clients"] };
}

function filesIn(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 12);
}

function lacking(...programs) {
  const absent = programs.filter((name) => findProgram([name]) === undefined);
  return absent.length === 0 ? undefined : `These tests need ${absent.join(" and ")}.`;
}
