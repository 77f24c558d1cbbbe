import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe";
import { expect, signInThroughProvider, test, type Stack } from "../support/fixtures";
import { picture } from "../support/picture";

const RED =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const CALL = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Paris","unit":"C"}' } };
const MESSAGES = [
  { role: "system", content: "You are the assistant of a travel agency. Be brief." },
  {
    role: "user",
    content: [
      { type: "text", text: "What is the weather in the city on this picture?" },
      { type: "image_url", image_url: { url: RED } },
    ],
  },
  { role: "assistant", content: null, tool_calls: [CALL] },
  { role: "tool", tool_call_id: "c1", content: '{"sky":"clear","temperature":21}' },
  { role: "user", content: "Say it in one sentence, please." },
];

/** A call of a new key, with what opts it in; its id. */
async function call(stack: Stack, name: string, optIn: object, headers = {}): Promise<string> {
  const { body } = await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: name, ...optIn });
  const answer = await fetch(`${stack.gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(body.key)}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "gpt-4o", temperature: 0.3, messages: MESSAGES }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.get("x-gateway-call-id") ?? "";
}

async function openCall(page: Page, id: string) {
  await page.goto(`/console/requests?any_id=${id}`);
  await page.getByRole("button", { name: /^Details of/ }).click();
  return page.getByRole("dialog");
}

test("whoever has the right sees what was said in a call, and makes it again as themselves", async ({
  page,
  stack,
  watch,
}, testInfo) => {
  // Her own token may list no models.
  watch.expectFailure("/models");
  const id = await call(stack, "content kept", { log_content: true });
  const vera = await stack.provider.addAccount({
    username: "vera",
    scopes: ["gateway_proxy_admin"],
    claims: { uid: "vera", realm_access: { roles: ["content_viewer"] } },
  });
  await signInThroughProvider(page, vera);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  const drawer = await openCall(page, id);
  await expect(drawer).toContainText("The audit log records every view.");
  await drawer.getByRole("button", { name: "Show prompt and answer" }).click();
  const turns = drawer.getByRole("list", { name: "Conversation" }).getByRole("listitem");
  await expect(turns).toHaveCount(6);
  await expect(turns.nth(1)).toContainText("What is the weather in the city on this picture?");
  await expect(turns.nth(1).getByRole("img")).toHaveAttribute("src", RED);
  await turns.nth(2).getByText("weather", { exact: true }).click();
  await expect(turns.nth(2)).toContainText('"city": "Paris"');
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "conversation");
  await drawer.getByRole("button", { name: "Replay as yourself" }).click();
  await expect(page).toHaveURL(/\/console\/playground$/);
  await expect(page.getByText("Say it in one sentence, please.")).toBeVisible();
  await picture(page, testInfo, "replay");
  expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain("travel agency");
  await page.goto("/console/audit?action=content.look");
  await expect(page.getByText("Looked at a prompt and its answer").first()).toBeVisible();
});

test("without the right, or where nothing is kept, a quiet sentence says so", async ({
  signedIn: page,
  stack,
  watch,
}, testInfo) => {
  const kept = await call(stack, "content refused", { log_content: true });
  const unkept = await call(stack, "content unkept", {});
  const declined = await call(stack, "content declined", { log_content: true }, { "x-gateway-no-log": "true" });
  watch.expectFailure("/spend/logs/content");
  const drawer = await openCall(page, kept);
  await drawer.getByRole("button", { name: "Show prompt and answer" }).click();
  await expect(drawer).toContainText("Reading content is a separate right");
  await picture(page, testInfo, "no-right");
  // Who may not read it may delete it.
  await drawer.getByRole("button", { name: "Delete content" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete prompts and answers?" });
  await expect(dialog).toContainText("This cannot be undone.");
  await picture(page, testInfo, "delete-content");
  await dialog.getByRole("button", { name: "Delete content" }).click();
  await expect(page.getByText("The content of 1 call is deleted")).toBeVisible();
  await expect(page.getByText("Its content is deleted.")).toBeVisible();
  await expect(await openCall(page, unkept)).toContainText("neither its team nor its key keeps prompts and answers");
  await expect(await openCall(page, declined)).toContainText("its caller asked for that");
});

test("a team is opted in by its form, which says what that means", async ({ signedIn: page, stack }, testInfo) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "readers" });
  await page.goto("/console/team?id=readers");
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Keep prompts and answers" }).check();
  await dialog.getByRole("textbox", { name: "Days to keep them" }).fill("7");
  await picture(page, testInfo, "team-form");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Kept for 7 days")).toBeVisible();
});
