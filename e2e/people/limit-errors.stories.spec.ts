import { ordinaryUser } from "@/local/provider/provider-parties";
import { violationsOf, WCAG_21 } from "../support/axe";
import { expect, signInThroughProvider, test } from "../support/fixtures";

test("a limit that the gateway refuses is told at its field in words, and no longer once the field changes", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectFailure("/team/update");
  watch.expectFailure("/key/update");
  watch.expectFailure("/key/generate");
  const { masterKey } = stack.gateway;
  const claims = { ...ordinaryUser.claims, email: "ines@example.com", uid: "ines" };
  const account = await stack.provider.addAccount({ username: "ines", claims });
  const members_with_roles = [{ user_id: "ines", role: "admin" }];
  await stack.post("/user/new", masterKey, { user_id: "ines" });
  await stack.post("/team/new", masterKey, { team_id: "led-by-ines", max_budget: 5, members_with_roles });
  await stack.post("/key/generate", masterKey, { key_alias: "key-of-ines", team_id: "led-by-ines" });
  await signInThroughProvider(page, account);

  await page.getByRole("button", { name: "Edit team limits" }).click();
  const team = page.getByRole("dialog", { name: "Limits of led-by-ines" });
  const budget = team.getByLabel("Budget", { exact: true });
  await budget.fill("500");
  await team.getByRole("button", { name: "Save changes" }).click();
  await expect(budget).toHaveAccessibleDescription(
    "Only an administrator of the gateway may raise the budget of a team; it is 5.",
  );
  await expect(budget).toHaveAttribute("aria-invalid", "true");
  await expect(budget).toBeFocused();
  await expect(team.getByRole("alert")).toHaveCount(0);
  await expect(team).not.toContainText("max_budget");
  expect(await violationsOf(page, WCAG_21)).toEqual([]);
  await budget.fill("4");
  await expect(budget).not.toHaveAttribute("aria-invalid", "true");
  await team.getByRole("button", { name: "Save changes" }).click();
  await expect(team).toBeHidden();

  await page.getByRole("button", { name: "Edit key-of-ines" }).click();
  const key = page.getByRole("dialog", { name: "Limits of key-of-ines" });
  await key.getByLabel("Budget", { exact: true }).fill("50");
  await key.getByRole("button", { name: "Save changes" }).click();
  const ofTheTeam = "Must be at most that of the team, which is 4.";
  await expect(key.getByLabel("Budget", { exact: true })).toHaveAccessibleDescription(ofTheTeam);
  await key.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Generate team key" }).click();
  const made = page.getByRole("dialog", { name: "Generate a key for led-by-ines" });
  await made.getByLabel("Budget").fill("50");
  await made.getByRole("button", { name: "Generate key" }).click();
  await expect(made.getByLabel("Budget")).toHaveAccessibleDescription(ofTheTeam);
});
