import { type Database, openDatabase } from "@/lib/store/database";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { expect, signInWithMasterKey, test } from "../support/fixtures";
import { next, numbers, previous, ROWS, shown } from "../support/list-rows";

let server: TestDatabase;
let database: Database;
let gateway: GatewayProcess;
test.beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  // Calls that were never booked would be missing from an audit at the end.
  gateway = await startGateway({ environment: { DATABASE_URL: server.url }, audit: false });
});
test.afterAll(async () => {
  await gateway.stop();
  await database.close();
  await server.stop();
});
test.beforeEach(async ({ page }) => signInWithMasterKey(page, { gateway }));

const id = "'walk-' || to_char(n, 'FM000')";
const from = "FROM generate_series($1::int, $2::int) AS n";
const CALLS = `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens,
    cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
  SELECT md5(n::text), now() - n / 7 * interval '1 minute', CASE WHEN n > 900 THEN 99 ELSE n % 11 END, 'success', '/chat/completions', ${id}, 'm', 'p', 'd',
    1, 0, 1, 0, CASE WHEN n > 900 THEN 99 ELSE n % 5 END, 'upstream', CASE WHEN n > 900 THEN 99 ELSE n % 13 END, 'priced' ${from}`;
const calls = (sort: string) => ({
  name: `calls by ${sort}`,
  path: `/requests?deployment=d&status=calls${sort === "started_at" ? "" : `&sort=${sort}`}`,
  insert: sort === "started_at" ? CALLS.replace("- n / 7", "+ n / 901") : CALLS,
  remove: "DELETE FROM calls WHERE requested_model LIKE $1",
});

/** Lists of which several rows share what they are sorted by. Rows from 901 on come before all others. */
const LISTS = [
  calls("spend"),
  calls("total_tokens"),
  calls("duration_ms"),
  calls("started_at"),
  {
    name: "refusals",
    path: "/refusals",
    insert: `INSERT INTO refusal_counts (hour, code, kind, principal, route, model, count, first_at, last_at, examples)
      SELECT date_trunc('hour', now()), 'model_not_found', 'master_key', '', '/v1/chat/completions', ${id},
        CASE WHEN n > 900 THEN 99 ELSE n % 4 + 1 END, now() - n % 3 * interval '1 s', now() - n % 3 * interval '1 s', '{}' ${from}`,
    remove: "DELETE FROM refusal_counts WHERE model LIKE $1",
  },
  {
    name: "teams in the access matrix",
    path: "/access?tab=matrix&rows=team&models=gpt-4o",
    // A team before all others has an id before theirs.
    insert: `INSERT INTO teams (id, alias, created_at, updated_at) SELECT CASE WHEN n > 900 THEN 'a' ELSE '' END || ${id}, ${id}, now(), now() ${from}`,
    remove: "DELETE FROM teams WHERE alias LIKE $1",
  },
];

for (const { name, path, insert, remove } of LISTS)
  test(`of ${name}, none is shown twice or left out while others come and go between two pages`, async ({ page }) => {
    const add = (first: number, last = first) => database.pool.query(insert, [first, last]);
    const drop = (like: string) => database.pool.query(remove, [like]);
    await add(1, ROWS);
    try {
      await page.goto(`${gateway.url}/console${path}`);
      const first = await shown(page, "1–25 of 60");
      for (const gone of first.slice(20, 23)) await drop(`walk-${gone}`);
      await add(901);
      await next(page).click();
      const second = await shown(page, "26–50 of 58");
      await expect(page).toHaveURL(/[?&](after|cursor)=/);
      await add(902, 903);
      await next(page).click();
      const third = await shown(page, /of 60$/);
      await expect(next(page)).toBeDisabled();
      expect([...first, ...second, ...third].sort()).toEqual(numbers(1, ROWS));

      await page.getByRole("button", { name: "Refresh", exact: true }).click();
      expect(await shown(page, /of 60$/)).toEqual(third);
      await page.reload();
      expect(await shown(page, /of 60$/)).toEqual(third);
      await page.goBack();
      expect(await shown(page, "26–50 of 60")).toEqual(second);
      await previous(page).click();
      expect(await shown(page, "1–25 of 60")).toContain("903");
      await expect(page).toHaveURL(`${gateway.url}/console${path}`);
    } finally {
      await drop("walk-%");
    }
  });

test("revisions are walked while others are saved, and one that is not listed is compared with the one before", async ({
  page,
}) => {
  const add = (first: number, last = first) =>
    database.pool.query(
      `INSERT INTO config_revisions (actor, comment, settings) SELECT 'somebody', ${id}, json_build_object('team_id_jwt_field', 'claim-' || n) ${from}`,
      [first, last],
    );
  await add(1, ROWS);
  await page.goto(`${gateway.url}/console/access?tab=revisions`);
  const first = await shown(page, "1–25 of 60");
  await add(901);
  await next(page).click();
  const second = await shown(page, "26–50 of 61");
  await next(page).click();
  const third = await shown(page, "52–61 of 61");
  expect([...first, ...second, ...third]).toEqual(numbers(1, ROWS).reverse());
  await page.getByRole("button", { name: "Compare revision 1", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("What it set");
  await page.keyboard.press("Escape");

  await page.goto(`${gateway.url}/console/access?tab=revisions&revision=2`);
  await expect(page.getByRole("dialog")).toContainText("What it changed since revision 1");
  await expect(page.getByRole("dialog").getByRole("list", { name: "Change of this revision" })).toContainText(
    "claim-2",
  );
  await page.keyboard.press("Escape");
  await page.getByLabel("Search revisions").fill("WALK-01");
  await expect(page.getByText("1–10 of 10")).toBeVisible();
  await expect(page).toHaveURL(/search=WALK-01/);
  await page.getByLabel("Search revisions").fill("nothing");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByText("1–25 of 61")).toBeVisible();
});

test("entries of the model list are walked behind one another while some before them go", async ({ page }) => {
  const send = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(gateway.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const params = { model: "openai/gpt-4o", api_key: "k" };
  const made: string[] = [];
  for (const n of numbers(1, 103))
    made.push(String((await send("/model/new", { model_name: `walk-${n}`, gateway_params: params }))["id"]));
  await page.goto(`${gateway.url}/console/models`);
  await expect(page.getByText("1–100 of 103")).toBeVisible();
  const rows = page
    .getByRole("region", { name: "Model entries" })
    .getByRole("row")
    .filter({ hasText: /walk-\d/ });
  await next(page).click();
  await expect(page.getByText("101–103 of 103")).toBeVisible();
  await expect(rows).toHaveCount(3);
  for (const model of made.slice(0, 2)) await send("/model/delete", { id: model });
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect(page.getByText("99–101 of 101")).toBeVisible();
  await expect(rows).toHaveText([/walk-101/, /walk-102/, /walk-103/]);
  await page.reload();
  await expect(rows).toHaveText([/walk-101/, /walk-102/, /walk-103/]);
});
