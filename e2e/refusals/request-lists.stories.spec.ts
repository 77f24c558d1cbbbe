import { expect, test } from "../support/fixtures";
import { ONE_LOOK } from "@/testing/patience.mjs";

test("a live list shows what is refused as it happens", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "live-refused", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { team_id: "live-refused" });
  await page.goto("/console/requests?team_id=live-refused");
  await expect(page.getByText("No request matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Live" }).click();
  expect((await stack.chat(String(body.key), "gpt-4.1-nano")).status).toBe(403);
  await expect(page.getByRole("button", { name: /^Details of the refused request/ })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
});

test("a list that is paused stays as it was, until somebody follows it again or asks for all of it", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "paused", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { team_id: "paused" });
  const call = async () => expect((await stack.chat(String(body.key), "gpt-4o")).status).toBe(200);
  const rows = page.getByRole("button", { name: /^Details of the call/ });
  await page.goto("/console/requests?team_id=paused");
  await expect(page.getByText("No request matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Live" }).click();
  await call();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused: the list is as it was at")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await call();
  await page.getByRole("button", { name: "Live" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await call();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows).toHaveCount(3);
});

test("a list of calls and refusals goes on page by page, and its address holds the page", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "stepped", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { team_id: "stepped" });
  for (let call = 0; call < 26; call++)
    expect((await stack.chat(String(body.key), call % 2 === 0 ? "gpt-4o" : "gpt-4.1-nano")).status).toBe(
      call % 2 === 0 ? 200 : 403,
    );
  await page.clock.install();
  await page.goto("/console/requests?team_id=stepped");
  await expect(page.getByText("The newest 25")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("The oldest 1")).toBeVisible();
  await expect(page).toHaveURL(/[?&]after=/);
  await page.reload();
  await expect(page.getByText("The oldest 1")).toBeVisible();
  // New rows before the page do not move it when it is read again.
  const row = page.getByRole("button", { name: /^Details of the/ });
  const label = await row.getAttribute("aria-label");
  await row.focus();
  expect((await stack.chat(String(body.key), "gpt-4o")).status).toBe(200);
  const again = page.waitForResponse((response) => response.url().includes("/spend/requests"));
  await page.clock.fastForward(15_000);
  await again;
  await expect(row).toBeFocused();
  await expect(row).toHaveAttribute("aria-label", label ?? "");
  await expect(page.getByText("The oldest 1")).toBeVisible();
  await page.getByRole("button", { name: "First page" }).click();
  await expect(page.getByText("The newest 25")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("The oldest 1")).toBeVisible();
  await page.goForward();
  // A row that a newer one pushes out of the list leaves the focus with the list.
  await expect(row).toHaveCount(25);
  await row.last().focus();
  expect((await stack.chat(String(body.key), "gpt-4o")).status).toBe(200);
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(page.getByRole("group", { name: "Rows" })).toBeFocused(ONE_LOOK);
  }).toPass();
});
