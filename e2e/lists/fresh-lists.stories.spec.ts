import type { Page } from "@playwright/test";
import { NAVIGATION } from "@/components/shell/navigation";
import { alertChannelContracts } from "@/lib/wire/contracts/alerts/channels";
import { alertHistoryContracts } from "@/lib/wire/contracts/alerts/history";
import { alertRuleContracts } from "@/lib/wire/contracts/alerts/rules";
import { alertSilenceContracts } from "@/lib/wire/contracts/alerts/silences";
import { auditContracts } from "@/lib/wire/contracts/audit";
import { budgetContracts } from "@/lib/wire/contracts/budgets/budgets";
import { configContracts } from "@/lib/wire/contracts/config";
import { toolConnectionContracts } from "@/lib/wire/contracts/connections/tool-connections";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { healthContracts } from "@/lib/wire/contracts/health";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { modelContracts } from "@/lib/wire/contracts/models";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { requestContracts } from "@/lib/wire/contracts/requests";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import { userContracts } from "@/lib/wire/contracts/users";
import { expect, test } from "../support/fixtures";

/** Pages of the navigation that list nothing, or whose parts each say how old they are. */
const NO_LIST: ReadonlySet<string> = new Set([
  "/console",
  "/console/explain",
  "/console/playground",
  "/console/reference",
  "/console/docs",
]);
/** The lists of the console, each with the operation that it reads. */
const LISTS: readonly (readonly [path: string, operation: { readonly path: string }])[] = [
  ["/console/teams", teamContracts.list],
  ["/console/users", userContracts.list],
  ["/console/organizations", organizationContracts.list],
  ["/console/end-users", endUserContracts.list],
  ["/console/keys", keyContracts.list],
  ["/console/access?tab=matrix", decisionContracts.matrix],
  ["/console/access?tab=revisions", configContracts.listRevisions],
  ["/console/providers", providerKeyContracts.show],
  ["/console/models", modelContracts.info],
  ["/console/credentials", credentialContracts.list],
  ["/console/tools", toolServerContracts.list],
  ["/console/connections", toolConnectionContracts.list],
  ["/console/prices", priceContracts.list],
  ["/console/dashboards", dashboardContracts.list],
  ["/console/spend", spendContracts.report],
  ["/console/budgets", budgetContracts.list],
  ["/console/requests", requestContracts.list],
  ["/console/requests?status=calls&sort=spend", spendContracts.logs],
  ["/console/refusals", refusalContracts.list],
  ["/console/alerts", alertHistoryContracts.list],
  ["/console/alerts?tab=rules", alertRuleContracts.list],
  ["/console/alerts?tab=channels", alertChannelContracts.list],
  ["/console/alerts?tab=silences", alertSilenceContracts.list],
  ["/console/sessions", sessionContracts.list],
  ["/console/audit", auditContracts.logs],
  ["/console/settings", healthContracts.nodes],
];
/** How often a list is read again. */
const PERIOD_MS = 15_000;

test("every page of the navigation is a list of this table, or lists nothing", () => {
  const listed = new Set(LISTS.map(([path]) => path.replace(/\?.*/, "")));
  const pages = NAVIGATION.flatMap(({ items }) => items.map(({ href }) => href));
  expect(pages.filter((href) => !listed.has(href) && !NO_LIST.has(href))).toEqual([]);
});

test("every list of the console says how old it is, and reads itself again", async ({ signedIn: page, stack }) => {
  test.slow();
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  const { masterKey } = stack.gateway;
  const current = await fetch(`${stack.gateway.url}/config/get`, { headers: { authorization: `Bearer ${masterKey}` } });
  const { revision } = (await current.json()) as { revision: { id: number } | null };
  await stack.post("/config/revisions", masterKey, { settings: {}, base_revision: revision?.id ?? null });
  await page.clock.install();
  for (const list of LISTS) await expectFresh(page, list);
});

test("every page about one thing says how old it is, and reads itself again", async ({ signedIn: page, stack }) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "fresh-one" });
  await stack.post("/user/new", masterKey, { user_id: "fresh-one" });
  await stack.post("/organization/new", masterKey, { organization_id: "fresh-one" });
  const { body: key } = await stack.post("/key/generate", masterKey, { key_alias: "fresh-one" });
  await stack.post("/mcp/server", masterKey, { server_id: "fresh_one", url: `${stack.upstream.apiBase}/mcp` });
  // A node reads the keys of an issuer with the first of its tokens.
  await stack.chat(await stack.provider.issueToken({ sub: "fresh-one" }));
  const answer = await page.request.get("/model/info");
  const { data: models } = (await answer.json()) as { data: { id: string; model_name: string }[] };
  const { id, model_name: model } = models[0]!;
  await page.clock.install();
  const pages = [
    ["team", "fresh-one", teamContracts.info],
    ["user", "fresh-one", userContracts.info],
    ["organization", "fresh-one", organizationContracts.info],
    ["key", String(key.token_id), keyContracts.info],
    ["model", model, modelContracts.info],
    ["deployment", id, modelContracts.info],
    ["issuer", stack.provider.issuer, providerKeyContracts.show],
    ["server", "fresh_one", toolServerContracts.list],
  ] as const;
  for (const [kind, of, operation] of pages)
    await expectFresh(page, [`/console/${kind}?id=${encodeURIComponent(of)}`, operation]);
  // Other files expect no tool server.
  await fetch(`${stack.gateway.url}/mcp/server/fresh_one`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${masterKey}` },
  });
});

/** Opens a page, which must say its age and ask the operation again after its period. */
async function expectFresh(page: Page, [path, operation]: (typeof LISTS)[number]): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByText(/^Updated /).first(), path).toHaveText("Updated just now");
  await expect(page.getByRole("button", { name: /^(Refresh|Read the list again)/ }).first(), path).toBeVisible();
  const again = page.waitForRequest((request) => new URL(request.url()).pathname === operation.path);
  await page.clock.fastForward(PERIOD_MS);
  await again;
}
