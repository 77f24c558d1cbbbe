import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

interface LockEntry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCKS = [
  "",
  ...["javascript", "javascript/of-2024", "agents", "programs"].map((name) => `testing/clients/${name}/`),
];

test.each(LOCKS)("%spackage-lock.json names no machine's registry", (folder) => {
  const lock = readFileSync(join(root, folder, "package-lock.json"), "utf8");
  expect(lock).not.toMatch(/"resolved":/);
});

test("package-lock.json is complete for every platform, not only the one that wrote it", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  // npm leaves out what its registry does not have, and npm 11 then refuses the file. To repair it, run: node
  // scripts/setup/complete-lock.mjs
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`]?.version && !packages[`${owner}/node_modules/${name}`]?.version,
    ),
  );
  expect(missing).toEqual([]);
});

test("every dependency is pinned to one version", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  expect(Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version))).toEqual(
    [],
  );
});

const documents = ["", "docs", "docs/providers"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

test.each(documents)("%s mentions no file and no command that is missing", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) =>
    join(dirname(document), match[1] ?? ""),
  );
  const quoted = [
    ...text.matchAll(/`((?:lib|app|components|docs|scripts|local|testing|bench|e2e|prisma)\/[\w./[\]()-]*)`/g),
  ].map((match) => match[1] ?? "");
  expect([...links, ...quoted].filter((path) => !existsSync(join(root, normalize(path))))).toEqual([]);

  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = [...text.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? "");
  const builtIn = ["run", "ci", "install", "registry"];
  expect(commands.filter((name) => !(name in scripts) && !builtIn.includes(name))).toEqual([]);
});

test("every command of package.json has its script", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const missing = Object.values(scripts)
    .map(
      (command) =>
        command
          .split(" ")
          .slice(1)
          .find((word) => !word.startsWith("--")) ?? "",
    )
    .filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});
