import { setTimeout as pause } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";

const GIVE_UP_MS = 30_000;

/** How long a page took, in milliseconds. */
export interface PageTimes {
  /** From the navigation until nothing is loading any more. */
  readonly interactive: number;
  /** How many answers of the API it has, and their bytes in all, unpacked. */
  readonly answers: number;
  readonly bytes: number;
  /** The slowest answer of the API, and its path. */
  readonly slowest: { readonly path: string; readonly ms: number };
  /** The sum of the layout's shifts (web.dev/cls). */
  readonly shift: number;
}

/** The times of the round in the middle. The first visit, which also fetches the scripts, does not count. */
export async function medianTimes(page: Page, fetches: Fetches, address: string, rounds: number): Promise<PageTimes> {
  await timesOf(page, fetches, address);
  const times: PageTimes[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timesOf(page, fetches, address));
  times.sort((one, other) => one.interactive - other.interactive);
  const median = times[Math.floor(times.length / 2)];
  if (!median) throw new RangeError("nothing was measured");
  return median;
}

/** How long a page must ask for nothing, in milliseconds, until it counts as loaded. */
const QUIET_MS = 300;

/** Follows what the page asks the API. The browser's own list does not have requests without an answer. */
export class Fetches {
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
  // Times count from the navigation. A part that loads says so to screen readers too.
  const shown = await page.waitForFunction(
    () => {
      const heading = document.querySelector("main h1");
      // React marks the elements that it has taken over. Before that, a page asks for nothing and reacts to nobody.
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
        answers: answers.length,
        bytes: fetched.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
        slowest: answers[0] ?? { path: "none", ms: 0 },
        shift: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
      };
    },
    await shown.jsonValue(),
  );
}
