import { expect, test } from "../support/fixtures";
import { expectEarlyActs } from "../support/held-scripts";

test("dialogs, menus, the palette and lists of choices wait for the page's scripts as they are, and then work", async ({
  signedIn: page,
}) => {
  const newTeam = () => page.getByRole("button", { name: "New team" }).first();
  const theme = () => page.getByRole("button", { name: "Colour theme" });
  const palette = () => page.getByRole("button", { name: /^Search or jump to/ });
  const status = () => page.getByLabel("Status", { exact: true });
  await expectEarlyActs(page, [
    {
      what: "a dialog",
      path: "/console/teams",
      control: newTeam,
      act: () => newTeam().click(),
      done: () => expect(page.getByRole("dialog", { name: "New team" })).toBeVisible(),
    },
    {
      what: "a menu by keyboard",
      path: "/console/settings",
      control: theme,
      act: () => theme().press("Enter"),
      done: () => expect(page.getByRole("menu")).toBeVisible(),
    },
    {
      what: "a menu by pointer",
      path: "/console/settings",
      control: theme,
      act: () => theme().click(),
      done: () => expect(page.getByRole("menu")).toBeVisible(),
    },
    {
      what: "the palette by pointer",
      path: "/console/access?tab=rules",
      control: palette,
      act: () => palette().click(),
      done: () => expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused(),
    },
    {
      what: "the palette by keyboard",
      path: "/console/teams",
      control: palette,
      act: async () => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("spend");
      },
      done: () => expect(page.getByRole("combobox", { name: "Search or jump to" })).toHaveValue("spend"),
    },
    {
      what: "a choice of a list",
      path: "/console/requests",
      control: status,
      act: () => status().selectOption({ label: "Success" }),
      done: () => expect(page).toHaveURL(/status=success/),
    },
  ]);
});
