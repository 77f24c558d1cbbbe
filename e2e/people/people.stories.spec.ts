import { ordinaryUser } from "@/local/provider/provider-parties";
import { expect, signInThroughProvider, test } from "../support/fixtures";

test("an administrator makes a user a viewer, who sees everything and changes nothing until their session is ended", async ({
  signedIn: page,
  stack,
  browser,
}) => {
  const account = await stack.provider.addAccount({
    username: "vera",
    claims: { ...ordinaryUser.claims, name: "Vera Viewer", email: "vera@example.com", uid: "vera" },
  });
  const token = await stack.provider.passwordToken(account);
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "vera", user_alias: "Vera" });
  await page.goto("/console/users");
  await page.getByRole("button", { name: "Vera", exact: true }).click();
  await page.getByRole("button", { name: "Edit user" }).click();
  const form = page.getByRole("dialog", { name: "Edit Vera" });
  await form.getByLabel("Role").selectOption("proxy_admin_viewer");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText("Viewer", { exact: true })).toBeVisible();

  const theirs = await browser.newContext({ baseURL: stack.gateway.url, reducedMotion: "reduce" });
  const viewer = await theirs.newPage();
  await signInThroughProvider(viewer, account);
  await expect(viewer.getByRole("heading", { name: "Overview" })).toBeVisible();
  await viewer.getByRole("link", { name: "Keys", exact: true }).click();
  await expect(viewer.getByRole("button", { name: "Generate key" }).first()).toBeDisabled();
  await viewer.goto("/console/keys?new=1");
  const formByLink = viewer.getByRole("dialog");
  await expect(formByLink.getByText("This key never expires, has no budget and may call every model.")).toBeVisible();
  await expect(formByLink.getByRole("button", { name: "Generate key" })).toBeDisabled();
  await formByLink.getByRole("button", { name: "Cancel" }).click();
  await viewer.getByRole("link", { name: "Access", exact: true }).click();
  await expect(viewer.getByText(/^You can try changes here: they are checked and not saved/)).toBeVisible();
  await viewer.getByRole("switch", { name: "enforce_rbac" }).click();
  await expect(viewer.getByRole("button", { name: "Save revision" })).toBeDisabled();
  await viewer.getByRole("link", { name: "Sessions", exact: true }).click();
  const own = viewer.getByRole("row", { name: /this session/ });
  await expect(own.getByRole("button", { name: /^End the session/ })).toBeEnabled();
  await expect(
    viewer
      .getByRole("row")
      .filter({ hasNot: viewer.getByText("this session") })
      .getByRole("button", { name: /^End the session/ })
      .first(),
  ).toBeDisabled();
  const made = await stack.post("/key/generate", token, { team_id: "somebody" });
  expect(made.status).toBe(403);

  await page.goto("/console/sessions");
  await page.getByLabel("Search sessions").fill("vera");
  await page.getByRole("button", { name: /^End the session of vera/ }).click();
  await page.getByRole("button", { name: "End session" }).click();
  await expect(page.getByText(/^The session of .+ has ended$/)).toBeVisible();
  await expect(page.getByText("No session matches this search")).toBeVisible();
  await page.getByRole("button", { name: "Ended", exact: true }).click();
  await expect(page.getByRole("row", { name: /vera/i })).toBeVisible();
  await viewer.goto("/console");
  await expect(viewer.getByRole("button", { name: "Continue with OpenID Connect" })).toBeVisible();
  await theirs.close();
});

test("a team administrator lowers the team's limits and looks after its keys, and sees no other team", async ({
  page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const account = await stack.provider.addAccount({
    username: "lea",
    claims: { ...ordinaryUser.claims, email: "lea@example.com", uid: "lea" },
  });
  await stack.post("/user/new", masterKey, { user_id: "lea" });
  const members_with_roles = [{ user_id: "lea", role: "admin" }];
  const team = { team_id: "led", team_alias: "Led team", max_budget: 50, rpm_limit: 60, members_with_roles };
  await stack.post("/team/new", masterKey, team);
  await stack.post("/team/new", masterKey, { team_id: "not-led", members_with_roles: [{ user_id: "lea" }] });
  await stack.post("/key/generate", masterKey, { key_alias: "of-the-team", team_id: "led" });
  await stack.post("/key/generate", masterKey, { key_alias: "of-the-other", team_id: "not-led" });

  await signInThroughProvider(page, account);
  await expect(page.getByText("Team, which you administer")).toHaveCount(1);
  await page.getByRole("button", { name: "Edit team limits" }).click();
  const limits = page.getByRole("dialog", { name: "Limits of Led team" });
  await limits.getByLabel("Budget", { exact: true }).fill("20");
  await limits.getByRole("button", { name: "Save changes" }).click();
  await expect(limits).toBeHidden();
  await expect(page.getByText(/\$20/).first()).toBeVisible();

  const keys = page.getByRole("list", { name: "Keys of the team" });
  await expect(keys).toContainText("of-the-team");
  await expect(page.getByText("of-the-other")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit of-the-team" })).toHaveCount(1);
  await keys.getByRole("button", { name: "Edit of-the-team" }).click();
  const key = page.getByRole("dialog", { name: "Limits of of-the-team" });
  await key.getByLabel("Budget", { exact: true }).fill("5");
  await key.getByLabel("Requests a minute").fill("30");
  await key.getByRole("button", { name: "Save changes" }).click();
  await expect(key).toBeHidden();
  const listed = await (await page.request.get("/key/list?team_id=led")).json();
  expect(listed.data).toMatchObject([{ key_alias: "of-the-team", max_budget: 5, rpm_limit: 30 }]);
  await page.getByRole("button", { name: "Generate team key" }).click();
  const made = page.getByRole("dialog", { name: "Generate a key for Led team" });
  await made.getByLabel("Budget").fill("3");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Generate team key" })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: "Generate team key" }).click();
  await expect(made.getByLabel("Budget")).toHaveValue("3");
  await made.getByLabel("Expires").selectOption("7d");
  await made.getByRole("button", { name: "Generate key" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I have copied it" }).click();
  const { data: both } = await (await page.request.get("/key/list?team_id=led")).json();
  expect(both).toContainEqual(expect.objectContaining({ max_budget: 3, expires: expect.any(String) }));
  await keys.getByRole("button", { name: "Block of-the-team" }).click();
  const block = page.getByRole("dialog", { name: "Block of-the-team?" });
  await expect(block).toContainText("Only an administrator of the gateway can unblock it");
  await block.getByRole("button", { name: "Block key" }).click();
  await expect(keys).toContainText("Blocked");
});

test("a team administrator who gives a key more than the team has is refused, and reads why", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectFailure("/key/update");
  const { masterKey } = stack.gateway;
  const account = await stack.provider.addAccount({
    username: "lou",
    claims: { ...ordinaryUser.claims, email: "lou@example.com", uid: "lou" },
  });
  await stack.post("/user/new", masterKey, { user_id: "lou" });
  const members_with_roles = [{ user_id: "lou", role: "admin" }];
  await stack.post("/team/new", masterKey, { team_id: "small", max_budget: 5, members_with_roles });
  await stack.post("/key/generate", masterKey, { key_alias: "small-key", team_id: "small" });
  await signInThroughProvider(page, account);
  await page.getByRole("button", { name: "Edit small-key" }).click();
  const dialog = page.getByRole("dialog", { name: "Limits of small-key" });
  await dialog.getByLabel("Budget", { exact: true }).fill("500");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByLabel("Budget", { exact: true })).toHaveAccessibleDescription(
    "Must be at most that of the team, which is 5.",
  );
});
