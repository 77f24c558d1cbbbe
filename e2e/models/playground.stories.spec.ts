import type { Page } from "@playwright/test";
import { violationsIn } from "../support/axe";
import { countClicks } from "../support/count-clicks";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { expect, signInThroughProvider, test } from "../support/fixtures";
import { picture } from "../support/picture";

/** Expects the page to be accessible in both themes, and not to scroll sideways on a phone. */
async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    expect(await violationsIn(colorScheme, page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  if (wide) await page.setViewportSize(wide);
}

test("an administrator calls a model as a team, sees what it costs, and meets the refusal that the team would get", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "/teams/try", models: ["gpt-4o", "house-model"] });
  await page.goto("/console");
  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByRole("button", { name: "Team", exact: true }).click();
  await page.getByLabel("Team", { exact: true }).fill("/teams/try");
  await expect(page.getByText("The identity may call 2 models.")).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Choose a model.")).toBeVisible();
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByLabel("Message 1", { exact: true }).fill("Say hello.");
  await page.getByRole("button", { name: "Send" }).click();

  const call = page.getByRole("region", { name: "Call of gpt-4o" });
  await expect(call.getByRole("status")).toContainText("Answered");
  await expect(call.getByTestId("answer")).not.toBeEmpty();
  await expect(call.getByText("openai/gpt-4o", { exact: true })).toBeVisible();
  await expect(call.getByText(/^\$0\.\d+$/)).toBeVisible();
  const checks = call.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "/teams/try" })).not.toHaveCount(0);
  await page.getByRole("button", { name: "Python" }).click();
  await expect(page.getByLabel("Call in Python", { exact: true })).toContainText('api_key="YOUR_KEY"');
  await expectGoodLooks(page);

  await call.getByRole("link", { name: /^call_/ }).click();
  await page.getByRole("button", { name: "Details of the call to gpt-4o" }).click();
  await expect(page.getByRole("dialog").getByText("playground", { exact: true })).toBeVisible();

  await page.goto("/console/playground");
  await expect(page.getByLabel("Message 1", { exact: true })).toHaveValue("Say hello.");
  watch.expectFailure("/auth/playground");
  await page.getByLabel("Model", { exact: true }).fill("openai/gpt-4o-mini");
  await page.getByRole("button", { name: "Send" }).click();
  const refused = page.getByRole("region", { name: "Call of openai/gpt-4o-mini" });
  await expect(refused.getByRole("status")).toContainText("Refused");
  await expect(refused.getByRole("alert")).toContainText("team_model_not_allowed");
  await expect(refused.getByRole("listitem").filter({ hasText: /Fail$/ })).toHaveCount(1);
});

test("two models answer side by side, and a call is stopped midway", async ({ signedIn: page, stack }) => {
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "tried" });
  await page.goto("/console/playground?user_id=tried&model=openai/tokens-400,slow-20");
  await page.getByRole("button", { name: "Two side by side" }).click();
  await page.getByLabel("Other model", { exact: true }).fill("gpt-4o");
  await page.getByLabel("Message 1", { exact: true }).fill("Count.");
  await page.getByRole("button", { name: "Send" }).click();
  const slow = page.getByRole("region", { name: "Call of openai/tokens-400,slow-20" });
  await expect(page.getByRole("region", { name: "Call of gpt-4o" }).getByRole("status")).toContainText("Answered");
  await expect(slow.getByTestId("answer")).not.toBeEmpty();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(slow.getByRole("status")).toContainText("Stopped");
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await expect
    .poll(async () => {
      const answer = await fetch(`${stack.gateway.url}/spend/logs?tag=playground&size=10`, {
        headers: { authorization: `Bearer ${stack.gateway.masterKey}` },
      });
      const { data } = (await answer.json()) as { data: { requested_model: string; status: string }[] };
      return data.filter(({ requested_model: model }) => model.includes("slow")).map(({ status }) => status);
    })
    .toEqual(["cancelled"]);
});

test("a person without rights calls a model as themselves, under their own limits, and copies the call", async ({
  page,
  stack,
  watch,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  const claims = { ...ordinaryUser.claims, email: "mary@example.com", uid: "mary" };
  const account = await stack.provider.addAccount({ username: "mary", claims });
  await stack.post("/user/new", masterKey, { user_id: "mary", models: ["gpt-4o", "house-model"], rpm_limit: 3 });
  await signInThroughProvider(page, account);

  await page.getByRole("link", { name: "Playground" }).click();
  await expect(page.getByText("You may call 2 models.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Call as" })).toHaveCount(0);
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByLabel("System prompt").fill("Be brief.");
  await page.getByLabel("Message 1", { exact: true }).fill("Say hello.");
  await page.getByText("Parameters", { exact: true }).click();
  await page.getByLabel("Most tokens").fill("20");
  await page.getByText("Answer by a schema").click();
  await page.getByLabel("JSON schema").fill('{"type": "object"}');
  await page.getByLabel("Pictures of message 1").setInputFiles({
    name: "dot.png",
    mimeType: "image/png",
    buffer: Buffer.from(DOT, "base64"),
  });
  await expect(page.getByRole("img", { name: "Picture 1 of message 1" })).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();

  const call = page.getByRole("region", { name: "Call of gpt-4o" });
  await expect(call.getByRole("status")).toContainText("Answered");
  await expect(call.getByText(/^\$0\.\d+$/)).toBeVisible();
  await expect(call.getByRole("list", { name: "Checks" })).toContainText("mary");
  expect(stack.upstream.requests.at(-1)?.body).toMatchObject({
    max_tokens: 20,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Say hello." }, { type: "image_url" }] },
    ],
    response_format: { type: "json_schema" },
  });
  await expect(page.getByLabel("Call in curl", { exact: true })).toContainText("max_tokens");
  await expectGoodLooks(page);
  await picture(page, testInfo, "own-playground");

  await page.getByRole("button", { name: "Two side by side" }).click();
  await page.getByLabel("Other model", { exact: true }).fill("house-model");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("region", { name: "Call of house-model" }).getByRole("status")).toContainText("Answered");
  await expect(page.getByTestId("difference")).not.toBeEmpty();
  await expectGoodLooks(page);
  await picture(page, testInfo, "own-playground-two");

  // The fourth call of the minute meets the person's own limit.
  watch.expectFailure("/playground/chat/completions");
  await page.getByRole("button", { name: "One model" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(call.getByRole("alert")).toContainText("rate_limit_exceeded");
});

test("a developer's first call is answered after two clicks at their front door", async ({ page, stack }) => {
  const claims = { ...ordinaryUser.claims, email: "nora@example.com", uid: "nora" };
  const account = await stack.provider.addAccount({ username: "nora", claims });
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "nora", models: ["gpt-4o"] });
  await signInThroughProvider(page, account);
  await expect(page.getByRole("heading", { name: "Call gpt-4o now" })).toBeVisible();

  const counted = await countClicks(page);
  await page.getByRole("link", { name: "try it here" }).click();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("gpt-4o");
  await page.getByLabel("Message 1", { exact: true }).fill("Say hello.");
  await page.getByRole("button", { name: "Send" }).click();
  const call = page.getByRole("region", { name: "Call of gpt-4o" });
  await expect(call.getByRole("status")).toContainText("Answered");
  expect((await counted.jsonValue()).clicks).toBe(2);
});

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
