import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { TEST_LIMIT_MS } from "@/testing/patience.mjs";

/** How the commands of a document ended. `code`: 0, or what else bash or the system says. */
export interface GuideRun {
  readonly code: unknown;
  readonly output: string;
}

/**
 * Runs the commands of a document as one script, and writes the files that it shows into `folder` first. The output
 * says before each block where it stands. `root`: the clone that has the document.
 */
export function runGuide(
  root: string,
  name: string,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GuideRun> {
  const options = { cwd: folder, env: { ...environment, NODE_ENV: "production" as const }, timeout: TEST_LIMIT_MS };
  return new Promise((resolve) => {
    execFile("bash", ["-c", scriptOf(root, name, folder)], options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout + stderr }),
    );
  });
}

function scriptOf(root: string, name: string, folder: string): string {
  const lines = guideBlocks(readFileSync(join(root, name), "utf8")).flatMap(({ line, text, mark }) => {
    if (mark.kind !== "run") return [];
    if (mark.file === undefined) return [`echo "# ${name}:${line}"`, text];
    writeFileSync(join(folder, mark.file), `${text}\n`);
    return [];
  });
  return ["set -euo pipefail", ...lines].join("\n");
}
