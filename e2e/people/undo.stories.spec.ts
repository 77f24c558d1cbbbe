import { expect, test } from "../support/fixtures";
import { actOnRow } from "../support/row-menu";

test("a block says whom it stops, and is undone where it was confirmed", async ({ signedIn: page, stack }) => {
  const { masterKey } = stack.gateway;
  const members_with_roles = [{ user_id: "undone-member" }];
  await stack.post("/team/new", masterKey, { team_id: "undone-team", members_with_roles });
  const fields = { team_id: "undone-team", key_alias: "undone-key" };
  const key = String((await stack.post("/key/generate", masterKey, fields)).body.key);

  await page.goto("/console/teams?search=undone-team");
  await actOnRow(page, "undone-team", "Block");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It has 1 key and 1 member: ");
  await dialog.getByRole("button", { name: "Block team" }).click();
  await expect(page.getByText("undone-team is blocked")).toBeVisible();
  expect((await stack.chat(key)).code).toBe("team_blocked");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("undone-team is unblocked again")).toBeVisible();
  expect((await stack.chat(key)).status).toBe(200);

  await page.goto("/console/keys?search=undone-key");
  await page.getByRole("button", { name: "undone-key", exact: true }).click();
  await dialog.getByRole("button", { name: "Block" }).click();
  await dialog.getByRole("button", { name: "Block key" }).click();
  await expect(page.getByText("undone-key is blocked")).toBeVisible();
  expect((await stack.chat(key)).code).toBe("key_blocked");
  // The drawer is still open, and Undo lies above it.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("undone-key is unblocked again")).toBeVisible();
  expect((await stack.chat(key)).status).toBe(200);
});

test("the deletion of a key and of a model says what goes, what stays and who serves the name next", async ({
  signedIn: page,
  stack,
}) => {
  const { gateway, post, upstream } = stack;
  await post("/key/generate", gateway.masterKey, { key_alias: "going-key", max_budget: 12.5 });
  const gateway_params = { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "upstream-key" };
  for (const model_name of ["going-model", "going-pair", "going-pair"])
    await post("/model/new", gateway.masterKey, { model_name, gateway_params });
  const dialog = page.getByRole("dialog").last();
  const goes = dialog.getByRole("list", { name: "What goes" });
  const stays = dialog.getByRole("list", { name: "What stays" });

  await page.goto("/console/keys?search=going-key");
  await actOnRow(page, "going-key", "Delete");
  await expect(goes).toContainText("Its budget of $12.50");
  await expect(stays).toContainText("every call with this key");
  await dialog.getByRole("button", { name: "Delete key" }).click();
  await expect(page.getByText("going-key is deleted")).toBeVisible();

  await page.goto("/console/models?search=going-model");
  await page.getByRole("button", { name: "going-model", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("No other entry matches going-model, so calls of it are refused as unknown.");
  await expect(goes).toContainText("its provider's key, which is kept nowhere else");
  await dialog.getByRole("button", { name: "Delete model" }).click();
  await expect(page.getByText("going-model is deleted")).toBeVisible();

  await page.goto("/console/models?search=going-pair");
  await page.getByRole("button", { name: "going-pair", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("1 other deployment keeps serving going-pair.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const { data } = (await (await page.request.get("/model/info")).json()) as {
    data: { id: string; model_name: string }[];
  };
  for (const { id } of data.filter(({ model_name: name }) => name === "going-pair"))
    await post("/model/delete", gateway.masterKey, { id });
});

test("a deleted price, a rollback and a dismissed refusal are undone where they were confirmed", async ({
  signedIn: page,
  stack,
}) => {
  test.slow();
  const { gateway, post } = stack;
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const price = { provider: "openai", model: "undone-price", input_cost_per_token: 1e-6, comment: "agreed in May" };
  await post("/price/new", gateway.masterKey, { ...price, effective_from: "2026-01-01" });
  await page.goto("/console/prices");
  await page.getByRole("button", { name: "Delete the price of openai/undone-price" }).click();
  await page.getByRole("button", { name: "Delete price" }).click();
  await expect(page.getByText("The price of openai/undone-price is deleted")).toBeVisible();
  await undo.click();
  await expect(page.getByText("The price of openai/undone-price is in force again")).toBeVisible();
  const listed = (await (await page.request.get("/price/list?model=undone-price")).json()) as {
    data: { price_id: string; effective_from: string }[];
  };
  expect(listed.data).toMatchObject([{ ...price, effective_from: expect.stringContaining("2026-01-01") }]);
  await post("/price/delete", gateway.masterKey, { price_ids: listed.data.map(({ price_id: id }) => id) });

  const settings = async (): Promise<unknown> => {
    const { revision } = (await (await page.request.get("/config/get")).json()) as {
      revision: { id: number; settings: unknown } | null;
    };
    return revision;
  };
  const save = async (changed: object, base_revision: number | null) =>
    (
      (await post("/config/revisions", gateway.masterKey, { settings: changed, base_revision })).body as {
        revision: { id: number };
      }
    ).revision.id;
  const before = (await settings()) as { id: number } | null;
  const first = await save({}, before?.id ?? null);
  const second = await save({ user_id_upsert: true }, first);
  await page.goto(`/console/access?tab=revisions&revision=${first}`);
  await page.getByRole("button", { name: `Roll back to revision ${first}` }).click();
  await page.getByRole("button", { name: "Roll back", exact: true }).click();
  await expect(page.getByText(`Revision ${first} is in force again, as ${second + 1}`)).toBeVisible();
  await undo.click();
  await expect(page.getByText(`Revision ${second} is in force again, as ${second + 2}`)).toBeVisible();
  await save({}, second + 2);

  await post("/team/new", gateway.masterKey, { team_id: "undone-refusal", models: ["house-model"] });
  const key = String((await post("/key/generate", gateway.masterKey, { team_id: "undone-refusal" })).body.key);
  expect((await stack.chat(key, "openai/undone")).status).toBe(403);
  const counted = async (): Promise<number> =>
    ((await (await page.request.get("/auth/refusals?model=openai%2Fundone")).json()) as { total: number }).total;
  await expect.poll(counted).toBe(1);
  await page.goto("/console/refusals?model=openai%2Fundone");
  const group = page.getByRole("row").filter({ hasText: "openai/undone" });
  await group.getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await expect(group).toHaveCount(0);
  await undo.click();
  await expect(group).toBeVisible();
});

test.describe("in a low window", () => {
  test.use({ viewport: { width: 390, height: 560 } });

  test("why a long form was refused is in sight, and the refused field has the focus", async ({
    signedIn: page,
    stack,
    watch,
  }) => {
    watch.expectFailure("/team/new");
    await stack.post("/team/new", stack.gateway.masterKey, { team_id: "in-sight" });
    await page.goto("/console/teams?new=1");
    const dialog = page.getByRole("dialog", { name: "New team" });
    const id = dialog.getByLabel("Team id");
    await id.fill("in-sight");
    await dialog.getByLabel("Calls at a time").scrollIntoViewIfNeeded();
    await expect(id).not.toBeInViewport();
    await dialog.getByRole("button", { name: "Create team" }).click();
    await expect(id).toBeFocused();
    await expect(id).toBeInViewport();
    await page.route("**/team/new", (route) =>
      route.fulfill({
        status: 503,
        json: {
          error: { message: "The database cannot be reached.", type: "api_error", code: "directory_unavailable" },
        },
      }),
    );
    await id.fill("in-sight-too");
    await dialog.getByRole("button", { name: "Create team" }).click();
    await expect(dialog.getByRole("alert")).toBeInViewport();
    await expect(dialog.getByRole("alert")).toHaveText("The database cannot be reached.");
    await page.unroute("**/team/new");
  });
});
