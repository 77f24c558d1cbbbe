import { readFileSync } from "node:fs";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

test("teams are exported, changed in the file, and imported after a look at what would change", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "table-a", team_alias: "Tables", max_budget: 5 });
  await page.goto("/console/teams?search=table-");
  await expect(page.getByRole("button", { name: "Tables", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "CSV" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export these teams" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toContain("table-a,Tables,");

  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByRole("menuitem", { name: "Import teams…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import teams" });
  const choose = (text: string): Promise<void> =>
    dialog.getByLabel("CSV file").setInputFiles({ name: "teams.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("team_id,max_budget\ntable-a,much\n");
  await expect(dialog.getByRole("status")).toHaveText("1 refused");
  await expect(dialog.getByRole("listitem")).toContainText('max_budget: must be a number, but is "much"');
  await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  await choose(`${file.trimEnd().replace("Tables", "Table makers")}\r\ntable-b${",".repeat(12)}\r\n`);
  await expect(dialog.getByRole("status")).toHaveText("1 new, 1 changed");
  await expect(dialog.getByRole("listitem").first()).toContainText("team_alias Tables → Table makers");
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "plan");
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("Imported teams: 1 new, 1 changed")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  const table = page.getByRole("region", { name: "Teams" });
  await expect(table.getByRole("button", { name: "Table makers", exact: true })).toBeVisible();
  await expect(table.getByRole("button", { name: "table-b", exact: true })).toBeVisible();
});

test("an import of keys shows the secrets of the new ones, once", async ({ signedIn: page, stack }) => {
  await page.goto("/console/keys");
  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByRole("menuitem", { name: "Import keys…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import keys" });
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "keys.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("token_id,key_alias\n,from a file\n"),
  });
  await dialog.getByRole("button", { name: "Import 1 row" }).click();
  const secret = /sk-[\w-]+/.exec(await dialog.getByRole("region", { name: "Secrets" }).innerText())?.[0] ?? "";
  expect((await stack.chat(secret)).status).toBe(200);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "Keys" }).getByText("from a file")).toBeVisible();
});
