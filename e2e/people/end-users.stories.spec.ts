import { ONE_LOOK } from "@/testing/patience.mjs";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";

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
