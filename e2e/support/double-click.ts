import { expect, type Locator, type Page, test } from "@playwright/test";

/** Two clicks before React can draw anything, as on a loaded machine. */
const clickTwice = (button: Locator): Promise<void> =>
  button.evaluate((element) => {
    (element as HTMLButtonElement).click();
    (element as HTMLButtonElement).click();
  });

/** The paths of the writes that the page sends. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") writes.push(new URL(request.url()).pathname);
  });
  return writes;
}

/** A form or dialog: its page, what is done first, the button, the path of its write, and what is to be seen of it. */
export type Write = readonly [
  path: string,
  prepare: () => Promise<void>,
  submit: string,
  written: string,
  done: () => Promise<void>,
];

/** Expects each of these buttons to write once when it is pressed twice. */
export async function expectOneWriteEach(page: Page, all: readonly Write[]): Promise<void> {
  for (const [path, prepare, submit, written, done] of all)
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: "networkidle" });
      await prepare();
      const writes = writesOf(page);
      await clickTwice(buttonOf(page, submit));
      await done();
      await page.waitForLoadState("networkidle");
      expect(writes.filter((one) => one === written)).toEqual([written]);
      page.removeAllListeners("request");
    });
}

/** The button of this name that came last: of a dialog, if one is open. */
export const buttonOf = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" }).last();
