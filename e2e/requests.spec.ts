import { violationsOf } from "./axe";
import { expect, test } from "./fixtures";
import { picture } from "./picture";

test("a refused request stands between the calls, is found by every id, and leads to its explanation and its group", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "mixed", team_alias: "Mixed doubles", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", masterKey, { team_id: "mixed", key_alias: "mixed key" });
  const key = String(body.key);
  expect((await stack.chat(key)).status).toBe(200);
  const refused = await fetch(`${stack.gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "x-request-id": "mixed-request" },
    body: JSON.stringify({ model: "gpt-4.1-nano", messages: [{ role: "user", content: "Hello" }] }),
  });
  expect(refused.status).toBe(403);
  const decision = refused.headers.get("x-gateway-decision-id") ?? "";
  expect((await stack.chat(key)).status).toBe(200);

  await page.goto("/console/requests?team_id=mixed");
  const rows = page.getByRole("region", { name: "Requests" }).getByRole("row");
  await expect(page.getByText("3 in all")).toBeVisible();
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText("gpt-4.1-nano");
  await expect(rows.nth(2)).toContainText("refused");
  await expect(rows.nth(2)).toContainText("team_model_not_allowed");
  await expect(rows.nth(2)).toContainText("Mixed doubles");
  await picture(page, testInfo, "requests");

  await page.getByRole("button", { name: "Details of the refused request for gpt-4.1-nano" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText(decision);
  await expect(drawer).toContainText("mixed-request");
  await expect(drawer.getByText("Checks")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`call=${decision}`));
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "refused");
  await page.reload();
  await expect(drawer).toContainText(decision);
  await drawer.getByRole("link", { name: "Explain the refusal" }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("team_model_not_allowed");
  await page.goBack();
  await drawer.getByRole("link", { name: "All of this group" }).click();
  await expect(page).toHaveURL(/\/console\/refusals\?.*open=/);
  await expect(page.getByRole("dialog")).toContainText("gpt-4.1-nano");
  await page.getByRole("dialog").getByRole("link", { name: "Each of them" }).click();
  await expect(page).toHaveURL(/\/console\/requests\?.*code=team_model_not_allowed/);
  await expect(page.getByText("1 in all")).toBeVisible();

  for (const id of [decision, "mixed-request"]) {
    await page.goto(`/console/requests?any_id=${id}`);
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("refused");
  }
  await page.goto("/console/requests?team_id=mixed");
  await page.getByLabel("Status").selectOption("refused");
  await expect(page.getByText("1 in all")).toBeVisible();
  await page.getByLabel("Status").selectOption("calls");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.getByLabel("Status").selectOption("");
  await expect(page.getByText("3 in all")).toBeVisible();
});

test("a live list shows what is refused as it happens", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "live-refused", models: ["gpt-4o"] });
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { team_id: "live-refused" });
  await page.goto("/console/requests?team_id=live-refused");
  await expect(page.getByText("No request matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Live" }).click();
  expect((await stack.chat(String(body.key), "gpt-4.1-nano")).status).toBe(403);
  await expect(page.getByRole("button", { name: /^Details of the refused request/ })).toBeVisible({ timeout: 10_000 });
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
  await expect(rows).toHaveCount(1, { timeout: 10_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused: the list is as it was at")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await call();
  await page.getByRole("button", { name: "Live" }).click();
  await expect(rows).toHaveCount(2, { timeout: 10_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await call();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows).toHaveCount(3, { timeout: 20_000 });
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
  // What comes before the page does not move it when it is read again.
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
    await expect(page.getByRole("group", { name: "Rows" })).toBeFocused({ timeout: 1_000 });
  }).toPass();
});
