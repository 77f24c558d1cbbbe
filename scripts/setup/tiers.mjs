/**
 * The tiers of `npm test`, from quick to slow. A test file names its tier: `x.test.ts` is a unit test,
 * `x.database.test.ts` belongs to the tier `database`, and so on.
 *
 * - `unit`: pure code and single parts, without servers. `npm run check` runs this tier.
 * - `database`: what needs PostgreSQL, Redis or another server, or takes seconds; the gateway is in the test's process.
 * - `process`: gateways as processes of their own, two files at a time.
 * - `serial`: likewise, for files that kill servers and load the machine; one at a time.
 * - `browser`: the console in Chromium, one first way through what each page is for (`x.spec.ts`).
 *
 * Four more tiers are not part of `npm test`; `.ci/run` calls them after it.
 *
 * - `stories`: a day's work in the console from beginning to end, the further ways through a page, what two people do to
 *   one thing, and whatever goes through every page, width, theme or control (`npm run test:stories`).
 * - `faults`: servers, networks, disks and receivers that fail, hang or lie, signals, and coming back from a backup: most
 *   of it waits for real time to pass (`npm run test:faults`).
 * - `load`: what needs minutes of load, large bodies or files, sums, pages and exports of many rows and months, or dozens
 *   of random worlds on a gateway (`npm run test:load`).
 * - `foreign`: what needs programs that npm does not bring (`npm run test:foreign`).
 * @typedef {"unit" | "database" | "process" | "serial" | "browser" | "stories" | "faults" | "load" | "foreign"} Tier
 */

/** The tiers of `npm test`. @type {readonly Tier[]} */
export const TIERS = ["unit", "database", "process", "serial", "browser"];

/** The tiers that have a command of their own. @type {readonly Tier[]} */
export const NAMED_TIERS = ["stories", "faults", "load", "foreign"];

/**
 * The order in which tiers begin (`lanes/next-tier.mjs`): the longest of a command first, since what begins last should
 * be short. `serial` begins early, because it leaves more than one processor idle and would do so by itself at the end;
 * `unit` begins last, because it can take what the others leave.
 * @type {readonly Tier[]}
 */
export const BEGINNING = ["database", "serial", "process", "browser", "unit", "stories", "faults", "load", "foreign"];

/** How many tiers run side by side on two processors: gateways, browsers and foreign programs often wait. */
export const LANES = { test: 4, named: 2 };

/**
 * Tiers that must not run side by side, and why.
 * @type {readonly { tiers: readonly Tier[], why: string }[]}
 */
export const APART = [
  { tiers: ["browser", "serial"], why: "killing and loading gateways takes the browser's processor for seconds" },
  { tiers: ["stories", "load"], why: "each takes a processor all the time, so two more lanes would have none" },
];

/** The tiers whose files are on a disk, since they are large. @type {ReadonlySet<Tier>} */
export const ON_DISK = new Set(["load", "foreign"]);

/** The tiers that start the built gateway. */
export const BUILT_TIERS = new Set(["process", "serial", "browser", "stories", "faults", "load", "foreign"]);

/** The tiers that Playwright runs. @type {ReadonlySet<Tier>} */
export const PLAYWRIGHT_TIERS = new Set(["browser", "stories"]);

/**
 * The files of a tier, as patterns for the runners.
 * @param {Tier} tier
 * @returns {{ include: string[], exclude: string[] }}
 */
export function filesOf(tier) {
  if (tier === "stories") return { include: ["**/*.stories.spec.ts"], exclude: [] };
  if (tier === "browser") return { include: ["**/*.spec.ts"], exclude: filesOf("stories").include };
  if (tier !== "unit") return { include: [`**/*.${tier}.test.{ts,tsx}`], exclude: [] };
  return {
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/*.{database,process,serial,faults,load,foreign}.test.{ts,tsx}"],
  };
}

/**
 * The tier of a file; undefined: it is not a test.
 * @param {string} path
 * @returns {Tier | undefined}
 */
export function tierOf(path) {
  if (path.endsWith(".spec.ts")) return path.endsWith(".stories.spec.ts") ? "stories" : "browser";
  if (!/\.test\.tsx?$/.test(path)) return undefined;
  return [...TIERS, ...NAMED_TIERS].find((tier) => path.includes(`.${tier}.test.`)) ?? "unit";
}
