import { execFileSync } from "node:child_process";
import { figuresOf, type FloorFile } from "./floor-file";
import { type Floor, raisedFigures } from "./verdict";

/** The floor as a commit has left it. */
export interface FloorCommit {
  readonly id: string;
  /** The history begins with it, though the file may be older. */
  readonly isCut?: boolean;
  readonly message: string;
  readonly floor: Floor;
}

/** A line of a commit message that says why the floor is higher. */
const REASON = /^Floor: .*\S/m;

/** The commits that raise a figure and do not say why. `commits`: from the oldest to the newest. */
export function unexplainedRaises(commits: readonly Pick<FloorCommit, "message" | "floor">[]): string[] {
  return commits.flatMap(({ message, floor }, index) => {
    const before = commits[index - 1]?.floor ?? floor;
    const raised = raisedFigures(before, floor).filter((name) => name in before);
    return raised.length > 0 && !REASON.test(message) ? [`${message.split("\n")[0]}: ${raised.join(", ")}`] : [];
  });
}

/**
 * The commit that gave a figure the value it has now. Undefined: the figure is not in the last one, or where it got its
 * value is not in the history, which may be cut. `commits`: from the oldest to the newest.
 */
export function acceptedBy(commits: readonly FloorCommit[], figure: string): string | undefined {
  const value = commits.at(-1)?.floor[figure];
  if (value === undefined) return undefined;
  const before = commits.findLastIndex(({ floor }) => floor[figure] !== value);
  const { id, isCut } = commits[before + 1] ?? {};
  return isCut ? undefined : id;
}

/** All commits that have changed a floor file; none where there is no history, as in an unpacked release. */
export function floorCommits(root: string, path: string): FloorCommit[] {
  const git = (...parameters: string[]): string =>
    execFileSync("git", parameters, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  let ids: string[];
  let roots: string;
  try {
    ids = git("log", "--reverse", "--diff-filter=AM", "--format=%H", "--", path).split("\n").filter(Boolean);
    roots =
      git("rev-parse", "--is-shallow-repository").trim() === "true" ? git("rev-list", "--max-parents=0", "HEAD") : "";
  } catch {
    return [];
  }
  return ids.map((id) => {
    const file: FloorFile | { ratios: Floor } = JSON.parse(git("show", `${id}:${path}`));
    return {
      id,
      isCut: roots.includes(id),
      message: git("show", "--no-patch", "--format=%B", id),
      floor: figuresOf(file),
    };
  });
}
