import type { Page } from "@playwright/test";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { startAlertReceiver } from "@/testing/alerts/alert-receiver";
import { startToolServer } from "@/testing/tools/tool-server";
import { expect, signInThroughProvider, test } from "../support/fixtures";

/** How far from the top the first row of a table or list, figure or chart may begin, in pixels. */
const LOWEST = 230;

/** What a page is opened for: its rows, facts, figures and charts, or the fields or steps of one that is a form. */
const CONTENT = 'main :is(tbody tr, [role="img"], figure, section dl, section li, section p[class*="tabular-nums"])';
const FIELDS = 'main form :is(input, textarea, select, [role="group"])';
const STEPS = "main ol > li";

/** Where the first element that a selector finds begins, in pixels from the top. */
async function contentTop(page: Page, selector: string): Promise<number> {
  return page.evaluate((of) => {
    const tops = [...document.querySelectorAll(of)].map((element) => element.getBoundingClientRect());
    return Math.min(...tops.filter(({ height }) => height > 0).map(({ top }) => top));
  }, selector);
}

async function expectNearTop(page: Page, path: string, selector = CONTENT): Promise<void> {
  await page.goto(`/console${path}`, { waitUntil: "networkidle" });
  // Parts of a page come one after another, and the lower ones may be there first.
  await expect
    .configure({ soft: true })
    .poll(() => contentTop(page, selector), path)
    .toBeLessThanOrEqual(LOWEST);
}

test("the content of each page begins near its top", async ({
  signedIn: page,
  stack: { gateway, post, provider, chat },
}) => {
  test.slow();
  const { masterKey } = gateway;
  await post("/organization/new", masterKey, { organization_id: "near-org" });
  const members = [{ user_id: "near-user" }];
  const budget = { max_budget: 100, budget_duration: "30d" };
  const of = { organization_id: "near-org", members_with_roles: members };
  await post("/team/new", masterKey, { team_id: "near", ...of, ...budget });
  await post("/price/new", masterKey, { provider: "vllm", model: "near-*", input_cost_per_token: 1e-6 });
  const { body } = await post("/key/generate", masterKey, { team_id: "near", user_id: "near-user" });
  expect((await chat(String(body["key"]))).status).toBe(200);
  expect((await chat(await provider.issueToken({ client_id: "nobody-near" }))).status).toBe(403);
  // Served without a price, which *Prices* lists first.
  expect((await chat(String(body["key"]), "house-model")).status).toBe(200);
  await post("/customer/new", masterKey, { user_id: "near-reader" });
  const headers = { authorization: `Bearer ${masterKey}` };
  const { data } = await (await fetch(`${gateway.url}/model/info`, { headers })).json();
  const { id: deployment } = (data as { id: string }[])[0] ?? {};
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of [
    "",
    "/spend",
    "/requests",
    "/refusals",
    "/models",
    "/audit",
    "/teams",
    "/users",
    "/keys",
    "/team?id=near",
    "/user?id=near-user",
    "/organization?id=near-org",
    `/key?id=${String(body["token_id"])}`,
    "/model?id=gpt-4o",
    `/deployment?id=${deployment}`,
    `/issuer?id=${encodeURIComponent(provider.issuer)}`,
    "/organizations",
    "/end-user?id=near-reader",
    "/end-users",
    "/prices",
    "/providers",
    "/settings",
    "/access",
    "/sessions",
    "/reference",
    "/budgets",
    "/teams?chart=calls",
    "/models?chart=calls",
  ]) {
    await expectNearTop(page, path);
  }
});

test("so does that of pages that are forms", async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["/playground", "/explain"]) await expectNearTop(page, path, FIELDS);
  await expectNearTop(page, "/login", STEPS);
});

test("so does that of alerts, credentials, dashboards and tools", async ({
  signedIn: page,
  stack: { gateway, post, chat },
}) => {
  test.slow();
  const { masterKey } = gateway;
  const [receiver, server] = await Promise.all([startAlertReceiver(), startToolServer()]);
  const taken: string[] = [];
  const made = async (path: string, body: object, at: (made: Readonly<Record<string, unknown>>) => string) => {
    const answer = await post(path, masterKey, body);
    expect(answer.status, path).toBe(200);
    taken.push(at(answer.body));
    return answer.body;
  };
  try {
    // What the dashboard draws.
    expect((await chat(masterKey)).status).toBe(200);
    const address = receiver.url;
    await made("/alerting/channels", { name: "near", kind: "slack", address }, () => "/alerting/channels/near");
    const { body: key } = await post("/key/generate", masterKey, { max_budget: 0.000_001 });
    await expect.poll(async () => (await chat(String(key["key"]))).status).toBe(429);
    await made(
      "/credentials",
      { credential_name: "near", credential_values: { api_key: "x" } },
      () => "/credentials/near",
    );
    const panels = [{ of: "calls", title: "Calls", measure: "calls" }];
    const { dashboard_id: id } = await made(
      "/dashboards",
      { name: "Near", panels },
      ({ dashboard_id: one }) => `/dashboards/${String(one)}`,
    );
    await made("/mcp/server", { server_id: "near", url: server.url, transport: "http" }, () => "/mcp/server/near");
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const path of [
      "/alerts",
      "/alerts?tab=rules",
      "/alerts?tab=channels",
      "/credentials",
      "/dashboards",
      `/dashboard?id=${String(id)}`,
      "/tools",
      "/server?id=near",
    ])
      await expectNearTop(page, path);
  } finally {
    for (const path of taken)
      await fetch(gateway.url + path, { method: "DELETE", headers: { authorization: `Bearer ${masterKey}` } });
    await Promise.all([receiver.stop(), server.stop()]);
  }
});

test("so does that of the pages of people without rights", async ({ page, stack: { gateway, post, provider } }) => {
  const { masterKey } = gateway;
  const server = await startToolServer();
  server.issuer = provider.issuer;
  try {
    await post("/user/new", masterKey, { user_id: "near-ada" });
    const added = await post("/mcp/server", masterKey, {
      server_id: "near_mine",
      url: server.url,
      transport: "http",
      allow_all_keys: true,
      on_tool_change: "allow",
      auth_type: "oauth2",
      oauth2_flow: "authorization_code",
    });
    expect(added.status).toBe(200);
    const claims = { ...ordinaryUser.claims, uid: "near-ada" };
    await signInThroughProvider(page, await provider.addAccount({ username: "near-ada", claims }));
    await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectNearTop(page, "", "main section h2");
    await expectNearTop(page, "/connections");
    await expectNearTop(page, "/playground", FIELDS);
  } finally {
    await fetch(`${gateway.url}/mcp/server/near_mine`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${masterKey}` },
    });
    await server.stop();
  }
});
