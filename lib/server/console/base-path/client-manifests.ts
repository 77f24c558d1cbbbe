import fs from "node:fs";

/** The file in which Next.js finds which scripts the parts of a page need. */
const CLIENT_MANIFEST = "_client-reference-manifest.js";

/**
 * Puts the scripts of pages below a base path. Next.js writes their addresses into these files when it builds, and has
 * no setting to change them afterwards. The files stay as they are, so that one build serves any base path; each
 * address gets the path once, as Next.js reads it. Call this before Next.js starts, in a thread that reads no other
 * files.
 */
export function readClientManifestsBelow(basePath: string): void {
  const read = fs.readFileSync;
  const readBelow = (...given: Parameters<typeof read>): ReturnType<typeof read> => {
    const content = read(...given);
    const isManifest = typeof content === "string" && String(given[0]).endsWith(CLIENT_MANIFEST);
    return isManifest ? content.replaceAll('"/_next/', `"${basePath}/_next/`) : content;
  };
  Reflect.set(fs, "readFileSync", readBelow);
}
