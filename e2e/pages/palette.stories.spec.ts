import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe";
import { expect, test, typeInPalette } from "../support/fixtures";

/** Everything that the address, the history and the browser's storage hold. */
async function kept(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
}

test("pages, entities and actions are reached by keyboard alone", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, {
    team_id: "/found/by-name",
    team_alias: "Quarterly planning",
  });
  await page.goto("/console/settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  await typeInPalette(page, "audit");
  await expect(page.getByRole("option", { name: "Audit log" })).toHaveAttribute("aria-selected", "true");
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/console\/audit$/);
  await expect(page.getByRole("dialog")).toBeHidden();

  await typeInPalette(page, "quarterly");
  await expect(page.getByRole("option", { name: "Quarterly planning" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Documentation" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/console\/team\?id=%2Ffound%2Fby-name$/);
  await expect(page.getByRole("heading", { name: "Quarterly planning", level: 1 })).toBeVisible();

  await typeInPalette(page, "gpt-4o");
  await expect(
    page.getByRole("group", { name: "Models" }).getByRole("option", { name: "gpt-4o", exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await typeInPalette(page, "new team");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New team" });
  await expect(form.getByLabel("Team id")).toBeFocused();
  await page.keyboard.type("by-palette");
  await page.keyboard.press("Enter");
  await expect(page.getByText("by-palette is created")).toBeVisible();
  await expect(form).toBeHidden();
});

test("a verb and a name begin the act on the page of what is meant, and themes are commands", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "verbs-7", team_alias: "Verbose agents" });
  await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "ci-key-of-verbs" });
  await page.goto("/console/settings");
  await typeInPalette(page, "block verbose");
  await expect(page.getByRole("option", { name: "Block Verbose agents" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /Block Verbose agents/ });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/console\/team\?id=verbs-7$/);

  await typeInPalette(page, "rotate ci-key-of");
  await expect(page.getByRole("option", { name: "Rotate ci-key-of-verbs" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Rotate ci-key-of-verbs?" })).toBeVisible();
  await page.keyboard.press("Escape");

  await typeInPalette(page, "dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("the arrow keys go around the list, and Escape gives the focus back", async ({ signedIn: page }) => {
  await page.goto("/console/settings");
  const button = page.getByRole("button", { name: "Search or jump to" });
  // It waits for the page's scripts, and takes no focus until then.
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  const input = page.getByRole("combobox", { name: "Search or jump to" });
  await expect(input).toBeFocused();
  const options = page.getByRole("option");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await expect(input).toHaveAttribute("aria-activedescendant", (await options.last().getAttribute("id")) ?? "none");
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a pasted decision, call, key or token opens its place, and a secret is in no address, history or storage", async ({
  signedIn: page,
  stack,
}) => {
  const admin = stack.gateway.masterKey;
  const { body } = await stack.post("/key/generate", admin, { key_alias: "pasted-key" });
  const secret = String(body["key"]);
  const token = await stack.provider.issueToken({ client_id: "nobody-here" });
  const headerOf = async (bearer: string, name: string): Promise<string> => {
    const answer = await fetch(`${stack.gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] }),
    });
    return answer.headers.get(name) ?? "";
  };
  const call = await headerOf(secret, "x-gateway-call-id");
  const decision = await headerOf(token, "x-gateway-decision-id");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("framenavigated", (frame) => addresses.push(frame.url()));

  await page.goto("/console/settings");
  await typeInPalette(page, call);
  await expect(page.getByRole("option", { name: "Open this call" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 in all")).toBeVisible();

  await typeInPalette(page, decision);
  await expect(page.getByRole("option", { name: "Explain this refusal" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${stack.gateway.url}/console/explain?id=${decision}`);

  await typeInPalette(page, `Bearer ${token}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${stack.gateway.url}/console/explain`);
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue(token);
  expect(await kept(page)).not.toContain(token);
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await expect(page.getByText('The team "nobody-here" does not exist.').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue("");

  // The secret as it is copied out of a script.
  await typeInPalette(page, `x-api-key: "${secret}",`);
  await expect(page.getByRole("option", { name: "Open the page of this key" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "pasted-key", level: 1 })).toBeVisible();
  expect(await kept(page)).not.toContain(secret);

  await typeInPalette(page, "sk-this-is-no-key-of-ours");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No key of this gateway has this secret.")).toBeVisible();
  await page.keyboard.press("Escape");

  expect(stack.gateway.output).not.toContain(token);
  expect(stack.gateway.output).not.toContain(secret);
  for (const part of [secret, token, "sk-this-is-no-key-of-ours"])
    expect(addresses.filter((address) => decodeURIComponent(address).includes(part))).toEqual([]);
});
