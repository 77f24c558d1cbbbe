import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Lists files below `root`, sorted, as paths relative to it. An entry of `paths` is a file or a folder; what does not
 * exist is passed over.
 * @param {string} root
 * @param {readonly string[]} paths
 * @param {(path: string) => boolean} [wanted]
 * @returns {string[]}
 */
export function listFiles(root, paths, wanted = () => true) {
  const found = [];
  // Each start lists thousands of files: a folder says what its entries are, except those of links.
  const visit = (path, entry = statSync(join(root, path), { throwIfNoEntry: false })) => {
    if (entry?.isFile() && wanted(path)) found.push(path);
    if (!entry?.isDirectory()) return;
    for (const inside of readdirSync(join(root, path), { withFileTypes: true }))
      visit(`${path}/${inside.name}`, inside.isSymbolicLink() ? undefined : inside);
  };
  for (const path of paths) visit(path);
  return found.sort();
}

/** A signature that is cheap to compute and changes with every file that is touched. */
function quickSignature(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function contentSignature(root, files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\n");
  return hash.digest("hex");
}

/**
 * Whether the stamp at `path` says that something was made from these very files. A stamp whose files were only
 * touched (a fresh checkout, another clock) is renewed.
 * @param {string} root
 * @param {string} path
 * @param {readonly string[]} files
 */
export function isStamped(root, path, files) {
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(join(root, path), "utf8"));
  } catch {
    return false;
  }
  const quick = quickSignature(root, files);
  if (stamp.quick === quick) return true;
  const content = contentSignature(root, files);
  if (stamp.content !== content) return false;
  try {
    write(root, path, { quick, content });
  } catch {
    // In a read-only folder the next check reads the contents again.
  }
  return true;
}

/**
 * The stamp that `writeStamp` writes later. It is taken before the work starts, so that a change during the work counts
 * as a change.
 */
export function takeStamp(root, files) {
  return { quick: quickSignature(root, files), content: contentSignature(root, files) };
}

export function removeStamp(root, path) {
  rmSync(join(root, path), { force: true });
}

export function writeStamp(root, path, stamp) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  write(root, path, stamp);
}

function write(root, path, stamp) {
  const temporary = join(root, `${path}.${process.pid}`);
  writeFileSync(temporary, JSON.stringify(stamp));
  renameSync(temporary, join(root, path));
}
