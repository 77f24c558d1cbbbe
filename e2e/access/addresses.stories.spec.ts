import type { Page } from "@playwright/test";
import { expect, type Stack, test, typeInPalette } from "../support/fixtures";
import { inParts } from "../support/in-parts";

/** Ids as identity providers have them, each with what an address could stumble over. */
const IDS = [
  "/teams/ml",
  "a#b",
  "a?b=c&id=d",
  "100%",
  "%2Fteams%2Fml",
  "a+b c",
  "ünï 日本 🚀",
  "../teams",
  "..",
  `"a" <b>'c'`,
  "back\\slash;semi,colon:dot.",
];
/** Reserved, quoted and non-Latin characters in one id. */
const ODD = "/ö#?&=%25+ 🚀'<\"\\;";

/** The deletions that leave the lists as they were, because other specs share the gateway. */
const deletions: { readonly path: string; readonly body: object }[] = [];
test.afterAll(async ({ stack }) => {
  for (const { path, body } of deletions.splice(0)) await stack.post(path, stack.gateway.masterKey, body);
});

async function make(stack: Stack, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await stack.post(path, stack.gateway.masterKey, body);
  expect(answer.status, JSON.stringify([path, body, answer.body])).toBe(200);
  if (path === "/team/new") deletions.push({ path: "/team/delete", body: { team_ids: [answer.body["team_id"]] } });
  if (path === "/model/new") deletions.push({ path: "/model/delete", body: { id: answer.body["id"] } });
  return answer.body;
}

/** Expects what a page shows at one address. */
type Look = (page: Page) => Promise<void>;

/** Expects the looks of addresses, each as a new tab opens it, and again on the way back through all of them. */
async function expectKept(page: Page, views: readonly (readonly [path: string, looks: readonly Look[]])[]) {
  const expectLooks = (path: string, looks: readonly Look[]) =>
    test.step(decodeURIComponent(path), async () => {
      for (const look of looks) await look(page);
    });
  const opened: string[] = [];
  for (const [path, looks] of views) {
    await page.goto(`/console${path}`);
    opened.push(page.url());
    await expectLooks(path, looks);
  }
  await page.goto("/console/reference");
  for (const [path, looks] of views.toReversed()) {
    await page.goBack();
    await expectLooks(path, looks);
    expect(page.url()).toBe(opened.pop());
  }
}

test("the drawer and the page of a team are found by whatever its id has in it", async ({ signedIn: page, stack }) => {
  test.slow();
  for (const [index, team_id] of IDS.entries()) await make(stack, "/team/new", { team_id, rpm_limit: 500 + index });
  for (const [index, id] of IDS.entries()) {
    await page.goto(`/console/teams?${new URLSearchParams({ search: id, sort: "alias" })}`);
    await expect(page.getByLabel("Search teams"), id).toHaveValue(id);
    await page.getByRole("button", { name: id, exact: true }).first().click();
    const drawer = page.getByRole("dialog", { name: id, exact: true });
    await expect(drawer, id).toContainText(`${500 + index} requests/min`);
    expect(new URL(page.url()).searchParams.get("id")).toBe(id);
    await drawer.getByRole("link", { name: "Open page" }).click();
    await expect(page.getByRole("heading", { level: 1, name: id, exact: true }), id).toBeVisible();
    expect(new URL(page.url()).searchParams.get("id")).toBe(id);
    await page.reload();
    await expect(page.getByText(`${500 + index} requests/min`).first(), id).toBeVisible();
    // The reload has forgotten the page before, so that the drawer comes from its address alone.
    await page.goBack();
    await expect(drawer, id).toContainText(`${500 + index} requests/min`);
  }
});

test("every other page and drawer of one thing is found by such an id, and the palette leads there", async ({
  signedIn: page,
  stack,
}) => {
  test.slow();
  await make(stack, "/organization/new", { organization_id: ODD });
  await make(stack, "/team/new", { team_id: ODD, organization_id: ODD });
  await make(stack, "/user/new", { user_id: ODD, teams: [ODD] });
  await make(stack, "/customer/new", { user_id: ODD });
  const key = String((await make(stack, "/key/generate", { key_alias: ODD, team_id: ODD, user_id: ODD }))["token_id"]);
  const entry = await make(stack, "/model/new", {
    model_name: ODD,
    gateway_params: { model: "openai/gpt-4o", api_base: stack.upstream.apiBase, api_key: "k" },
  });
  const drawer = [open(ODD)];
  const heading: Look[] = [
    (shown) => expect(shown.getByRole("heading", { level: 1, name: ODD, exact: true })).toBeVisible(),
  ];
  const id = encodeURIComponent(ODD);
  await expectKept(page, [
    [`/users?id=${id}`, drawer],
    [`/organizations?id=${id}`, drawer],
    [`/end-users?id=${id}`, drawer],
    [`/keys?id=${key}`, drawer],
    [`/models?id=${encodeURIComponent(String(entry["id"]))}`, drawer],
    [`/team?id=${id}`, heading],
    [`/user?id=${id}`, heading],
    [`/organization?id=${id}`, heading],
    [`/end-user?id=${id}`, heading],
    [`/key?id=${key}`, heading],
    [`/model?id=${id}`, heading],
  ]);

  for (const [group, path, found] of [
    ["Teams", "/console/team", ODD],
    ["Users", "/console/user", ODD],
    ["Organisations", "/console/organization", ODD],
    ["Keys", "/console/key", key],
    ["End users", "/console/end-user", ODD],
    ["Models", "/console/model", ODD],
  ] as const) {
    await page.goto("/console/settings");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await typeInPalette(page, ODD);
    await page.getByRole("group", { name: group, exact: true }).getByRole("option", { name: ODD }).click();
    await expect(page.locator("h1"), group).toContainText(ODD);
    const address = new URL(page.url());
    expect([address.pathname, address.searchParams.get("id")], group).toEqual([path, found]);
  }
});

const text = (label: string, value: string): Look => {
  return (page) => expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
};
const pressed = (name: string): Look => {
  return (page) => expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-pressed", "true");
};
const sorted = (name: string, order: "ascending" | "descending"): Look => {
  return (page) => expect(page.getByRole("columnheader", { name })).toHaveAttribute("aria-sort", order);
};
const open = (name: string | RegExp): Look => {
  return (page) => expect(page.getByRole("dialog", { name, exact: typeof name === "string" })).toBeVisible();
};
const tab = (name: string): Look => {
  return (page) => expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
};
const shows = (words: string): Look => {
  return (page) => expect(page.getByText(words).first()).toBeVisible();
};

const odd = encodeURIComponent(ODD);
const VIEWS: readonly (readonly [path: string, looks: readonly Look[]])[] = [
  ...["teams", "users", "organizations", "end-users"].map((path) => {
    const many = { organizations: "organisations", "end-users": "end users" }[path] ?? path;
    return [
      `/${path}?search=${odd}&status=blocked`,
      [text(`Search ${many}`, ODD), pressed("Blocked"), shows(`No ${many} match`)],
    ] as const;
  }),
  ["/teams?sort=-spend", [sorted("Spend", "descending")]],
  ["/users?sort=alias&status=active", [sorted("User", "ascending"), pressed("Active")]],
  ["/organizations?sort=created_at", [sorted("Created", "ascending")]],
  [`/keys?search=${odd}&status=active`, [text("Search keys", ODD), pressed("Active")]],
  ["/keys?sort=spend", [sorted("Spend", "ascending")]],
  ["/teams?new=1", [open("New team")]],
  ["/users?new=1", [open("New user")]],
  ["/organizations?new=1", [open("New organisation")]],
  ["/end-users?new=1", [open("New end user")]],
  ["/keys?new=1", [open("Generate a key")]],
  ["/models?new=1", [open("New model")]],
  [`/models?search=${odd}none`, [text("Search entries", `${ODD}none`), shows("No entry matches this search")]],
  [`/audit?entity_type=team&entity_id=${odd}&actor=${odd}`, [text("Kind", "team"), text("Id", ODD), text("Who", ODD)]],
  [`/sessions?status=ended&search=${odd}`, [pressed("Ended"), text("Search sessions", ODD)]],
  [
    `/requests?team_id=${odd}&end_user_id=${odd}&tag=${odd}&status=calls&sort=duration_ms`,
    [text("Team id", ODD), text("End user", ODD), text("Tag", ODD), text("Order", "duration_ms")],
  ],
  ["/requests?columns=key%2Cprovider", [shows("Provider")]],
  [
    `/spend?range=7&by=user&team_id=${odd}&provider=${odd}`,
    [text("Team id", ODD), text("Provider", ODD), text("Time", "7")],
  ],
  ["/refusals?state=hidden&hours=24", [pressed("Hidden"), text("Time", "24")]],
  [
    `/refusals?code=${odd}&kind=team&principal=${odd}&model=${odd}`,
    [text("Code", ODD), text("Kind of caller", "team"), text("Caller's id", ODD), text("Requested model", ODD)],
  ],
  [`/prices?search=${odd}`, [text("Search prices", ODD), shows("No price matches this search")]],
  ["/access?tab=matrix&rows=team", [tab("Who may use what"), pressed("Teams")]],
  ["/access?tab=claims", [tab("Claims seen")]],
  [`/access?tab=revisions&search=${odd}`, [tab("Revisions"), text("Search revisions", ODD)]],
  [`/reference?search=${odd}`, [text("Search operations", ODD)]],
  [`/playground?team_id=${odd}!`, [text("Team", `${ODD}!`)]],
];

/** Makes a row in each list, because an empty list has no head, and the team that the playground is opened for. */
async function rows(stack: Stack): Promise<void> {
  const { masterKey } = stack.gateway;
  for (const team_id of ["a-row", `${ODD}!`]) await stack.post("/team/new", masterKey, { team_id });
  await stack.post("/user/new", masterKey, { user_id: "a-row" });
  await stack.post("/organization/new", masterKey, { organization_id: "a-row" });
  await stack.post("/key/generate", masterKey, { key_alias: "a-row" });
  expect((await stack.chat(masterKey)).status).toBe(200);
}

for (const views of inParts(VIEWS, 8))
  test(`a new tab and back keep the views from ${decodeURIComponent(views[0][0])} on`, async ({
    signedIn: page,
    stack,
  }) => {
    test.slow();
    await rows(stack);
    await expectKept(page, views);
  });

test("the link to an event opens it, although it has gone to another page", async ({ signedIn: page, stack }) => {
  await make(stack, "/team/new", { team_id: "long-ago" });
  await page.goto("/console/audit?entity_id=long-ago");
  await page.getByRole("button", { name: /^Created a team/ }).click();
  await expect(page).toHaveURL(/event=\d+/);
  const event = new URL(page.url()).searchParams.get("event") ?? "";
  for (let change = 0; change < 26; change++)
    await make(stack, "/team/update", { team_id: "long-ago", rpm_limit: change });
  await expectKept(page, [[`/audit?entity_id=long-ago&event=${event}`, [open("Created a team")]]]);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/console\/audit\?entity_id=long-ago$/);
});
