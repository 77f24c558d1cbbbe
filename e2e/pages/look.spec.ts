import { expect, test } from "../support/fixtures";

test("nothing of the overview is cut off at twice the size", async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto("/console", { waitUntil: "networkidle" });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("main figcaption, main figcaption *")].flatMap((element) => {
      const card = element.closest("section, [class*=rounded]")?.parentElement ?? document.body;
      const { right } = element.getBoundingClientRect();
      return right > card.getBoundingClientRect().right + 0.5 ? [element.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
});
