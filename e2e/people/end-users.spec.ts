import { expect, test } from "../support/fixtures";
import { actOnRow } from "../support/row-menu";

test("an end user is created with a limit, found, blocked with receipts, refused, unblocked and deleted", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "team-of-end-users" });
  const token = await stack.provider.issueToken({ client_id: "team-of-end-users" });
  const callFor = async (user: string) => {
    const { status, body } = await stack.post("/v1/chat/completions", token, {
      model: "gpt-4o",
      user,
      messages: [{ role: "user", content: "Hello" }],
    });
    return { status, code: (body.error as { code?: string } | undefined)?.code };
  };
  await page.goto("/console");
  await page.getByRole("link", { name: "End users", exact: true }).click();
  await page.getByRole("button", { name: "New end user" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("End user id").fill("reader-of-the-console");
  await dialog.getByLabel("Name", { exact: true }).fill("Grace Example");
  await dialog.getByLabel("Requests a minute").fill("ten");
  await expect(dialog.getByText("A whole number, such as 60.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Create end user" })).toBeDisabled();
  await dialog.getByLabel("Requests a minute").fill("60");
  await dialog.getByRole("button", { name: "Create end user" }).click();
  await expect(page.getByText("Grace Example is created")).toBeVisible();
  expect((await callFor("reader-of-the-console")).status).toBe(200);

  await page.getByLabel("Search end users").fill("grace ex");
  const row = page.getByRole("row", { name: /Grace Example/ });
  await expect(row).toContainText("60 requests/min");
  await expect(page.getByRole("row")).toHaveCount(2);

  await actOnRow(page, "Grace Example", "Block");
  await page.getByRole("button", { name: "Block end user" }).click();
  await expect(page.getByText(/Blocked on 1 of 1 nodes in \d+ ms/)).toBeVisible();
  await expect(row).toContainText("Blocked");
  expect(await callFor("reader-of-the-console")).toEqual({ status: 403, code: "end_user_blocked" });

  await actOnRow(page, "Grace Example", "Unblock");
  await page.getByRole("button", { name: "Unblock end user" }).click();
  await expect(page.getByText(/Unblocked on 1 of 1 nodes/)).toBeVisible();
  expect((await callFor("reader-of-the-console")).status).toBe(200);

  await page.getByRole("button", { name: "Grace Example", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Edit end user" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Grace Example" });
  await edit.getByLabel("Budget", { exact: true }).fill("5");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(drawer.getByRole("meter", { name: "Budget" })).toBeVisible();
  await drawer.getByRole("link", { name: "All calls" }).click();
  await expect(page.getByLabel("End user", { exact: true })).toHaveValue("reader-of-the-console");
  await expect(page.getByText("3 in all")).toBeVisible();
  // Back to the list as it was: the search, and the open drawer.
  await page.goBack();
  await expect(drawer.getByRole("heading", { name: "Grace Example" })).toBeVisible();
  await drawer.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: /Delete the end user/ })
    .getByRole("button", { name: "Delete end user" })
    .click();
  await expect(page.getByText("Grace Example is deleted")).toBeVisible();
  await expect(page.getByRole("row", { name: /Grace Example/ })).toHaveCount(0);
});
