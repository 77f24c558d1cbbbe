import type { Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures";

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not shown");
  return box;
}

/** The pairs of letters of a text that two of its lines tear apart. */
async function brokenWords(text: Locator): Promise<readonly string[]> {
  return text.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const letters: { readonly letter: string; readonly top: number }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      [...(node.textContent ?? "")].forEach((letter, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        letters.push({ letter, top: range.getBoundingClientRect().top });
      });
    return letters.flatMap(({ letter, top }, at) => {
      const before = letters[at - 1];
      const isTorn = before !== undefined && top > before.top && /\w/.test(before.letter) && /\w/.test(letter);
      return isTorn ? [before.letter + letter] : [];
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the buttons of a drawer stand in one line", async ({ signedIn: page, stack }) => {
    const { masterKey } = stack.gateway;
    await stack.post("/team/new", masterKey, { team_id: "in-one-line", blocked: true });
    await stack.post("/organization/new", masterKey, { organization_id: "in-one-line", blocked: true });
    const { body } = await stack.post("/key/generate", masterKey, { key_alias: "in-one-line" });
    for (const path of [
      "/teams?id=in-one-line",
      "/organizations?id=in-one-line",
      `/keys?id=${String(body["token_id"])}`,
    ]) {
      await page.goto(`/console${path}`);
      const drawer = page.getByRole("dialog", { name: "in-one-line" });
      const edit = await boxOf(drawer.getByRole("button", { name: /^Edit (team|organisation|key)$/ }));
      const remove = await boxOf(drawer.getByRole("button", { name: "Delete", exact: true }));
      expect(remove.y, path).toBe(edit.y);
      expect(remove.x + remove.width, path).toBeLessThanOrEqual(390);
    }
  });

  test("a name goes on in the next line between its words, and the acts of its row stay in sight", async ({
    signedIn: page,
    stack: { gateway, post },
  }) => {
    const price = { provider: "azure", model: "gpt-4o-mini-realtime-preview-2024-12-17", input_cost_per_token: 1e-6 };
    const comment = "As the contract of this year says";
    const { body } = await post("/price/new", gateway.masterKey, { ...price, comment });
    try {
      await page.goto("/console/prices");
      const row = page.getByRole("row").filter({ hasText: price.model });
      expect(await brokenWords(row.getByText(`${price.provider}/${price.model}`))).toEqual([]);
      const remove = await boxOf(row.getByRole("button", { name: /^Delete the price of/ }));
      expect(remove.x + remove.width).toBeLessThanOrEqual(390 - 16);
      const { data } = (await (await page.request.get("/model/info")).json()) as {
        data: { id: string; gateway_params: { model: string } }[];
      };
      const entry = data.find(({ gateway_params: { model } }) => model === "vllm/house-70b");
      await page.goto(`/console/deployment?id=${entry?.id}`);
      const parameters = page.locator("section", { has: page.getByRole("heading", { name: "Parameters" }) });
      expect(await brokenWords(parameters.getByText(/^http/))).toEqual([]);
    } finally {
      await post("/price/delete", gateway.masterKey, { price_ids: [body["price_id"]] });
    }
  });

  test("of a table with many columns the first stays while the others scroll", async ({ signedIn: page, stack }) => {
    expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
    await page.goto("/console/requests?columns=key,provider,issuer,http,reason");
    const table = page.getByRole("region", { name: "Requests" });
    const [first, second] = [table.getByRole("columnheader").first(), table.getByRole("columnheader").nth(1)];
    const before = { first: await boxOf(first), second: await boxOf(second) };
    await table.evaluate((region) => (region.scrollLeft = 100));
    expect((await boxOf(second)).x).toBe(before.second.x - 100);
    expect((await boxOf(first)).x).toBe(before.first.x);
  });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1920, height: 600 } });

  test("the head of a list stays in sight below the bar while the page scrolls", async ({ signedIn: page, stack }) => {
    for (let team = 1; team <= 25; team++)
      await stack.post("/team/new", stack.gateway.masterKey, { team_id: `head-in-sight-${team}` });
    await page.goto("/console/teams?search=head-in-sight");
    await expect(page.getByRole("row")).toHaveCount(26);
    const head = page.getByRole("columnheader", { name: "Team" });
    expect((await boxOf(head)).y).toBeGreaterThan(100);
    await page.getByRole("button", { name: "head-in-sight-1", exact: true }).scrollIntoViewIfNeeded();
    const bar = await boxOf(page.getByRole("banner").first());
    expect((await boxOf(head)).y).toBe(bar.y + bar.height);
  });
});

test("a name that is written from the right to the left is cut at its end, and read in full on hover", async ({
  signedIn: page,
  stack,
}) => {
  const name = "فريق الترجمة والتعريب للمنطقة الشمالية الشرقية والغربية";
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "from-the-right", team_alias: name });
  await page.goto("/console/teams?search=from-the-right");
  const button = page.getByRole("button", { name, exact: true });
  await expect(button).toHaveAttribute("title", name);
  const shown = await button.evaluate((element) => ({
    direction: getComputedStyle(element).direction,
    isCut: element.scrollWidth > element.clientWidth,
  }));
  expect(shown).toEqual({ direction: "rtl", isCut: true });
});
