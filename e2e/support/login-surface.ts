import type { Page } from "@playwright/test";
import { press, type Surface } from "./surface";

/** Sets up a login at the provider of the environment, which wins over it. */
const setUpLogin = async (page: Page): Promise<void> => {
  const change = page.getByRole("button", { name: "Change and test" });
  const issuer = page.getByLabel("Issuer");
  await change.or(issuer).first().waitFor();
  if (await change.isVisible()) return;
  await issuer.fill((await page.getByText("the environment wins").locator("span").first().textContent()) ?? "");
  await page.getByRole("button", { name: "Read the provider" }).click();
  await page.getByLabel("Client id").fill("gateway-console");
  await page.getByLabel("Client secret").fill("gateway-console-secret");
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Test the login" }).click();
  const opened = await opening;
  await opened.getByLabel("User name").fill("admin");
  await opened.getByLabel("Password").fill("admin");
  await opened.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Put in force" }).click();
  await change.waitFor();
};

/** The dialog that removes the login. */
export const SURFACE_OF_LOGIN: Surface = {
  file: "login/remove-login-dialog.tsx",
  path: "/login",
  before: setUpLogin,
  open: [press("Remove")],
  name: /^Remove the login through/,
  close: "Cancel",
  undo: false,
};
