import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { NAMED_TIERS, PLAYWRIGHT_TIERS, TIERS } from "../../scripts/setup/tiers.mjs";
import { mayAct, ROOMS } from "./rooms";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The lines of the drawing in docs/explain/architecture.md that name a room, from the ground up. */
function drawnRooms(): { room: string; acts: boolean; says: string }[] {
  const [, drawing = ""] = /```text[^\n]*\n([\s\S]*?)```/.exec(read("docs/explain/architecture.md")) ?? [];
  return [...drawing.matchAll(/^ {2}([a-z/]+) +(● )?(.+)$/gm)]
    .map(([, room = "", dot, says = ""]) => ({ room, acts: dot !== undefined, says }))
    .reverse();
}

test("docs/explain/architecture.md draws exactly the rooms of the table, in their order", () => {
  expect(drawnRooms().map(({ room }) => room)).toEqual(Object.keys(ROOMS));
});

test("docs/explain/architecture.md marks exactly the rooms that act", () => {
  const acting = Object.keys(ROOMS).filter((room) => mayAct(`${room}/file.ts`));
  expect(
    drawnRooms()
      .filter(({ acts }) => acts)
      .map(({ room }) => room),
  ).toEqual(acting);
});

test("docs/explain/processes.md names exactly the moments of the observer port", () => {
  const [, port = ""] = /export interface Observer \{\n([\s\S]*?)\n\}/.exec(read("lib/gateway/observer.ts")) ?? [];
  const moments = [...port.matchAll(/^ {2}(\w+)\?\(/gm)].map(([, moment]) => moment);
  const [, section = ""] = /## What can be observed\n([\s\S]*)/.exec(read("docs/explain/processes.md")) ?? [];
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, moment]) => moment)).toEqual(moments);
  expect(moments.length).toBeGreaterThan(5);
});

const FOLDERS = "lib|app|components|docs|scripts|local|testing|bench|e2e|prisma";

/** Every project path that a string names, in its commands too. repository.test.ts checks links. */
function pathsIn(text: string): string[] {
  const withoutLinks = text.replace(/\]\([^)]*\)/g, "]");
  return [
    ...withoutLinks.matchAll(new RegExp(String.raw`(?<![\w./:-])((?:${FOLDERS})/[\w./[\]()-]*[\w)\]])`, "g")),
  ].map(([, path = ""]) => path);
}

test("every path that CONTRIBUTING.md names exists, in its commands too", () => {
  const paths = pathsIn(read("CONTRIBUTING.md"));
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("each reliance on the insides of next-auth names what notices an upgrade, and the version is pinned", () => {
  const page = read("lib/server/console/next-auth/README.md");
  const rows = [...page.matchAll(/^\| (?!We lean|---)(.+?) \| .+ \| (.+) \|$/gm)].map(([, what = "", tests = ""]) => ({
    what,
    paths: [...tests.matchAll(/`([^`]+\.(?:test|spec)\.ts)`/g)].map(([, path = ""]) => path),
  }));
  expect(rows.length).toBeGreaterThan(8);
  const faults = rows.filter(({ paths }) => paths.length === 0 || !paths.every((path) => existsSync(join(root, path))));
  expect(faults).toEqual([]);
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read("package.json"));
  expect(dependencies["next-auth"]).toMatch(/^\d+\.\d+\.\d+$/);
});

test("every promise of docs/explain/security.md names tests, and each of them exists", () => {
  const [, promises = ""] = read("docs/explain/security.md").split("## Promises and attempts");
  const rows = [...promises.matchAll(/^\| (?!Promise|---)(.+?) \| .+ \| (.+) \|$/gm)].map(
    ([, promise = "", tests = ""]) => ({
      promise,
      paths: [...tests.matchAll(/`([^`]+\.(?:test|spec)\.ts)`/g)].map(([, path = ""]) => path),
    }),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ paths }) => paths.length === 0)).toEqual([]);
  expect(rows.flatMap(({ paths }) => paths).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("CONTRIBUTING.md answers each question of a stranger with one to three files", () => {
  const [, table = ""] = /## Where is it\?\n([\s\S]*?)\n###/.exec(read("CONTRIBUTING.md")) ?? [];
  const answers = [...table.matchAll(/^\| ([^|]+\?) \| ([^|]+) \|$/gm)].map(([, question = "", files = ""]) => ({
    question,
    files: pathsIn(files).length,
  }));
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.filter(({ files }) => files < 1 || files > 3)).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md"])("every Vitest project that a command in %s names exists", (document) => {
  const projects: readonly string[] = [...TIERS, ...NAMED_TIERS].filter((tier) => !PLAYWRIGHT_TIERS.has(tier));
  const named = [...read(document).matchAll(/--project=([\w-]+)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !projects.includes(name))).toEqual([]);
});

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

test("every link to a heading of another document leads to a heading", () => {
  const documents = [
    ...readdirSync(root).filter((name) => name.endsWith(".md")),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join("docs", name)),
  ];
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, path = "", anchor = ""]) => ({
      document,
      target: path === "" ? document : join(dirname(document), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(3);
  const dead = links.filter(
    ({ target, anchor }) =>
      ![...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor),
  );
  expect(dead).toEqual([]);
});

test("the glossary has at most twenty words", () => {
  const words = [...read("docs/explain/glossary.md").matchAll(/^## (.+)$/gm)].map(([, word]) => word);
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(20);
});

/** The most pages that a stranger opens for a task, the README among them. */
const MOST_PAGES = 3;

/**
 * What strangers come for: the pages that they open after the README, each linked by the one before, and what these
 * must have.
 */
const TASKS: readonly (readonly [task: string, pages: readonly string[], needs: readonly string[]])[] = [
  ["a first call", ["docs/start/first-call.md"], ["/key/generate", "/v1/chat/completions", '"stream": true']],
  [
    "a role of Keycloak that opens a model",
    ["docs/providers/keycloak.md#a-role-that-opens-a-model"],
    ["*Realm roles*", "roles_jwt_field: realm_access.roles", 'models: ["gpt-4o*"]', "role_not_mapped", "*Explain*"],
  ],
  [
    "a refusal repaired",
    ["docs/guides/a-refused-call.md", "docs/reference/errors.md"],
    [
      "/auth/refusals/own",
      "/auth/access_requests",
      "*Save as a revision*",
      "/team/update",
      "### key_model_not_allowed",
    ],
  ],
  [
    "LiteLLM's file taken over",
    ["docs/start/from-litellm.md"],
    ["means the same here", "means something else", "has another name here", "npm run lint:config"],
  ],
  [
    "a second node",
    ["docs/operate/nodes.md#add-a-node", "docs/operate/proxies.md#two-nodes"],
    ["GATEWAY_ENCRYPTION_KEY", "REDIS_URL", "`200`, `200`, `429`", "/key/block", "`key_blocked`", "upstream gateway"],
  ],
];
test.each(TASKS)("a stranger finds %s within three pages, from the README and from the index", (task, pages, needs) => {
  const paths = pages.map((page) => page.replace(/#.*/, ""));
  const [first = "", ...others] = pages;
  expect(read("README.md")).toContain(`](${first})`);
  expect(read("docs/README.md")).toContain(`](${first.replace("docs/", "")}`);
  for (const [at, page] of others.entries())
    expect(read(paths[at] ?? "")).toContain(`](${relative(dirname(paths[at] ?? ""), page)})`);
  expect(1 + pages.length).toBeLessThanOrEqual(MOST_PAGES);
  const text = paths.map(read).join("\n");
  expect(needs.filter((each) => !text.includes(each))).toEqual([]);
  const row = read("CONTRIBUTING.md")
    .split("\n")
    .find((line) => line.startsWith(`| ${task} |`));
  for (const path of paths) expect(row).toContain(`\`${path}\``);
});

test("the README has at most 120 lines, and shows what it is, a picture, one command and its answer first", () => {
  const text = read("README.md");
  expect(text.split("\n").length).toBeLessThanOrEqual(121);
  const order = [
    "A self-hosted gateway",
    "![",
    "npm run demo",
    "```text",
    "does not host models",
    "| You want to | Page |",
  ];
  const places = order.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("docs/guides/troubleshoot.md has thirty symptoms at least", () => {
  const rows = read("docs/guides/troubleshoot.md").match(/^\| (?!Symptom|---).+ \|$/gm);
  expect(rows?.length).toBeGreaterThanOrEqual(30);
});

test("the oldest PostgreSQL that docs/operate/deploy.md supports is the one that a test runs", () => {
  const [, oldest = ""] = /^\| PostgreSQL [^|]*\| (\d+) \|/m.exec(read("docs/operate/deploy.md")) ?? [];
  expect(read("e2e/programs/point-in-time.foreign.test.ts")).toContain(`"/usr/lib/postgresql/${oldest}/bin"`);
});
