const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
/** Marks the version of what is not released yet: 0.2.0-dev comes before 0.2.0. */
const UNFINISHED = "-dev";
const UNRELEASED = "## [Unreleased]";

/**
 * Why a version cannot be released, as a sentence without its full stop; undefined: it can.
 * @param {{ version: string, current: string, changelog: string, changes: string, tags: readonly string[] }} state
 * `changes`: what `git status --porcelain` says
 * @returns {string | undefined}
 */
export function whyNoRelease({ version, current, changelog, changes, tags }) {
  if (!VERSION.test(version)) return `${JSON.stringify(version)} is not a version such as 1.2.3`;
  if (compare(version, current.replace(UNFINISHED, "")) < 0)
    return `${version} is older than ${current} in package.json`;
  if (tags.includes(`v${version}`)) return `there is a tag v${version} already`;
  if (changes !== "") return "there are changes that are not committed";
  const section = unreleased(changelog);
  if (section === undefined) return `CHANGELOG.md has no heading "${UNRELEASED}"`;
  if (!/^- /m.test(section)) return "CHANGELOG.md has nothing under Unreleased";
  return undefined;
}

/**
 * What `main` is called after a release: the next minor version, unfinished.
 * @param {string} version
 */
export function nextVersion(version) {
  const [major, minor] = version.split(".").map(Number);
  return `${major}.${minor + 1}.0${UNFINISHED}`;
}

/**
 * The parameters of `npm run release`; a string: why they cannot be used.
 * @param {readonly string[]} parameters
 * @returns {{ version: string, isDry: boolean, skipsTests: boolean, skipsImage: boolean, hasTag: boolean } | string} `hasTag`: only the files of
 * a version that is tagged already are made
 */
export function releaseOptions(parameters) {
  const known = ["--dry-run", "--skip-tests", "--no-image", "--artefacts-only"];
  const flags = parameters.filter((one) => one.startsWith("--"));
  const unknown = flags.find((flag) => !known.includes(flag));
  if (unknown !== undefined) return `${unknown} is not known: ${known.join(", ")}`;
  const versions = parameters.filter((one) => !one.startsWith("--"));
  if (versions.length !== 1) return "name one version";
  return {
    version: versions[0],
    isDry: flags.includes("--dry-run"),
    skipsTests: flags.includes("--skip-tests"),
    skipsImage: flags.includes("--no-image"),
    hasTag: flags.includes("--artefacts-only"),
  };
}

/**
 * The changelog with the unreleased part under the version, and an empty unreleased section above it.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date of the release, such as 2026-11-22
 */
export function releasedChangelog(changelog, version, date) {
  return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n\n## [${version}] - ${date}`);
}

/**
 * A file that holds the product's version (package.json, package-lock.json or the chart), with another version.
 * Everything else stays as it is.
 * @param {string} path
 * @param {string} text
 * @param {string} version
 */
export function withVersion(path, text, version) {
  if (path.endsWith("Chart.yaml")) return text.replace(/^((?:appV|v)ersion: ).*$/gm, (_, key) => `${key}${version}`);
  const content = JSON.parse(text);
  content.version = version;
  if (path.endsWith("package-lock.json")) content.packages[""].version = version;
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function unreleased(changelog) {
  const at = changelog.indexOf(UNRELEASED);
  if (at < 0) return undefined;
  const rest = changelog.slice(at + UNRELEASED.length);
  const next = rest.search(/^## /m);
  return next < 0 ? rest : rest.slice(0, next);
}

function compare(one, other) {
  const [numbers, others] = [one, other].map((version) => version.split(".").map(Number));
  const at = numbers.findIndex((number, index) => number !== others[index]);
  return at < 0 ? 0 : numbers[at] - others[at];
}
