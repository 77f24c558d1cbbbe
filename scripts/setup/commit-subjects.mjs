import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { root } from "./setup.mjs";

/** Subjects have had their form since this commit. */
const SINCE = "e1f1ed38fd8014cf6e2e15dfda24741901649800";
const FORM = /^(?:feat|fix|refactor|perf|test|docs|chore)(?:\([a-z0-9-]+\))?: \S/;
const MOST_CHARACTERS = 72;

/** What is wrong with the subject of a commit; undefined: nothing. @param {string} subject */
export function subjectFault(subject) {
  if (!FORM.test(subject)) return "is not of the form type(area): what changed";
  if (subject.length > MOST_CHARACTERS) return `has ${subject.length} characters, ${MOST_CHARACTERS} at most`;
  if (subject.endsWith(".")) return "ends with a full stop";
  return undefined;
}

/**
 * Judges the subjects of a repository's commits. A shallow clone may lack the commit since which they count: then those
 * that it has are judged. `note`: one line about what could not be judged.
 * @param {string} folder
 * @param {string} since
 * @returns {{ judged: number, faults: string[], note?: string }}
 */
export function judgeSubjects(folder, since = SINCE) {
  const git = (/** @type {string[]} */ ...words) => spawnSync("git", words, { cwd: folder, encoding: "utf8" });
  const nothing = (/** @type {string} */ why) => ({
    judged: 0,
    faults: [],
    note: `Subjects of commits are not checked: ${why}`,
  });
  const top = git("rev-parse", "--show-toplevel");
  if (top.error) return nothing("there is no git");
  if (top.status !== 0 || realpathSync(top.stdout.trim()) !== realpathSync(folder))
    return nothing("this is not a clone");
  const isShallow = git("rev-parse", "--is-shallow-repository").stdout.trim() === "true";
  const isKnown = git("merge-base", "--is-ancestor", since, "HEAD").status === 0;
  if (!isKnown && !isShallow) return nothing(`the history does not have ${since.slice(0, 8)}`);
  const { stdout } = git("log", "--no-merges", "--format=%h %s", isKnown ? `${since}..HEAD` : "HEAD");
  const lines = stdout.split("\n").filter(Boolean);
  const faults = lines.flatMap((line) => {
    const fault = subjectFault(line.slice(line.indexOf(" ") + 1));
    return fault ? [`${line}: ${fault}`] : [];
  });
  if (isKnown) return { judged: lines.length, faults };
  return { judged: lines.length, faults, note: `Shallow clone: only its ${lines.length} latest commits are checked` };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { faults, note } = judgeSubjects(root);
  for (const line of [...faults, ...(note ? [note] : [])]) console.log(line);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
