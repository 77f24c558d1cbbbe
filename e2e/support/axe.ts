import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe's tags of WCAG 2.0 A and AA. */
export const WCAG_2 = ["wcag2a", "wcag2aa"] as const;

/** axe's tags of WCAG 2.1 A and AA. */
export const WCAG_21 = [...WCAG_2, "wcag21a", "wcag21aa"] as const;

/** axe's rules about colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Where the page breaks axe's rules: one text per rule, with the elements that break it. `tags`: which rules; by
 * default all, axe's recommendations included.
 */
export function violationsOf(page: Page, tags?: readonly string[]): Promise<string[]> {
  const axe = axeOn(page);
  return violationsFoundBy(tags ? axe.withTags([...tags]) : axe);
}

/** The same after a switch of the theme. In dark, only colours are checked: the themes differ in nothing else. */
export async function violationsIn(
  colorScheme: "light" | "dark",
  page: Page,
  tags?: readonly string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^((?!\bdark\b).)*$/);
  return colorScheme === "light" ? violationsOf(page, tags) : violationsFoundBy(axeOn(page).withRules(COLOUR_RULES));
}

/** The console has no frames, so axe runs in this page alone and opens no page of its own to join results. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
}

async function violationsFoundBy(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`);
}
