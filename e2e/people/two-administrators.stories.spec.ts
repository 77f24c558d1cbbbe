import type { Locator } from "@playwright/test";
import { violationsIn, WCAG_2 } from "../support/axe";
import { expect, type Stack, test } from "../support/fixtures";

/** Something that two administrators edit at once. */
interface Edited {
  readonly what: string;
  /** Makes it. Returns its id. */
  readonly make: (stack: Stack) => Promise<string>;
  readonly path: (id: string) => string;
  /** The button that opens its form, and the name of the form. */
  readonly opener: string;
  readonly form: string;
  /** The field that both change; it is 10 at first. */
  readonly field: string;
  /** The operation that saves. */
  readonly saves: string;
  /** Saves what the other administrator changes: this value of the field, and 60 requests a minute. */
  readonly update: (stack: Stack, id: string, value: number) => Promise<unknown>;
  /** The saved values of the field and of the requests a minute. */
  readonly saved: (stack: Stack, id: string) => Promise<readonly unknown[]>;
}

async function read({ gateway }: Stack, path: string): Promise<Record<string, never>> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  return (await (await fetch(gateway.url + path, { headers })).json()) as Record<string, never>;
}

async function made({ gateway, post }: Stack, path: string, fields: object): Promise<Record<string, unknown>> {
  const { status, body } = await post(path, gateway.masterKey, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const limitsOf = ({ max_budget, rpm_limit }: Record<string, unknown>) => [max_budget, rpm_limit];
const BUDGET = { max_budget: 10 };

const EDITED: readonly Edited[] = [
  {
    what: "a team",
    field: "Budget",
    opener: "Edit team",
    form: "Edit Two of a team",
    saves: "/team/update",
    async make(stack) {
      const named = { organization_id: "of-two", organization_alias: "Of two" };
      await made(stack, "/organization/new", named);
      await made(stack, "/user/new", { user_id: "of-two", user_alias: "Sam" });
      // A read of the team names these, which no save changes.
      const of = { organization_id: "of-two", members_with_roles: [{ user_id: "of-two", role: "user" }] };
      await made(stack, "/team/new", { team_id: "/two/team", team_alias: "Two of a team", ...of, ...BUDGET });
      return "/two/team";
    },
    path: (id) => `/console/teams?id=${encodeURIComponent(id)}`,
    update: (stack, team_id, max_budget) => made(stack, "/team/update", { team_id, max_budget, rpm_limit: 60 }),
    saved: async (stack, id) => limitsOf(await read(stack, `/team/info?team_id=${encodeURIComponent(id)}`)),
  },
  {
    what: "a user",
    field: "Budget",
    opener: "Edit user",
    form: "Edit two-user",
    saves: "/user/update",
    async make(stack) {
      await made(stack, "/user/new", { user_id: "two-user", ...BUDGET });
      return "two-user";
    },
    path: (id) => `/console/users?id=${id}`,
    update: (stack, user_id, max_budget) => made(stack, "/user/update", { user_id, max_budget, rpm_limit: 60 }),
    saved: async (stack, id) => limitsOf(await read(stack, `/user/info?user_id=${id}`)),
  },
  {
    what: "an organisation",
    field: "Budget",
    opener: "Edit organisation",
    form: "Edit two-organisation",
    saves: "/organization/update",
    async make(stack) {
      await made(stack, "/organization/new", { organization_id: "two-organisation", ...BUDGET });
      return "two-organisation";
    },
    path: (id) => `/console/organizations?id=${id}`,
    update: (stack, organization_id, max_budget) =>
      made(stack, "/organization/update", { organization_id, max_budget, rpm_limit: 60 }),
    saved: async (stack, id) => limitsOf(await read(stack, `/organization/info?organization_id=${id}`)),
  },
  {
    what: "a key",
    field: "Budget",
    opener: "Edit key",
    form: "Edit two-key",
    saves: "/key/update",
    make: async (stack) =>
      String(
        (await made(stack, "/key/generate", { key_alias: "two-key", team_id: "/two/team", ...BUDGET }))["token_id"],
      ),
    path: (id) => `/console/key?id=${id}`,
    update: (stack, key, max_budget) => made(stack, "/key/update", { key, max_budget, rpm_limit: 60 }),
    saved: async (stack, id) => limitsOf(await read(stack, `/key/info?key=${id}`)),
  },
  {
    what: "a model",
    field: "Weight",
    opener: "Edit model",
    form: "Edit two-model",
    saves: "/model/update",
    async make(stack) {
      const gateway_params = { model: "openai/gpt-4o", api_base: stack.upstream.apiBase, api_key: "k", weight: 10 };
      return String((await made(stack, "/model/new", { model_name: "two-model", gateway_params }))["id"]);
    },
    path: (id) => `/console/models?id=${id}`,
    update: (stack, id, weight) => made(stack, "/model/update", { id, gateway_params: { weight, rpm: 60 } }),
    async saved(stack, id) {
      const { data } = (await read(stack, `/model/info?id=${id}`)) as unknown as {
        data: { gateway_params: Record<string, unknown> }[];
      };
      return [data[0]?.gateway_params["weight"], data[0]?.gateway_params["rpm"]];
    },
  },
];

/** Expects that nothing lies over a button. The buttons of a form, which stay in sight, might. */
async function expectInSight(button: Locator): Promise<void> {
  const isOnTop = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(() => button.evaluate(isOnTop)).toBe(true);
}

for (const edited of EDITED)
  test(`of two administrators who edit ${edited.what} at once, the second reads what the first did, and chooses`, async ({
    signedIn: page,
    stack,
    watch,
  }) => {
    test.slow();
    watch.expectFailure(edited.saves);
    const id = await edited.make(stack);
    const form = page.getByRole("dialog", { name: edited.form });
    const field = form.getByLabel(edited.field, { exact: true });
    const changes = form.getByRole("list", { name: "Changed in the meantime" });
    const theirs = form.getByRole("button", { name: "Take theirs" });
    const open = () => page.getByRole("button", { name: edited.opener }).click();
    /** Changes the field while somebody else saves another value of it, and expects the form to show that one. */
    const collide = async (before: number, other: number): Promise<void> => {
      await expect(field).toHaveValue(String(before));
      await field.fill("20");
      await edited.update(stack, id, other);
      await form.getByRole("button", { name: "Save changes" }).click();
      await expect(changes).toContainText(`removed ${before} → added ${other}`);
      await expect(field).toHaveValue("20");
      expect(await edited.saved(stack, id)).toEqual([other, 60]);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(edited.path(id));
    await open();
    await collide(10, 30);
    await expect(changes).toContainText("60");
    await expect(changes.getByRole("listitem")).toHaveCount(2);
    // The choice is in sight without scrolling, on a telephone too.
    await expectInSight(theirs);
    for (const width of [390, 1280])
      for (const scheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 844 });
        expect(await violationsIn(scheme, page, WCAG_2), `${width}, ${scheme}`).toEqual([]);
      }
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toBeHidden();
    expect(await edited.saved(stack, id)).toEqual([30, 60]);

    await open();
    await collide(30, 31);
    await theirs.click();
    await expect(changes).toBeHidden();
    expect(await edited.saved(stack, id)).toEqual([31, 60]);
    await collide(31, 32);
    await form.getByRole("button", { name: "Save mine anyway" }).click();
    await expect(form).toBeHidden();
    expect(await edited.saved(stack, id)).toEqual([20, 60]);
  });

test("of two administrators who edit the policy at once, the second keeps both their scopes or drops their own", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  test.slow();
  watch.expectFailure("/config/revisions");
  const scope = (name: string) => ({ scope: name, models: ["gpt-4o"] });
  const issuer = (id_prefix: string) => ({
    issuer: stack.provider.issuer,
    jwks_url: stack.provider.jwksUrl,
    audience: stack.provider.audience,
    ...(id_prefix !== "" && { id_prefix }),
  });
  const partner = { issuer: "https://partner.example", jwks_url: "https://partner.example/keys", audience: "gateway" };
  const saveElsewhere = async (settings: object): Promise<void> => {
    const { revision } = (await read(stack, "/config/get")) as unknown as { revision: { id: number } | null };
    await made(stack, "/config/revisions", { settings, base_revision: revision?.id ?? null, force: true });
  };
  const savedOf = async (name: string): Promise<unknown> =>
    ((await read(stack, "/config/get")) as unknown as { settings: Record<string, { value: unknown }> }).settings[name]
      ?.value;
  const scopesOf = async () => ((await savedOf("scope_mappings")) as { scope: string }[]).map((one) => one.scope);
  const save = page.getByRole("button", { name: "Save revision" });
  const changes = page.getByRole("list", { name: "Changed in the meantime" });
  const addScope = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "Add scope mapping" }).click();
    await page
      .getByLabel(/^Scope in the token, row/)
      .last()
      .fill(name);
    const models = page.getByLabel(/^Models of scope/).last();
    await models.fill("gpt-4o");
    await models.press("Enter");
  };
  try {
    await saveElsewhere({ scope_mappings: [scope("common")] });
    await page.goto("/console/access");
    await addScope("mine");
    await saveElsewhere({ scope_mappings: [scope("common"), scope("theirs")] });
    await save.click();
    await expect(changes).toContainText("theirs");
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectInSight(page.getByRole("button", { name: "Drop my changes" }));
    }
    await page.getByRole("button", { name: "Apply mine to the new revision" }).click();
    await save.click();
    await expect(save).toBeHidden();
    expect(await scopesOf()).toEqual(["common", "theirs", "mine"]);

    await addScope("dropped");
    await saveElsewhere({ scope_mappings: [scope("common")] });
    await save.click();
    await page.getByRole("button", { name: "Drop my changes" }).click();
    await expect(save).toBeHidden();
    expect(await scopesOf()).toEqual(["common"]);

    // Another issuer that somebody else added stays beside my change of the first one.
    await saveElsewhere({ issuers: [issuer("")] });
    await page.reload();
    await page.getByRole("button", { name: "Edit issuer 1" }).click();
    const editor = page.getByRole("dialog", { name: "Edit issuer" });
    await editor.getByLabel("id_prefix", { exact: true }).fill("mine:");
    await editor.getByRole("button", { name: "Keep in the draft" }).click();
    await saveElsewhere({ issuers: [issuer(""), partner] });
    await save.click();
    await expect(changes).toContainText("partner.example");
    await page.getByRole("button", { name: "Apply mine to the new revision" }).click();
    await save.click();
    await expect(save).toBeHidden();
    expect(await savedOf("issuers")).toMatchObject([{ id_prefix: "mine:" }, { issuer: partner.issuer }]);
  } finally {
    await saveElsewhere({});
  }
});
