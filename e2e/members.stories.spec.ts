import { ordinaryUser } from "@/local/provider/provider-parties";
import { violationsOf } from "./axe";
import { expect, signInThroughProvider, test } from "./fixtures";
import { picture } from "./picture";

test("the members of a large team are searched and walked, and the page that is shown stays while others go", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  const ids = Array.from({ length: 30 }, (_, index) => `large-${String(index + 1).padStart(2, "0")}`);
  const members_with_roles = ids.map((user_id) => ({ user_id }));
  expect((await stack.post("/team/new", masterKey, { team_id: "large", members_with_roles })).status).toBe(200);
  await page.clock.install();
  await page.goto("/console/team?id=large");
  const rows = page.getByRole("list", { name: "Members" }).getByRole("listitem");
  const pages = page.getByRole("navigation", { name: "Pages" }).filter({ hasText: " of 30" });
  await expect(rows).toHaveCount(25);
  await expect(pages.getByText("1–25 of 30")).toBeVisible();
  await picture(page, testInfo, "members");
  const first = await rows.first().innerText();
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages.getByText("26–30 of 30")).toBeVisible();
  await expect(page).toHaveURL(/id=large&members_page=2/);
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
  await expect(page).toHaveURL(/\/console\/team\?id=large$/);
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
