/** The first version, which may run after every migration without a mark. */
export const FIRST_VERSION = "0.1.0";

const MARK = /^-- oldest-version: (\d+\.\d+\.\d+)$/m;

/**
 * The oldest version of the gateway that may run on the database after a migration, from its line
 * `-- oldest-version: 0.1.0`. A migration without the line only adds, so every version may.
 */
export function oldestVersionOf(sql: string): string {
  return MARK.exec(sql)?.[1] ?? FIRST_VERSION;
}

/** Whether a version of the gateway, such as `0.2.1`, is at least `other`. Anything after `-` or `+` is ignored. */
export function isAtLeast(version: string, other: string): boolean {
  const [own, its] = [numbersOf(version), numbersOf(other)];
  const at = own.findIndex((number, index) => number !== its[index]);
  return at === -1 || (own[at] ?? 0) > (its[at] ?? 0);
}

function numbersOf(version: string): number[] {
  const numbers = (version.split(/[-+]/)[0] ?? "").split(".").map(Number);
  return [0, 1, 2].map((index) => numbers[index] || 0);
}
