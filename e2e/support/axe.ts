import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** axe's tags of WCAG 2.0 A and AA. */
export const WCAG_2 = ["wcag2a", "wcag2aa"] as const;

/** axe's tags of WCAG 2.1 A and AA. */
export const WCAG_21 = [...WCAG_2, "wcag21a", "wcag21aa"] as const;

/** axe's rules about colours. */
const IN_DARK: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * Where the page breaks axe's rules: one text per rule, with the elements that break it. `tags`: which rules; by
 * default all, axe's recommendations included.
 */
export function violationsOf(page: Page, tags?: readonly string[]): Promise<string[]> {
  return violationsFoundBy(page, tags && { type: "tag", values: [...tags] });
}

/** The same after a switch of the theme. In dark, only colours are checked: the themes differ in nothing else. */
export async function violationsIn(
  colorScheme: "light" | "dark",
  page: Page,
  tags?: readonly string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^((?!\bdark\b).)*$/);
  return colorScheme === "light" ? violationsOf(page, tags) : violationsFoundBy(page, IN_DARK);
}

/** The console has no frames, so axe runs in this page alone. */
async function violationsFoundBy(page: Page, runOnly?: axe.RunOnly): Promise<string[]> {
  // It has half a megabyte, which a page that has it already need not read again.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`);
  }, options);
}
