import type { Page, TestInfo } from "@playwright/test";

/** With PICTURES set, pictures of a page as it is seen on a wide screen in both themes, and on a telephone. */
export async function picture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const [width, scheme] of [
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({
      path: testInfo.outputPath(`${name}-${width}-${scheme}.png`),
      animations: "disabled",
      fullPage: true,
    });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}
