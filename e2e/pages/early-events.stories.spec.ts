import { expect, test } from "../support/fixtures";
import { expectEarlyActs } from "../support/held-scripts";

test("dialogs, menus, the palette and lists of choices take what came before React had taken the page over", async ({
  signedIn: page,
}) => {
  await expectEarlyActs(page, [
    [
      "a dialog",
      "/console/teams",
      () => page.getByRole("button", { name: "New team" }).click(),
      () => expect(page.getByRole("dialog", { name: "New team" })).toBeVisible(),
    ],
    [
      "a menu by keyboard",
      "/console/settings",
      async () => {
        await page.getByRole("button", { name: "Colour theme" }).focus();
        await page.keyboard.press("Enter");
      },
      () => expect(page.getByRole("menu")).toBeVisible(),
    ],
    [
      "a menu by pointer",
      "/console/settings",
      () => page.getByRole("button", { name: "Colour theme" }).click(),
      () => expect(page.getByRole("menu")).toBeVisible(),
    ],
    [
      "the palette by pointer",
      "/console/access?tab=rules",
      () => page.getByRole("button", { name: /^Search or jump to/ }).click(),
      () => expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused(),
    ],
    [
      "a choice of a list",
      "/console/requests",
      async () => {
        await page.getByLabel("Status", { exact: true }).selectOption({ label: "Success" });
      },
      () => expect(page).toHaveURL(/status=success/),
    ],
  ]);
});
