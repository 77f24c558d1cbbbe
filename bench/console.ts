import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page, type Request } from "@playwright/test";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { withSpend } from "./spend-database";

const COMPANY = { teams: 5_000, users: 100_000, keys: 100_000, organizations: 200, endUsers: 50_000 };
/** What a page may take until it is interactive, and an answer of the API, in milliseconds. */
const MOST_PAGE_MS = 1_500;
const MOST_ANSWER_MS = 500;
const GIVE_UP_MS = 30_000;

const PAGES = [
  "/console",
  "/console/teams",
  "/console/users",
  "/console/organizations",
  "/console/end-users",
  "/console/keys",
  "/console/access",
  "/console/access?tab=matrix",
  "/console/explain",
  "/console/providers",
  "/console/models",
  "/console/prices",
  "/console/playground",
  "/console/spend",
  "/console/spend?by=user",
  "/console/requests",
  "/console/requests?team_id=team-7",
  "/console/refusals",
  "/console/sessions",
  "/console/audit",
  "/console/settings",
  "/console/team?id=team-7",
  "/console/user?id=user-7",
  "/console/organization?id=organization-7",
  "/console/key?id=key-7",
  "/console/model?id=model-3",
];

export interface ConsoleBenchOptions {
  /** The folder of the migrations. */
  readonly migrations: string;
  /** The path of Chromium, and its flags. */
  readonly browser: string;
  readonly flags: readonly string[];
}

/** What a page has taken, in milliseconds. */
interface PageTimes {
  /** From the address to the moment at which nothing is loading any more. */
  readonly interactive: number;
  /** The slowest answer of the API, and its path. */
  readonly slowest: { readonly path: string; readonly ms: number };
  /** The sum of the layout's shifts (web.dev/cls). */
  readonly shift: number;
}

/**
 * `npm run bench:console -- --calls 5_000_000 --entries 1_000`: fills a database with the calls of 100,000 users in
 * 5,000 teams, opens every page of the console in Chromium, and prints the medians. `--data FOLDER` keeps the database
 * there for the next time, `--only TEXT` opens the pages whose address contains it.
 */
export async function runConsoleBench(parameters: readonly string[], options: ConsoleBenchOptions): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      calls: { type: "string", default: "5000000" },
      entries: { type: "string", default: "1000" },
      rounds: { type: "string", default: "3" },
      data: { type: "string" },
      only: { type: "string", default: "" },
    },
  });
  const numberOf = (text: string): number => Number(text.replaceAll("_", ""));
  const [calls, entries, rounds] = [numberOf(values.calls), numberOf(values.entries), numberOf(values.rounds)];
  if (!(calls > 0 && entries > 0 && rounds > 0)) throw new RangeError("Each option must be a number above zero");
  await withSpend(
    { calls, company: COMPANY, migrations: options.migrations, data: values.data },
    async (_database, url) => {
      const gateway = await startGateway({
        environment: { DATABASE_URL: url },
        config: configuration(entries),
        audit: false,
      });
      const browser = await chromium.launch({ executablePath: options.browser, args: [...options.flags] });
      try {
        const context = await browser.newContext({ baseURL: gateway.url, viewport: { width: 1280, height: 900 } });
        const page = await context.newPage();
        const fetches = new Fetches(page);
        await signIn(page, gateway);
        console.log(`\n${"page".padEnd(42)} interactive  slowest answer   shift`);
        for (const address of PAGES.filter((one) => one.includes(values.only)))
          printTimes(address, await medianTimes(page, fetches, address, rounds));
      } finally {
        await browser.close();
        await gateway.stop();
      }
    },
  );
}

function configuration(entries: number): object {
  const upstream = { api_base: "http://127.0.0.1:9/v1", api_key: "none" };
  return {
    model_list: Array.from({ length: entries }, (_, index) => ({
      model_name: index % 3 === 0 ? `family-${index}/*` : `family-${index % 50}/model-${index}`,
      gateway_params: { model: `openai/model-${index}`, ...upstream },
    })),
  };
}

async function signIn(page: Page, gateway: GatewayProcess): Promise<void> {
  await page.goto("/console/sign-in");
  await page.getByLabel("Master key", { exact: true }).fill(gateway.masterKey);
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** The times of the round in the middle. The first visit, which also fetches the scripts, does not count. */
async function medianTimes(page: Page, fetches: Fetches, address: string, rounds: number): Promise<PageTimes> {
  await timesOf(page, fetches, address);
  const times: PageTimes[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timesOf(page, fetches, address));
  times.sort((one, other) => one.interactive - other.interactive);
  const median = times[Math.floor(times.length / 2)];
  if (!median) throw new RangeError("nothing was measured");
  return median;
}

/** Nothing is asked for so long, in milliseconds, when a page has all that it asks for at first. */
const QUIET_MS = 300;

/** Follows what the page asks the API for: an answer that has not come is in no list of the browser. */
class Fetches {
  #running = 0;
  #lastAt = 0;

  constructor(page: Page) {
    const begin = (request: Request): void => this.#note(request, 1);
    const end = (request: Request): void => this.#note(request, -1);
    page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  }

  /** Resolves once nothing has been asked for a while. @throws Error after half a minute */
  async settle(): Promise<void> {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    this.#lastAt = Date.now();
    while (this.#running > 0 || Date.now() - this.#lastAt < QUIET_MS) {
      if (Date.now() > giveUpAt) throw new Error(`${this.#running} answers of the API have not come`);
      await pause(20);
    }
  }

  #note(request: Request, change: 1 | -1): void {
    if (request.resourceType() !== "fetch") return;
    this.#running += change;
    this.#lastAt = Date.now();
  }
}

async function timesOf(page: Page, fetches: Fetches, address: string): Promise<PageTimes> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  // Times count from the navigation. What loads says so to screen readers, too.
  const shown = await page.waitForFunction(
    () => {
      const heading = document.querySelector("main h1");
      // React marks what it has taken over. Before that, a page has asked for nothing and answers to nobody.
      const isTakenOver = heading && Object.keys(heading).some((property) => property.startsWith("__reactFiber$"));
      const isShown = isTakenOver && !document.querySelector('[role="status"][aria-label="Loading"]');
      return isShown ? performance.now() : 0;
    },
    undefined,
    { polling: 20, timeout: GIVE_UP_MS },
  );
  await fetches.settle();
  return page.evaluate(
    (shownAt) => {
      const fetched = performance
        .getEntriesByType("resource")
        .filter((entry) => (entry as PerformanceResourceTiming).initiatorType === "fetch");
      const interactive = Math.max(shownAt, ...fetched.map(({ startTime, duration }) => startTime + duration));
      const answers = fetched
        .map(({ name, duration }) => ({ path: new URL(name).pathname, ms: duration }))
        .sort((one, other) => other.ms - one.ms);
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: "layout-shift", buffered: true });
      const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      return {
        interactive,
        slowest: answers[0] ?? { path: "none", ms: 0 },
        shift: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
      };
    },
    await shown.jsonValue(),
  );
}

function printTimes(address: string, { interactive, slowest, shift }: PageTimes): void {
  const beyond = interactive > MOST_PAGE_MS || slowest.ms > MOST_ANSWER_MS ? "  beyond" : "";
  console.log(
    `${address.padEnd(42)} ${interactive.toFixed(0).padStart(8)} ms ${slowest.ms.toFixed(0).padStart(8)} ms  ${shift.toFixed(3).padStart(7)}  ${slowest.path}${beyond}`,
  );
}
