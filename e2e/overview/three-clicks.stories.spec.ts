import type { Page } from "@playwright/test";
import { type Counted, countClicks } from "../support/count-clicks";
import { expect, type Stack, test } from "../support/fixtures";
import { REFUSALS_OF_SEVERAL } from "../support/refusals-of-several";
import { REFUSALS, type RepairedRefusal } from "../support/refusals-to-repair";

async function saveSettings({ gateway, post }: Stack, settings: object): Promise<void> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const { revision } = await (await fetch(`${gateway.url}/config/get`, { headers })).json();
  const base_revision = (revision as { id: number } | null)?.id ?? null;
  const answer = await post("/config/revisions", gateway.masterKey, { settings, base_revision, force: true });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** The ways to a refusal; each ends with its repairs in sight. */
const WAYS: Readonly<
  Record<string, (page: Page, refused: { code: string; name: string; id: string }) => Promise<Counted>>
> = {
  "the inbox": (page, { code, name }) => openGroup(page, code, name),
  async "its decision id"(page, { id }) {
    await page.goto(`/console/explain?id=${id}`);
    const again = page.getByRole("button", { name: "Ask again under today's rules" });
    await expect(again).toBeVisible();
    const counted = await countClicks(page);
    await again.click();
    return counted;
  },
};

/** Clicks what is left until the repair is saved. */
async function repair(page: Page, { save, repair: among }: RepairedRefusal, name: string): Promise<void> {
  const offered = page.getByRole("list", { name: "What would allow it" }).last().locator("> li");
  const one = (among === undefined ? offered : offered.filter({ hasText: among(name) })).first();
  const saves = one.getByRole("button", { name: save });
  const tries = one.getByRole("button", { name: "What would change?" });
  await expect(saves.or(tries).first()).toBeVisible();
  if (await tries.isVisible()) await tries.click();
  await saves.click();
}

for (const [way, open] of Object.entries(WAYS)) {
  for (const refusal of REFUSALS) {
    const { code, what, next } = refusal;
    const title = [code, what].filter(Boolean).join(" ");
    test(`${title} is repaired from ${way} in three clicks at most, and the same request passes`, async ({
      signedIn: page,
      stack,
    }) => {
      test.slow();
      await withRefused(stack, refusal, `${title.replace(/\W+/g, "-")}-${way.length}`, async ({ ask, name, id }) => {
        const counted = await open(page, { code, name, id });
        await repair(page, refusal, name);
        await expect(page.getByTestId("today").last()).toContainText(
          next === undefined ? "this request would pass" : "refused for another reason",
        );
        expect((await counted.jsonValue()).clicks).toBeLessThanOrEqual(3);
        expect(await askedOnce(ask)).toEqual([next === undefined, next]);
      });
    });
  }
}

// In this order: a team with every model that comes earlier would be the one whose member a caller should become.
for (const refusal of REFUSALS_OF_SEVERAL)
  test(`${refusal.does} are one card, one save and one undo, and the same request passes`, async ({
    signedIn: page,
    stack,
  }) => {
    test.slow();
    const { code, does } = refusal;
    for (const [way, open] of Object.entries(WAYS))
      await test.step(way, () =>
        withRefused(stack, refusal, `several-${does.replace(/\W+/g, "-")}-${way.length}`, async ({ ask, name, id }) => {
          await open(page, { code, name, id });
          const cards = page.getByRole("list", { name: "What would allow it" }).last().locator("> li");
          await expect(cards).toHaveCount(1);
          await expect(cards).toContainText("Two changes are needed together");
          await repair(page, refusal, name);
          await expect(page.getByTestId("today").last()).toContainText("this request would pass");
          expect(await askedOnce(ask)).toEqual([true, undefined]);
          await page.getByRole("button", { name: "Undo", exact: true }).first().click();
          await expect(page.getByText("Both changes are taken back").first()).toBeVisible();
          expect(await askedUntil(ask, code)).toBe(code);
        }),
      );
  });

type Asked = () => Promise<Response>;

/** Makes a refusal under its settings, and puts the settings back after `work`. */
async function withRefused(
  stack: Stack,
  { code, settings, make }: RepairedRefusal,
  name: string,
  work: (refused: { readonly ask: Asked; readonly name: string; readonly id: string }) => Promise<void>,
): Promise<void> {
  if (settings) await saveSettings(stack, settings(name));
  try {
    const ask = await make(stack, name);
    const refused = await ask();
    const { error } = (await refused.json()) as { error: { code: string } };
    expect(error.code).toBe(code);
    await work({ ask, name, id: refused.headers.get("x-gateway-decision-id") ?? "" });
  } finally {
    if (settings) await saveSettings(stack, {});
  }
}

/** Whether a request passes, and the code of its refusal. */
async function askedOnce(ask: Asked): Promise<[passes: boolean, code: string | undefined]> {
  const answer = await ask();
  const body = (await answer.json()) as { error?: { code: string } };
  return [answer.status < 400, body.error?.code];
}

/** Asks until a request is refused with a code: an extension that is taken back ends a second later. */
async function askedUntil(ask: Asked, code: string): Promise<string | undefined> {
  await expect(async () => expect((await askedOnce(ask))[1]).toBe(code)).toPass();
  return code;
}

/** Opens the inbox at the refusals of one code, and from there the group with this name. Returns the counted clicks. */
async function openGroup(page: Page, code: string, name: string): Promise<Counted> {
  // Refusals are counted some seconds after they have happened. Asking for them is cheaper than opening the page again.
  const groups = async (): Promise<string> => (await page.request.get(`/auth/refusals?code=${code}`)).text();
  await expect.poll(groups).toContain(name);
  await page.goto(`/console/refusals?code=${code}`);
  const row = page.getByRole("row").filter({ hasText: name }).first();
  await expect(row).toBeVisible();
  const counted = await countClicks(page);
  await row.getByRole("button").first().click();
  return counted;
}

test("a model that nobody serves, or that has no price, leads from the inbox to its prefilled form in two clicks", async ({
  signedIn: page,
  stack,
}) => {
  const { gateway, post, upstream } = stack;
  const name = "three-clicks-unknown";
  const key = String((await post("/key/generate", gateway.masterKey, { key_alias: name })).body["key"]);
  expect((await stack.chat(key, name)).code).toBe("model_not_found");
  const toModel = await openGroup(page, "model_not_found", name);
  await page.getByRole("link", { name: "Go to New model" }).click();
  const model = page.getByRole("dialog", { name: "New model" });
  await expect(model.getByLabel("Name that callers use")).toHaveValue(name);
  expect((await toModel.jsonValue()).clicks).toBe(2);

  const gateway_params = {
    model: "openai/three-clicks-priceless",
    api_base: upstream.apiBase,
    api_key: "upstream-key",
  };
  const { body: entry } = await post("/model/new", gateway.masterKey, {
    model_name: name,
    gateway_params,
    model_info: { unpriced: "refuse" },
  });
  expect((await stack.chat(key, name)).code).toBe("model_unpriced");
  const toPrice = await openGroup(page, "model_unpriced", name);
  await page.getByRole("link", { name: "Go to New price" }).click();
  const price = page.getByRole("dialog", { name: "New price" });
  await expect(price.getByLabel("Upstream model", { exact: true })).toHaveValue("three-clicks-priceless");
  await expect(price.getByLabel("Provider", { exact: true })).toHaveValue("openai");
  expect((await toPrice.jsonValue()).clicks).toBe(2);
  await page.reload();
  await price.getByLabel("Input", { exact: true }).fill("1");
  await price.getByLabel("Output", { exact: true }).fill("2");
  await price.getByRole("button", { name: "Add price" }).click();
  await expect(price).toBeHidden();
  expect((await stack.chat(key, name)).status).toBe(200);
  await post("/model/delete", gateway.masterKey, { id: entry["id"] });
  const listed = await (await page.request.get("/price/list?model=three-clicks-priceless")).json();
  const price_ids = (listed as { data: { price_id: string }[] }).data.map((one) => one.price_id);
  await post("/price/delete", gateway.masterKey, { price_ids });
});
