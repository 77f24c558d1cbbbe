import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

/** The files in which Next.js finds which scripts and styles the parts of a page need. */
const CLIENT_MANIFEST = "_client-reference-manifest.js";

/** What Next.js reads of a project besides its build. An image has one of the two configurations. */
const OF_PROJECT = ["node_modules", "package.json", "next.config.ts", "next.config.mjs"];

/**
 * The project as Next.js must see it below a base path. A build has the addresses of its scripts in some files, and
 * Next.js has no setting to change them afterwards. So the data folder gets a project whose build has these files with
 * the base path in them, and links for everything else: one build serves any base path, also where it cannot be
 * written to.
 * @returns its folder
 */
export function projectBelow(root: string, basePath: string, dataDirectory: string): string {
  const projects = resolve(dataDirectory, "console");
  const build = readFileSync(join(root, ".next/BUILD_ID"), "utf8");
  const name = createHash("sha256").update(`${root}\n${build}\n${basePath}`).digest("hex").slice(0, 16);
  const project = join(projects, name);
  if (existsSync(project)) return project;
  mkdirSync(projects, { recursive: true });
  const made = join(projects, `${name}.${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  for (const path of OF_PROJECT) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(made, path));
  mirror(join(root, ".next"), join(made, ".next"), basePath);
  try {
    renameSync(made, project);
  } catch (error) {
    // Another worker was faster, and has made the same.
    if (!existsSync(project)) throw error;
    rmSync(made, { recursive: true, force: true });
  }
  removeOthers(projects, name);
  return project;
}

/** Makes `to` show what is in `from`: manifests with the base path, folders that have some, and links. */
function mirror(from: string, to: string, basePath: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && hasManifest(source)) mirror(source, target, basePath);
    else if (entry.name.endsWith(CLIENT_MANIFEST))
      writeFileSync(target, readFileSync(source, "utf8").replaceAll('"/_next/', `"${basePath}/_next/`));
    else symlinkSync(source, target);
  }
}

function hasManifest(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? hasManifest(join(folder, entry.name)) : entry.name.endsWith(CLIENT_MANIFEST),
  );
}

/** Removes the projects of earlier builds and other base paths. What another worker is just making stays. */
function removeOthers(projects: string, name: string): void {
  for (const other of readdirSync(projects))
    if (!other.startsWith(name)) rmSync(join(projects, other), { recursive: true, force: true });
}
