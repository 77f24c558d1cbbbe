import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openDatabase } from "@/lib/store/database";
import { mountSmallDisk } from "@/testing/database/full-disk";
import { startTestDatabase } from "@/testing/database/test-database";
import { type GatewayOptions, type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { violationsIn, WCAG_2 } from "../support/axe";
import { expect, signInWithMasterKey, type Stack, test } from "../support/fixtures";

function options({ upstream }: Stack, databaseUrl: string): GatewayOptions {
  const gateway_params = { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "upstream-key" };
  return {
    config: { model_list: [{ model_name: "gpt-4o", gateway_params }] },
    environment: { DATABASE_URL: databaseUrl },
    // Their journals are broken on purpose.
    audit: false,
  };
}

function call({ url, masterKey }: GatewayProcess): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] }),
  });
}

/**
 * Lets a minute pass since a node was last heard of, and an hour since all have started: one that starts after another
 * has fallen silent counts as its replacement.
 */
async function ageDeadNode(url: string, pid: number): Promise<void> {
  const database = openDatabase(url);
  await database.pool.query("UPDATE nodes SET started_at = started_at - interval '1 hour'");
  const aged = "UPDATE nodes SET seen_at = seen_at - interval '61 seconds' WHERE name LIKE '%-' || $1 || '-%'";
  expect((await database.pool.query(aged, [String(pid)])).rowCount).toBe(1);
  await database.close();
}

/** Expects a page to be accessible and to fit, however wide and in both themes. */
async function expectGoodLooks(page: Page): Promise<void> {
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of ["light", "dark"] as const)
      expect(await violationsIn(scheme, page, WCAG_2), `${width}, ${scheme}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // Nothing runs out of its card either.
    const outside = await page.getByRole("definition").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const { right } = cell.getBoundingClientRect();
        const inner = [...cell.querySelectorAll("span")].filter((one) => one.getBoundingClientRect().right > right + 1);
        return inner.map((one) => one.textContent ?? "");
      }),
    );
    expect(outside, String(width)).toEqual([]);
  }
}

test("a node that was killed is named on the overview, and Settings says what becomes of what it had not booked", async ({
  page,
  stack,
}) => {
  const database = await startTestDatabase();
  const url = await database.createDatabase();
  const shared = options(stack, url);
  const first = await startGateway(shared);
  const second = await startGateway(shared);
  try {
    await signInWithMasterKey(page, { gateway: first });
    await expect(page.getByText("2 nodes", { exact: true })).toBeVisible();
    await second.kill();
    await ageDeadNode(url, second.pid);
    await page.reload();
    await expect(page.getByText(/Node \S+ has been silent since \d\d:\d\d UTC/)).toBeVisible();
    await expect(page.getByText("1 of 2 nodes")).toBeVisible();
    await page.goto(`${first.url}/console/settings`);
    await expect(page.getByRole("row").filter({ hasText: "silent" })).toHaveCount(1);
    await expect(
      page.getByText("start a gateway on its data folder, which books what the node had left unbooked"),
    ).toBeVisible();
    await expectGoodLooks(page);
  } finally {
    await page.close();
    await first.stop();
    await database.stop();
  }
});

test("a full disk is told in plain words with what to do, on the overview and in Settings, until there is room again", async ({
  page,
  stack,
  watch,
}) => {
  // Readiness fails, so that load balancers hear of it.
  watch.expectFailure("/health/readiness");
  const disk = mountSmallDisk(4_096);
  test.skip(typeof disk === "string", String(disk));
  if (typeof disk === "string") return;
  chmodSync(disk.directory, 0o755);
  const database = await startTestDatabase();
  const alone = options(stack, await database.createDatabase());
  const gateway = await startGateway({ ...alone, dataDirectory: join(disk.directory, "data") });
  try {
    await signInWithMasterKey(page, { gateway });
    disk.fill(0);
    await expect.poll(async () => (await call(gateway)).status).toBe(503);
    await page.goto(`${gateway.url}/console`);
    await expect(page.getByRole("status").getByText("The disk of the spend journal is full")).toBeVisible();
    await expect(page.getByText(`Make room on the disk of ${disk.directory}`)).toBeVisible();
    await expect(page.getByText(/ENOSPC/)).toHaveCount(1);
    await page.goto(`${gateway.url}/console/settings`);
    await expect(page.getByText("Not ready", { exact: true })).toBeVisible();
    await expect(page.getByText("Disk full", { exact: true })).toBeVisible();
    await expect(page.getByText(`Make room on the disk of ${disk.directory}`)).toBeVisible();
    await expectGoodLooks(page);
    disk.empty();
    await expect.poll(async () => (await call(gateway)).status).toBe(200);
    await page.goto(`${gateway.url}/console`);
    await expect(page.getByText("The disk of the spend journal is full")).toHaveCount(0);
    await expect(page.getByText("Healthy.", { exact: true })).toBeVisible();
  } finally {
    await page.close();
    await gateway.stop();
    await database.stop();
    disk.unmount();
  }
});

test("a line of the journal that cannot be read is set aside, and the overview names its file", async ({
  page,
  stack,
}) => {
  const database = await startTestDatabase();
  const alone = options(stack, await database.createDatabase());
  const killed = await startGateway(alone);
  expect((await call(killed)).status).toBe(200);
  await killed.kill();
  const folder = join(killed.dataDirectory, "journal");
  const [segment = ""] = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const bytes = readFileSync(join(folder, segment));
  writeFileSync(join(folder, segment), Buffer.concat([Buffer.from("not a line of a journal\n"), bytes]));
  const gateway = await startGateway({ ...alone, dataDirectory: killed.dataDirectory });
  try {
    await signInWithMasterKey(page, { gateway });
    await expect(page.getByText("Records of the journal could not be booked")).toBeVisible();
    await expect(page.getByText(/1 file: \S+\.damaged/)).toBeVisible();
    await expect(page.getByText("look at each file there, and remove it when you are done")).toBeVisible();
    await expectGoodLooks(page);
  } finally {
    await page.close();
    await gateway.stop();
    await database.stop();
  }
});
