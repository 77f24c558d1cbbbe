import type { JSHandle, Page } from "@playwright/test";

export type Counted = JSHandle<{ clicks: number }>;

/** The real clicks on a page from now on, until it is loaded again; those of scripts do not count. */
export async function countClicks(page: Page): Promise<Counted> {
  return page.evaluateHandle(() => {
    const counted = { clicks: 0 };
    window.addEventListener("click", ({ isTrusted }) => (counted.clicks += isTrusted ? 1 : 0), true);
    return counted;
  });
}
