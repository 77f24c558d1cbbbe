import { type Database, openDatabase } from "@/lib/store/database";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { expect, signInThroughProvider, signInWithMasterKey, test } from "../support/fixtures";
import { next, numbers, previous, ROWS, shown } from "../support/list-rows";

/** Teams that the search of the walks does not find. */
const FURTHER = 470;

let server: TestDatabase;
let database: Database;
let gateway: GatewayProcess;
test.beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  // The spend that is written below has no calls, which an audit at the end would miss.
  gateway = await startGateway({ environment: { DATABASE_URL: server.url }, audit: false });
  await fill(database);
});
test.afterAll(async () => {
  await gateway.stop();
  await database.close();
  await server.stop();
});
test.beforeEach(async ({ page }) => signInWithMasterKey(page, { gateway }));

/** Rows whose order by name, by age and by spend differs, and of which several share each spend. */
async function fill({ pool }: Database): Promise<void> {
  const created = "created_at, updated_at";
  const at = "timestamptz '2031-01-01' + (n * 7 % 60) * interval '1 minute', now()";
  const id = "to_char(n, 'FM000')";
  for (const table of ["teams", "users", "organizations", "end_users"])
    await pool.query(
      `INSERT INTO ${table} (id, alias, ${created}) SELECT 'walk-' || ${id}, 'Walk ' || ${id}, ${at} FROM generate_series(1, ${ROWS}) AS n`,
    );
  await pool.query(
    `INSERT INTO teams (id, ${created}) SELECT 'other-' || ${id}, ${at} FROM generate_series(1, ${FURTHER}) AS n`,
  );
  await pool.query(
    `INSERT INTO keys (id, hash, name, alias, ${created}) SELECT gen_random_uuid(), 'hash-' || n, 'sk-...' || ${id}, 'walk-' || ${id}, ${at} FROM generate_series(1, ${ROWS}) AS n`,
  );
  await pool.query(
    `INSERT INTO prices (id, provider, model, prices, effective_from, created_by, created_at) SELECT gen_random_uuid(), 'openai', 'walk-' || ${id}, '{"input_cost_per_token": 0.001}', '2031-01-01', 'somebody', timestamptz '2031-01-01' + n * interval '1 minute' FROM generate_series(1, ${ROWS}) AS n`,
  );
  await pool.query(
    `INSERT INTO audit_events (at, actor, action, entity_type, entity_id) SELECT timestamptz '2025-01-01' + n * interval '1 minute', 'somebody', 'team.update', 'team', 'walk-' || ${id} FROM generate_series(1, ${ROWS}) AS n`,
  );
  await pool.query(
    `INSERT INTO console_sessions (id, kind, name, created_at, last_seen_at, expires_at, refreshed_at) SELECT 'hash-' || n, 'oidc', 'walk-' || ${id}, now() - n * interval '1 minute', now(), now() + interval '1 hour', now() FROM generate_series(1, ${ROWS}) AS n`,
  );
  await pool.query(
    `INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
     SELECT 'team', 'walk-' || ${id}, n / 7, 1, 0, 0, 0 FROM generate_series(1, ${ROWS}) AS n`,
  );
}

const LISTS = [
  { name: "teams", path: "/teams?search=walk" },
  { name: "users", path: "/users" },
  { name: "organisations", path: "/organizations" },
  { name: "end users", path: "/end-users" },
  { name: "keys", path: "/keys?sort=alias" },
  { name: "prices", path: "/prices" },
  { name: "audit events", path: "/audit?actor=somebody" },
  { name: "sessions", path: "/sessions?search=walk" },
];

for (const { name, path } of LISTS)
  test(`the pages of ${name} show each row once, and back, reload and the address keep the page`, async ({ page }) => {
    await page.goto(`${gateway.url}/console${path}`);
    const first = await shown(page, "1–25 of 60");
    await next(page).click();
    const second = await shown(page, "26–50 of 60");
    await next(page).click();
    const third = await shown(page, "51–60 of 60");
    await expect(next(page)).toBeDisabled();
    expect([...first, ...second, ...third].sort()).toEqual(numbers(1, ROWS));

    await page.reload();
    expect(await shown(page, "51–60 of 60")).toEqual(third);
    await page.goBack();
    expect(await shown(page, "26–50 of 60")).toEqual(second);
    await page.goForward();
    expect(await shown(page, "51–60 of 60")).toEqual(third);
    await previous(page).click();
    expect(await shown(page, "26–50 of 60")).toEqual(second);
    await previous(page).click();
    expect(await shown(page, "1–25 of 60")).toEqual(first);
    await expect(previous(page)).toBeDisabled();
    await expect(page).toHaveURL(gateway.url + "/console" + path);
  });

for (const [sort, before, behind] of [
  ["", "2032-01-01", "2030-01-01"],
  ["created_at", "2030-01-01", "2032-01-01"],
  ["-alias", "Walk 999", "Walk 000"],
  ["spend", "0", "99"],
] as const)
  test(`sorted by "${sort}" and searched, no team is repeated or left out while others come and go`, async ({
    page,
  }) => {
    const add = async (id: string, value: string): Promise<void> => {
      const isDate = value.startsWith("20");
      await database.pool.query("INSERT INTO teams (id, alias, created_at, updated_at) VALUES ($1, $2, $3, now())", [
        id,
        value.startsWith("Walk") ? value : `Walk ${id}`,
        isDate ? value : "2031-06-01",
      ]);
      if (!isDate && !value.startsWith("Walk"))
        await database.pool.query(
          `INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls) VALUES ('team', $1, $2, 1, 0, 0, 0)`,
          [id, value],
        );
    };
    try {
      await page.goto(`${gateway.url}/console/teams?search=walk&status=active&sort=${sort}`);
      const first = await shown(page, "1–25 of 60");
      const gone = first.slice(20, 23);
      await database.pool.query("DELETE FROM teams WHERE id = ANY($1)", [gone.map((n) => `walk-${n}`)]);
      await add("walk-901", before);
      await next(page).click();
      const second = await shown(page, /^26–50 of 58$/);
      await add("walk-902", before);
      await add("walk-903", behind);
      await next(page).click();
      const third = await shown(page, /of 60$/);
      const walked = [...first, ...second, ...third];
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked.filter((n) => n < "900").sort()).toEqual(numbers(1, ROWS));
      expect(third).toContain("903");

      await page.getByRole("button", { name: "Refresh" }).click();
      expect(await shown(page, /of 60$/)).toEqual(third);
      await page.reload();
      expect(await shown(page, /of 60$/)).toEqual(third);
      await page.goBack();
      expect(await shown(page, /^26–50 of 60$/)).toEqual(second);
    } finally {
      await database.pool.query("DELETE FROM teams WHERE id LIKE 'walk-9%'");
      await database.pool.query("DELETE FROM entity_totals WHERE entity_id LIKE 'walk-9%'");
      await database.pool.query(
        `INSERT INTO teams (id, alias, created_at, updated_at) SELECT 'walk-' || to_char(n, 'FM000'), 'Walk ' || to_char(n, 'FM000'), timestamptz '2031-01-01' + (n * 7 % 60) * interval '1 minute', now()
         FROM generate_series(1, ${ROWS}) AS n ON CONFLICT DO NOTHING`,
      );
    }
  });

test("who goes on before a page is there stays on it, for nobody knows yet where the next one begins", async ({
  page,
}) => {
  await page.goto(`${gateway.url}/console/teams?search=walk`);
  const first = await shown(page, "1–25 of 60");
  let letPass = () => {};
  const held = new Promise<void>((resolve) => (letPass = resolve));
  await page.route(
    (url) => url.pathname === "/team/list" && url.searchParams.has("after"),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await next(page).click();
  await expect(page.locator("table.opacity-60")).toHaveCount(1);
  await next(page).click();
  await expect(page).toHaveURL(/page=2&after=/);
  letPass();
  const second = await shown(page, "26–50 of 60");
  await next(page).click();
  const third = await shown(page, "51–60 of 60");
  expect([...first, ...second, ...third].sort()).toEqual(numbers(1, ROWS));
});

test("a page whose rows are gone says so, and leads to the first", async ({ page }) => {
  for (const path of [
    "/teams?search=walk&page=9",
    "/keys?page=9",
    "/audit?page=99",
    "/sessions?page=9",
    "/prices?page=9",
  ]) {
    await page.goto(`${gateway.url}/console${path}`);
    await expect(page.getByText(/^This page no longer has \w+$/), path).toBeVisible();
    await page.getByRole("button", { name: "First page" }).click();
    await expect(page.getByText(/^1–25 of /), path).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
  }
});

test("what a draft changes is walked by Next rows and First rows, and a team made meanwhile repeats none", async ({
  page,
}) => {
  await page.goto(`${gateway.url}/console/access`);
  await page.getByRole("switch", { name: "enforce_rbac" }).click();
  await page.getByRole("tab", { name: "Who may use what" }).click();
  await page.getByRole("button", { name: "Teams", exact: true }).click();
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "What the draft changes" }) });
  await expect(card.getByText(`Compared for the first 500 of ${ROWS + FURTHER} rows.`)).toBeVisible();
  await expect(card.getByRole("button", { name: "First rows" })).toHaveCount(0);
  await database.pool.query("INSERT INTO teams (id, created_at, updated_at) VALUES ('aaa', now(), now())");
  await card.getByRole("button", { name: "Next rows" }).click();
  await expect(card.getByText(`Compared for 30 of ${ROWS + FURTHER + 1} rows.`)).toBeVisible();
  await expect(card.getByRole("button", { name: "Next rows" })).toHaveCount(0);
  await page.reload();
  await expect(card.getByText(`Compared for 30 of ${ROWS + FURTHER + 1} rows.`)).toBeVisible();
  await page.goBack();
  await expect(card.getByText(/^Compared for the first 500 of/)).toBeVisible();
  await page.goForward();
  await expect(card.getByText(/^Compared for 30 of/)).toBeVisible();
  await card.getByRole("button", { name: "First rows" }).click();
  await expect(card.getByText(`Compared for the first 500 of ${ROWS + FURTHER + 1} rows.`)).toBeVisible();
  await card.getByRole("button", { name: "Next rows" }).click();
  await expect(card.getByText(/^Compared for 31 of/)).toBeVisible();
  // Another question begins at its first row.
  await page.getByRole("button", { name: "Roles", exact: true }).click();
  await expect(page).not.toHaveURL(/after=/);
  await database.pool.query("DELETE FROM teams WHERE id = 'aaa'");
});

test("Show more shows the refusals before, which reload and back keep, with the new one on top", async ({
  page,
  stack,
}) => {
  const claims = { ...ordinaryUser.claims, email: "mo@example.com", uid: "mo" };
  const account = await stack.provider.addAccount({ username: "mo", claims });
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "mo", models: ["house-model"] });
  const token = await stack.provider.passwordToken(account);
  for (let model = 1; model <= 30; model++)
    expect((await stack.chat(token, `openai/refused-${model}`)).status).toBe(403);
  await signInThroughProvider(page, account, stack.gateway.url);
  const rows = page.getByRole("list", { name: "Refusals" }).getByRole("listitem");
  await expect(rows).toHaveCount(25);
  await expect(rows.first()).toContainText("openai/refused-30");
  expect((await stack.chat(token, "openai/refused-31")).status).toBe(403);
  // A refusal is on record some seconds after it happened.
  const recorded = async (): Promise<number> =>
    (await (await page.request.get("/auth/refusals/own?size=1")).json()).total;
  await expect.poll(recorded).toBe(31);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(rows).toHaveCount(31);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const models = (await rows.allInnerTexts()).map((text) => /openai\/refused-(\d+)/.exec(text)?.[1]);
  expect(models).toEqual(Array.from({ length: 31 }, (_, index) => String(31 - index)));
  await page.reload();
  await expect(rows).toHaveCount(31);
  await page.goBack();
  await expect(rows).toHaveCount(25);
});

test("the pages of one's own keys are in the address, and a page whose keys are gone leads to the first", async ({
  page,
  stack,
}) => {
  const { masterKey, url } = stack.gateway;
  const save = async (settings: object): Promise<void> => {
    const answer = await fetch(`${url}/config/get`, { headers: { authorization: `Bearer ${masterKey}` } });
    const { revision } = (await answer.json()) as { revision: { id: number } | null };
    const saved = await stack.post("/config/revisions", masterKey, { settings, base_revision: revision?.id ?? null });
    expect(saved.status).toBe(200);
  };
  const claims = { ...ordinaryUser.claims, email: "kim@example.com", uid: "kim" };
  const account = await stack.provider.addAccount({ username: "kim", claims });
  await stack.post("/user/new", masterKey, { user_id: "kim" });
  const made: unknown[] = [];
  for (let key = 1; key <= 26; key++)
    made.push(
      (await stack.post("/key/generate", masterKey, { key_alias: `own-${key}`, user_id: "kim" })).body["token_id"],
    );
  await save({ team_allowed_routes: ["openai_routes", "info_routes", "/key/list"] });
  try {
    await signInThroughProvider(page, account, url);
    const keys = page.getByRole("list", { name: "Keys" });
    await expect(page.getByText("1–25 of 26")).toBeVisible();
    await expect(keys).toContainText("own-26");
    await next(page).click();
    await expect(page.getByText("26–26 of 26")).toBeVisible();
    await page.reload();
    await expect(page.getByText("26–26 of 26")).toBeVisible();
    await expect(keys.getByRole("listitem")).toHaveText(/own-1/);
    expect((await stack.post("/key/delete", masterKey, { keys: [made[0]] })).status).toBe(200);
    await page.reload();
    await expect(page.getByText("This page no longer has keys")).toBeVisible();
    await page.getByRole("button", { name: "First page" }).click();
    await expect(keys.getByRole("listitem")).toHaveCount(25);
  } finally {
    await save({});
  }
});
