import { build } from "esbuild";
import type * as ClientPackage from "../../packages/client/src/index";
import { violationsOf } from "../support/axe";
import { expect, test, typeInPalette } from "../support/fixtures";

test("from a refusal's link to its cure, without a sign-in", async ({ page, stack }) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "closed" });
  const { body } = await stack.post("/key/generate", masterKey, { team_id: "closed" });
  await stack.post("/team/block", masterKey, { team_id: "closed" });
  const refused = await fetch(`${stack.gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(body.key)}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [] }),
  });
  expect(refused.status).toBe(403);
  const [, link = ""] = /^<([^>]+)>; rel="help"$/.exec(refused.headers.get("link") ?? "") ?? [];
  expect(link).toBe("/console/docs/reference/errors#team_blocked");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "team_blocked", exact: true })).toBeInViewport();
  await expect(page.getByText("have it unblocked in Teams")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test("the search finds a code, a finding, a setting, a route and a sentence, by keyboard and without scripts", async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.gateway.url });
  const page = await context.newPage();
  await page.goto("/console/docs");
  await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
  for (const [text, found] of [
    ["team_blocked", "team_blocked"],
    ["C021", "C021"],
    ["/key/generate", "POST /key/generate"],
    ["stream stops after a minute", "Answers are slow or break"],
    ["GATEWAY_DATA_DIR", "Environment variables"],
  ] as const) {
    const field = page.getByRole("search").first().getByRole("searchbox");
    await field.fill(text);
    await field.press("Enter");
    await expect(page.getByRole("main").getByRole("link", { name: found }).first()).toBeVisible();
  }
  await context.close();
});

test("a telephone shows a page whole, in both themes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/console/docs/guides/choose");
    await expect(page.getByRole("heading", { name: "Which setup?" })).toBeVisible();
    await page.getByText("All pages").click();
    await expect(page.getByRole("navigation", { name: "Documentation" }).getByRole("link").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violationsOf(page)).toEqual([]);
  }
});

test("an address without a document says so, and the palette finds pages", async ({ signedIn: page, watch }) => {
  watch.expectFailure("404 GET");
  const answer = await page.goto("/console/docs/nothing/here");
  expect(answer?.status()).toBe(404);
  await page.goto("/console/settings");
  await typeInPalette(page, "troubleshoot");
  await page.getByRole("group", { name: "Documentation" }).getByRole("option").first().click();
  await expect(page).toHaveURL(/\/console\/docs\/guides\/troubleshoot/);
});

test("the gateway's own client writes, pages and fails in a browser as elsewhere", async ({ page, stack, watch }) => {
  watch.expectFailure("409 POST");
  const { outputFiles } = await build({
    entryPoints: ["packages/client/src/index.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "client",
    footer: { js: "globalThis.gatewayClient = client;" },
  });
  await page.addInitScript({ content: outputFiles[0]?.text ?? "" });
  await page.goto("/console/docs");
  const seen = await page.evaluate(async (token) => {
    const { createClient } = Reflect.get(globalThis, "gatewayClient") as typeof ClientPackage;
    const gateway = createClient({ baseUrl: location.origin, token });
    for (const team_id of ["browser-a", "browser-b"]) await gateway.call("POST /team/new", { team_id });
    const names: string[] = [];
    for await (const team of gateway.pages("GET /team/list", { size: 1, search: "browser-" })) names.push(team.team_id);
    const refusal: unknown = await gateway
      .call("POST /team/new", { team_id: "browser-a" })
      .catch((error) => error.code);
    return { names: names.toSorted(), refusal };
  }, stack.gateway.masterKey);
  expect(seen).toEqual({ names: ["browser-a", "browser-b"], refusal: "already_exists" });
});
