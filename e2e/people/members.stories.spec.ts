import type { Locator, Page } from "@playwright/test";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { violationsOf } from "../support/axe";
import { expect, signInThroughProvider, type Stack, test } from "../support/fixtures";
import { picture } from "../support/picture";

test("the members of a large team are searched and walked, and the page that is shown stays while others go", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  const ids = Array.from({ length: 30 }, (_, index) => `large-${String(index + 1).padStart(2, "0")}`);
  const members_with_roles = ids.map((user_id) => ({ user_id }));
  expect((await stack.post("/team/new", masterKey, { team_id: "large", members_with_roles })).status).toBe(200);
  await page.clock.install();
  await page.goto("/console/team?id=large&tab=members");
  const rows = page.getByRole("list", { name: "Members" }).getByRole("listitem");
  const pages = page.getByRole("navigation", { name: "Pages" }).filter({ hasText: " of 30" });
  await expect(rows).toHaveCount(25);
  await expect(pages.getByText("1–25 of 30")).toBeVisible();
  await picture(page, testInfo, "members");
  const first = await rows.first().innerText();
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages.getByText("26–30 of 30")).toBeVisible();
  await expect(page).toHaveURL(/id=large&tab=members&members_page=2/);
  const second = await rows.allInnerTexts();
  await page.reload();
  await expect(rows).toHaveText(second, { useInnerText: true });
  expect(await violationsOf(page)).toEqual([]);

  const gone = /large-\d\d/.exec(first)?.[0];
  const removed = await stack.post("/team/member_delete", masterKey, { team_id: "large", user_id: gone });
  expect(removed.status).toBe(200);
  await page.clock.fastForward(15_000);
  await expect(page.getByRole("heading", { name: "Members (29)" })).toBeVisible();
  await expect(rows).toHaveText(second, { useInnerText: true });

  await page.getByLabel("Search members").fill("LARGE-30");
  await expect(rows).toHaveText([/large-30/]);
  await expect(page).toHaveURL(/members=LARGE-30/);
  await page.getByLabel("Search members").fill("nobody");
  await expect(page.getByText("No member matches this search.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(rows).toHaveCount(25);
  await expect(page).toHaveURL(/\/console\/team\?id=large&tab=members$/);
});

/** Turns to the last members, and expects them again after a reload and after the way to another page and back. */
async function expectMembersKept(page: Page, within: Locator, address: RegExp): Promise<void> {
  const rows = within.getByRole("list", { name: "Members" }).getByRole("listitem");
  const pages = within.getByRole("navigation", { name: "Pages" }).filter({ hasText: " of 30" });
  await expect(rows).toHaveCount(25);
  const first = await rows.allInnerTexts();
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages.getByText("26–30 of 30")).toBeVisible();
  await expect(page).toHaveURL(address);
  const second = await rows.allInnerTexts();
  await page.reload();
  await expect(rows).toHaveText(second, { useInnerText: true });
  await page.goto("/console/reference");
  await page.goBack();
  await expect(rows).toHaveText(second, { useInnerText: true });
  await page.goBack();
  await expect(rows).toHaveText(first, { useInnerText: true });
  await page.goForward();
  await expect(rows).toHaveText(second, { useInnerText: true });
  const [found = ""] = second;
  await within.getByLabel("Search members").fill(found.split("\n")[0] ?? "");
  // In the address at once: neither a reload nor a page that is drawn again loses what was typed.
  await expect(page).not.toHaveURL(address);
  await page.reload();
  await expect(rows).toHaveText([found], { useInnerText: true });
}

/** Makes a team with thirty members. `first`: the one who administers it. */
async function makeTeam({ post, gateway }: Stack, team_id: string, first: string): Promise<void> {
  const others = Array.from({ length: 29 }, (_, index) => ({ user_id: `${team_id}-${index + 1}` }));
  const members_with_roles = [{ user_id: first, role: "admin" }, ...others];
  expect((await post("/team/new", gateway.masterKey, { team_id, members_with_roles })).status).toBe(200);
}

test("the members that a team's drawer shows are in the address, and leave it with the drawer", async ({
  signedIn: page,
  stack,
}) => {
  await makeTeam(stack, "drawn", "drawn-first");
  await makeTeam(stack, "drawn-too", "drawn-too-first");
  await page.goto("/console/teams?search=drawn");
  await page.getByRole("button", { name: "drawn", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "drawn", exact: true });
  await expectMembersKept(page, drawer, /search=drawn&id=drawn&members_page=2&members_place=/);
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/console\/teams\?search=drawn$/);
  await page.getByRole("button", { name: "drawn-too", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "drawn-too" }).getByText("1–25 of 30")).toBeVisible();
});

test("the members that Your access shows of each team are in its address", async ({ page, stack }) => {
  const claims = { ...ordinaryUser.claims, email: "mel@example.com", uid: "mel" };
  const account = await stack.provider.addAccount({ username: "mel", claims });
  for (const team of ["mels: one", "mels: two"]) await makeTeam(stack, team, "mel");
  await signInThroughProvider(page, account);
  const card = (name: string): Locator =>
    page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true, level: 2 }) });
  const two = card("mels: two");
  await two.getByRole("button", { name: "Next page" }).click();
  await expect(two.getByText("26–30 of 30")).toBeVisible();
  await expectMembersKept(page, card("mels: one"), /mels%253A%2520one%3A%3A2%3A24/);
  await expect(two.getByText("26–30 of 30")).toBeVisible();
});

test("whoever administers two teams turns the pages of each one's keys, and reload keeps both", async ({
  page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const claims = { ...ordinaryUser.claims, email: "pat@example.com", uid: "pat" };
  const account = await stack.provider.addAccount({ username: "pat", claims });
  await stack.post("/user/new", masterKey, { user_id: "pat" });
  for (const team_id of ["/pages/one", "/pages/two"]) {
    await stack.post("/team/new", masterKey, { team_id, members_with_roles: [{ user_id: "pat", role: "admin" }] });
    for (let key = 1; key <= 26; key++)
      await stack.post("/key/generate", masterKey, { key_alias: `${team_id} ${key}`, team_id });
  }
  await signInThroughProvider(page, account);
  const lists = page.getByRole("list", { name: "Keys of the team" });
  await expect(lists.nth(0).getByRole("listitem")).toHaveCount(25);
  await expect(lists.nth(1).getByRole("listitem")).toHaveCount(25);
  for (const team of [0, 1]) {
    await page.getByRole("button", { name: "Next page" }).nth(team).click();
    await expect(lists.nth(team).getByRole("listitem")).toHaveCount(1);
  }
  await page.reload();
  await expect(lists.nth(0).getByRole("listitem")).toHaveText([/\/pages\/(one|two) 1/]);
  await expect(lists.nth(1).getByRole("listitem")).toHaveText([/\/pages\/(one|two) 1/]);
  await page.goBack();
  await expect(lists.nth(0).getByRole("listitem")).toHaveCount(1);
  await expect(lists.nth(1).getByRole("listitem")).toHaveCount(25);
  await expect(page.getByText(/^Updated /).first()).toBeVisible();
});
