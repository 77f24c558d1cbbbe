import type { Page } from "@playwright/test";
import { issuerEntry, jwtAuth } from "@/lib/config/schema";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { saveRevision } from "../support/save-revision";

const ISSUER = "https://partner.example";
const SECRET = "secret-of-the-partner";

const storedIn = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...window.sessionStorage, ...window.localStorage }));
const issuersOf = async (page: Page) => (await (await page.request.get("/config/get")).json()).settings.issuers.value;

test("an issuer is added, its secret is never shown or kept by the browser, and an edit without it keeps it", async ({
  signedIn: page,
}) => {
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add issuer" }).click();
  const editor = page.getByRole("dialog", { name: "Add an issuer" });
  await editor.getByLabel("issuer", { exact: true }).fill(ISSUER);
  await editor.getByLabel("id_prefix", { exact: true }).fill("partner:");
  await editor.getByLabel("audience", { exact: true }).selectOption("These");
  const audiences = editor.getByLabel("Audiences");
  await audiences.fill("gateway");
  await audiences.press("Enter");
  await editor.getByRole("button", { name: "Add a required claim" }).click();
  await editor.getByLabel("Required claim, row 1", { exact: true }).fill("hd");
  await editor.getByLabel("Values of required claim, row 1").fill("partner.example, acme.example");
  await editor.getByText("Who is admitted").click();
  await editor.getByLabel("allow_admin").selectOption("No");
  await editor.getByText("Opaque tokens", { exact: true }).click();
  await editor.getByRole("switch", { name: "introspection" }).click();
  await editor.getByLabel("client_id", { exact: true }).fill("gateway");
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(editor.getByRole("alert")).toContainText("introspection.client_secret");
  await editor.getByLabel("client_secret of introspection").fill(SECRET);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  // The dialog itself never scrolls away under its title.
  expect(await editor.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(page.getByText(/hd · ids begin with partner:|requires hd/)).toBeVisible();
  expect(await storedIn(page)).toContain(ISSUER);
  expect(await storedIn(page)).not.toContain(SECRET);
  // Another tab of the page and back: the typed secret is still there to be saved.
  await page.getByRole("tab", { name: "Claims seen" }).click();
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: /^Review/ }).click();
  await expect(page.getByRole("dialog", { name: "Changes to be saved" })).toContainText("[secret typed-");
  await page.keyboard.press("Escape");
  await saveRevision(page);

  const [saved] = await issuersOf(page);
  expect(saved).toMatchObject({
    issuer: ISSUER,
    audience: ["gateway"],
    required_claims: { hd: ["partner.example", "acme.example"] },
    allow_admin: false,
    introspection: { client_id: "gateway", client_secret: expect.stringMatching(/^\[secret [\w-]+\]$/) },
  });
  await page.reload();
  await expect(page.getByRole("link", { name: ISSUER })).toHaveAttribute("href", /\/console\/issuer\?id=/);
  await page.getByRole("button", { name: "Edit issuer 1" }).click();
  const again = page.getByRole("dialog", { name: "Edit issuer" });
  await expect(again.getByText(/Already set/)).toBeVisible();
  await expect(again.getByLabel("client_secret of introspection")).toHaveValue("");
  await again.getByLabel("id_prefix", { exact: true }).fill("p:");
  await again.getByRole("button", { name: "JSON", exact: true }).click();
  await expect(again.getByLabel("Issuer", { exact: true })).toHaveValue(/"id_prefix": "p:"/);
  await again.getByRole("button", { name: "Form", exact: true }).click();
  await again.getByRole("button", { name: "Keep in the draft" }).click();
  await saveRevision(page);
  const [edited] = await issuersOf(page);
  expect(edited).toMatchObject({ id_prefix: "p:", introspection: saved.introspection });
});

test("an issuer whose secret would go to another address needs the secret again, and a rollback restores the old one", async ({
  signedIn: page,
}) => {
  await page.goto("/console/access");
  const [before] = await issuersOf(page);
  const { revision } = await (await page.request.get("/config/get")).json();
  await page.getByRole("button", { name: "Edit issuer 1" }).click();
  const editor = page.getByRole("dialog", { name: "Edit issuer" });
  await editor.getByLabel("introspection url").fill("https://elsewhere.example/introspect");
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(page.getByText(/would send it to another origin/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeDisabled();
  await page.getByRole("button", { name: "Edit issuer 1" }).click();
  await page.getByLabel("client_secret of introspection").fill("another-secret");
  await page.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(page.getByText(/would send it to another origin/)).toBeHidden();
  await saveRevision(page);
  const [moved] = await issuersOf(page);
  expect(moved.introspection.client_secret).not.toBe(before.introspection.client_secret);
  await page.getByRole("tab", { name: "Revisions" }).click();
  await page.getByRole("button", { name: `Compare revision ${revision.id}`, exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(before.introspection.client_secret);
  await page.getByRole("button", { name: /^Roll back to revision/ }).click();
  const rollBack = page.getByRole("dialog", { name: /^Roll back to revision/ });
  await rollBack.getByRole("button", { name: "Roll back" }).click();
  await expect(rollBack).toBeHidden();
  expect(await issuersOf(page)).toEqual([before]);
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Reset issuers to config.yaml" }).click();
  await saveRevision(page);
  await expect(page.getByText("No issuer has its own entry.")).toBeVisible();
});

test("what every token must fulfil is edited with the claims that were seen, and judged before it is saved", async ({
  signedIn: page,
}) => {
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add a required claim" }).click();
  await page.getByLabel("Required claim, row 1", { exact: true }).fill("hd");
  await page.getByLabel("Values of required claim, row 1").fill("acme*");
  await expect(page.getByText(/a \* right behind a name accepts longer names too/)).toBeVisible();
  await page.getByLabel("Values of required claim, row 1").fill("acme.example");
  await expect(page.getByText(/accepts longer names too/)).toBeHidden();
  await page.getByRole("button", { name: "Add a marker" }).click();
  const marker = page.getByLabel("Claim of the marker, row 1");
  await marker.fill("preferred_username");
  await expect(page.getByText(/by a claim that people can edit/)).toBeVisible();
  await marker.fill("idtyp");
  await expect(marker).toHaveRole("combobox");
  await page.getByLabel("Value of the marker, row 1").fill("app");
  const algorithms = page.getByLabel(/^algorithms/);
  await algorithms.fill("ES256");
  await algorithms.press("Enter");
  await page.getByRole("button", { name: "Take ES256 out of algorithms" }).click();
  // The master key has no token: whoever signed in with it is not locked out.
  await saveRevision(page);
  const { settings } = await (await page.request.get("/config/get")).json();
  expect(settings.required_claims.value).toEqual({ hd: "acme.example" });
  expect(settings.service_accounts.value).toEqual([{ claim: "idtyp", value: "app" }]);
  expect(settings.algorithms).toMatchObject({ value: null, source: "default" });
  await page.getByRole("button", { name: "Reset required_claims to config.yaml" }).click();
  await expect(page.getByLabel("Required claim, row 1", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Reset service_accounts to config.yaml" }).click();
  await saveRevision(page);
});

test("every setting of gateway_jwtauth stands on Access, and every field of an issuer in its form", async ({
  signedIn: page,
}) => {
  await page.goto("/console/access");
  await page.getByLabel(/^group_overage/).selectOption("Ask Microsoft Graph");
  await page.getByLabel(/^key_generation_settings/).selectOption("Administrators, and those below");
  for (const name of Object.keys(jwtAuth.shape))
    await expect(
      page
        .getByText(name, { exact: true })
        .or(page.locator(`[data-setting="${name}"]`))
        .first(),
    ).toBeVisible();
  await page.getByRole("button", { name: "Add issuer" }).click();
  const editor = page.getByRole("dialog", { name: "Add an issuer" });
  await editor.locator("details").evaluateAll((groups) => groups.forEach((group) => group.setAttribute("open", "")));
  await editor.getByLabel("group_overage", { exact: true }).selectOption("Ask Microsoft Graph");
  for (const name of Object.keys(issuerEntry.shape).filter((one) => one !== "custom_validate"))
    await expect(editor.getByText(new RegExp(`^(Own )?${name}$`)).first()).toBeVisible();
});

test("Microsoft Graph, times, makers of keys and claims with parts are edited, saved and read back", async ({
  signedIn: page,
}) => {
  await page.goto("/console/access");
  await page.getByLabel(/^group_overage/).selectOption("Ask Microsoft Graph");
  await expect(page.getByText(/needs microsoft_graph/)).toBeVisible();
  await page.getByLabel("client_id", { exact: true }).fill("app-1");
  const secret = page.getByLabel("client_secret of Microsoft Graph");
  await secret.pressSequentially(SECRET);
  await expect(secret).toHaveValue(SECRET);
  await expect(page.getByText(/needs microsoft_graph/)).toBeHidden();
  await page.getByLabel("graph_url").fill("https://graph.microsoft.us");
  await expect(page.getByText(/belongs to another cloud of Microsoft/)).toBeVisible();
  await page.getByLabel("login_url").fill("https://login.microsoftonline.us");
  await expect(page.getByText(/belongs to another cloud of Microsoft/)).toBeHidden();
  expect(await storedIn(page)).not.toContain(SECRET);
  await page.getByLabel(/^clock_skew_seconds/).fill("400");
  await expect(page.getByRole("button", { name: "Save revision" })).toBeDisabled();
  await page.getByLabel(/^clock_skew_seconds/).fill("30");
  await page.getByLabel(/^public_key_ttl/).fill("120");
  await page.getByLabel(/^key_generation_settings/).selectOption("Administrators, and those below");
  await page.getByRole("switch", { name: "team_key_generation: user" }).click();
  await page.getByLabel(/^team_ids_jwt_field/).fill("groups");
  await page.getByRole("button", { name: "How claim 1 of team_ids_jwt_field is read" }).click();
  await page.getByLabel("Pattern of claim 1 of team_ids_jwt_field").fill("/teams/*");
  await page.getByRole("button", { name: "Add a claim to team_ids_jwt_field" }).click();
  await page.getByLabel("Path of claim 2 of team_ids_jwt_field").fill("teams");
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
  await saveRevision(page);
  const settings = async () => (await (await page.request.get("/config/get")).json()).settings;
  const saved = await settings();
  expect(saved.microsoft_graph.value).toMatchObject({
    client_id: "app-1",
    client_secret: expect.stringMatching(/^\[secret [\w-]+\]$/),
  });
  expect(saved.team_ids_jwt_field.value).toEqual([{ path: "groups", pattern: "/teams/*" }, "teams"]);
  expect(saved.key_generation_settings.value).toEqual({ team_key_generation: { allowed_team_member_roles: ["user"] } });
  expect([saved.clock_skew_seconds.value, saved.public_key_ttl.value]).toEqual([30, 120]);

  await page.reload();
  await expect(page.getByText(/Already set/)).toBeVisible();
  await page.getByLabel("client_id", { exact: true }).fill("app-2");
  await page.getByRole("button", { name: "Remove claim 2 of team_ids_jwt_field" }).click();
  await saveRevision(page);
  const edited = await settings();
  expect(edited.microsoft_graph.value).toEqual({ ...saved.microsoft_graph.value, client_id: "app-2" });
  expect(edited.team_ids_jwt_field.value).toEqual({ path: "groups", pattern: "/teams/*" });
  for (const name of ["microsoft_graph", "group_overage", "team_ids_jwt_field", "key_generation_settings"])
    await page.getByRole("button", { name: `Reset ${name} to config.yaml` }).click();
  for (const name of ["clock_skew_seconds", "public_key_ttl"])
    await page.getByRole("button", { name: `Reset ${name} to config.yaml` }).click();
  await saveRevision(page);
});

test("a claim field of an issuer is unset, or reads several claims, without JSON", async ({ signedIn: page }) => {
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add issuer" }).click();
  const editor = page.getByRole("dialog", { name: "Add an issuer" });
  await editor.getByLabel("issuer", { exact: true }).fill(ISSUER);
  await editor.getByText("Claims", { exact: true }).click();
  await editor.getByRole("button", { name: "Unset team_id_jwt_field" }).click();
  await editor.getByLabel("user_id_jwt_field", { exact: true }).fill("email");
  await editor.getByRole("button", { name: "Add a claim to user_id_jwt_field" }).click();
  await editor.getByLabel("Path of claim 2 of user_id_jwt_field").fill("upn");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  const json = editor.getByLabel("Issuer", { exact: true });
  expect(JSON.parse(await json.inputValue())).toEqual({
    issuer: ISSUER,
    team_id_jwt_field: null,
    user_id_jwt_field: ["email", "upn"],
  });
  await editor.getByRole("button", { name: "Form", exact: true }).click();
  await editor.getByRole("button", { name: "Use the common setting of team_id_jwt_field" }).click();
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  expect(JSON.parse(await json.inputValue())).not.toHaveProperty("team_id_jwt_field");
});
