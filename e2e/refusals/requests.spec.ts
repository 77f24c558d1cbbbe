import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

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
  await expect(rows.nth(2)).toContainText("Model not allowed for the team");
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
  await page.getByRole("dialog").getByRole("link", { name: "View all" }).click();
  await expect(page).toHaveURL(/\/console\/requests\?.*code=team_model_not_allowed/);
  await expect(page.getByText("1 in all")).toBeVisible();

  for (const id of [decision, "mixed-request"]) {
    await page.goto(`/console/requests?any_id=${id}`);
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("refused");
  }
  await page.goto("/console/requests?team_id=mixed");
  await page.getByLabel("Status", { exact: true }).selectOption("refused");
  await expect(page.getByText("1 in all")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("calls");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("");
  await expect(page.getByText("3 in all")).toBeVisible();
});
