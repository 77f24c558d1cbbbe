import { ONE_LOOK } from "@/testing/patience.mjs";
import { violationsOf } from "../support/axe";
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

test("an end user known only from calls is blocked by its id, and an id that exists is refused at its field", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("/customer/new");
  const key = String(
    (await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "key-for-end-users" })).body.key,
  );
  const call = { model: "gpt-4o", user: "unwanted-reader", messages: [{ role: "user", content: "Hello" }] };
  expect((await stack.post("/v1/chat/completions", key, call)).status).toBe(200);
  await page.goto("/console/end-users");
  const create = async () => {
    await page.getByRole("button", { name: "New end user" }).first().click();
    await page.getByLabel("End user id").fill("unwanted-reader");
    await page.getByRole("checkbox", { name: /Blocked/ }).check();
    await page.getByRole("button", { name: "Create end user" }).click();
  };
  await create();
  await expect(page.getByText("unwanted-reader is created")).toBeVisible();
  expect((await stack.post("/v1/chat/completions", key, call)).status).toBe(403);
  await create();
  await expect(page.getByLabel("End user id")).toHaveAttribute("aria-invalid", "true");
});

test("end users are listed page by page, by status, and an empty search says where else to look", async ({
  signedIn: page,
  stack,
}) => {
  for (let number = 1; number <= 26; number++)
    await stack.post("/customer/new", stack.gateway.masterKey, {
      user_id: `page-reader-${number}`,
      blocked: number === 1,
    });
  await page.goto("/console/end-users");
  await page.getByLabel("Search end users").fill("page-reader");
  await expect(page.getByText("1–25 of 26")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("26–26 of 26")).toBeVisible();
  await page.getByRole("button", { name: "page-reader-1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete end user" }).click();
  await expect(page.getByText("1–25 of 25")).toBeVisible();
  await page.getByRole("button", { name: "Blocked", exact: true }).click();
  await expect(page.getByText("No end users match")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Spend" }).click();
  await expect(page.getByLabel("Group by")).toHaveValue("end_user");
});

test("the page of an end user has their calls, spend, budget and refusals, also of one known only from calls", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const { body: key } = await stack.post("/key/generate", masterKey, { key_alias: "key-of-page-readers" });
  const callFor = async (user: string): Promise<number> => {
    const call = { model: "gpt-4o", user, messages: [{ role: "user", content: "Hello" }] };
    return (await stack.post("/v1/chat/completions", String(key["key"]), call)).status;
  };
  const section = (name: string) => page.locator("section", { has: page.getByRole("heading", { name }) });
  expect(await callFor("reader/with page")).toBe(200);

  await page.goto(`/console/end-user?id=${encodeURIComponent("reader/with page")}`);
  await expect(page.getByRole("heading", { name: "reader/with page", level: 1 })).toBeVisible();
  await expect(page.getByText("Known only from calls")).toBeVisible();
  await expect(page.getByRole("link", { name: "End users", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(section("Latest calls").getByText("gpt-4o")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: "Create end user" }).click();
  const dialog = page.getByRole("dialog", { name: "New end user" });
  await expect(dialog.getByLabel("End user id")).toHaveValue("reader/with page");
  await dialog.getByLabel("Name", { exact: true }).fill("Reader with a page");
  await dialog.getByLabel("Budget", { exact: true }).fill("5");
  await dialog.getByRole("button", { name: "Create end user" }).click();
  await expect(page.getByRole("heading", { name: "Reader with a page", level: 1 })).toBeVisible();
  await expect(section("Budget and limits").getByRole("meter", { name: "Budget" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit end user" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Block Reader with a page" }).click();
  await page.getByRole("button", { name: "Block end user" }).click();
  await expect(page.getByText("Blocked", { exact: true }).first()).toBeVisible();
  expect(await callFor("reader/with page")).toBe(403);
  await page.getByRole("tab", { name: "Refusals" }).click();
  // Refusals are recorded within seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: "Refused keys and people" })).toContainText(
      "key-of-page-readers",
      ONE_LOOK,
    );
  }).toPass();
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(section("Changes").getByRole("listitem").first()).toBeVisible();
});
