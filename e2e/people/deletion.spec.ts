import { expect, test } from "../support/fixtures";

test("an empty team is deleted after one question, by keyboard, and the question can be cancelled", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "lonely-team", blocked: true });
  await page.goto("/console/teams");
  await page.getByLabel(/^Search/).fill("lonely-team");
  await page.getByRole("button", { name: "lonely-team", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: /Delete the team/ });
  await expect(dialog.getByText("lonely-team is blocked, and the block goes too.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "lonely-team", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("button", { name: "Delete team" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Delete team" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("lonely-team is deleted")).toBeVisible();
});
