import { startProvider } from "@/local/provider/provider";
import { findFreePort } from "@/testing/database/free-port";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsOf } from "../support/axe";
import { expect, signInThroughProvider, test } from "../support/fixtures";

test("a user makes, renews and deletes keys of their own where the operator opened it", async ({ page, stack }) => {
  test.slow();
  const port = await findFreePort();
  const provider = await startProvider({ consoleRedirectUris: [`http://127.0.0.1:${port}/api/auth/callback/oidc`] });
  const gateway = await startGatewayWithDatabase({
    port,
    config: {
      general_settings: {
        enable_jwt_auth: true,
        user_key_max_days: 30,
        gateway_jwtauth: {
          user_id_jwt_field: "uid",
          team_ids_jwt_field: "groups",
          key_generation_settings: {
            personal_key_generation: { allowed_user_roles: ["internal_user"] },
            team_key_generation: { allowed_team_member_roles: ["user"] },
          },
        },
      },
      model_list: [
        {
          model_name: "house",
          gateway_params: { model: "openai/gpt-4o", api_base: stack.upstream.apiBase, api_key: "k" },
        },
      ],
    },
    environment: {
      JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
      JWT_AUDIENCE: provider.audience,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.consoleClient.clientId,
      OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
    },
  });
  const send = (path: string, bearer: string, body: object): Promise<Response> =>
    fetch(gateway.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const call = async (key: string): Promise<number> =>
    (await send("/v1/chat/completions", key, { model: "house", messages: [{ role: "user", content: "Hi" }] })).status;
  try {
    await send("/user/new", gateway.masterKey, { user_id: "grace" });
    await send("/team/new", gateway.masterKey, {
      team_id: "compilers",
      team_alias: "The compilers",
      members_with_roles: [{ user_id: "grace" }],
    });
    const account = await provider.addAccount({ username: "grace", claims: { uid: "grace", groups: ["compilers"] } });
    await signInThroughProvider(page, account, gateway.url);
    const name = page.getByLabel("Name", { exact: true });
    await page.getByRole("button", { name: "Generate a key" }).click();
    await name.fill("my notebook");
    await page.getByLabel("Team", { exact: true }).selectOption({ label: "The compilers" });
    await page.getByLabel("Expires", { exact: true }).selectOption("7d");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    const key = await page.getByLabel("Key", { exact: true }).innerText();
    expect(await call(key)).toBe(200);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await expect(page.getByRole("list", { name: "Keys" })).toContainText("my notebook");
    await expect(page.getByRole("list", { name: "Keys" })).toContainText("Yours · The compilers");

    await page.getByRole("button", { name: "Rotate my notebook" }).click();
    await page.getByLabel("The old secret is still accepted").selectOption("");
    await page.getByRole("button", { name: "Rotate" }).click();
    const renewed = await page.getByLabel("Key", { exact: true }).innerText();
    await page.getByRole("button", { name: "I have copied it" }).click();
    expect([await call(key), await call(renewed)]).toEqual([401, 200]);

    await page.getByRole("button", { name: "Delete my notebook" }).click();
    const deletion = page.getByRole("dialog", { name: "Delete my notebook?" });
    await expect(deletion).toContainText("This cannot be undone. Its secret cannot be restored.");
    // They cannot block it.
    await expect(deletion).not.toContainText("A block");
    await deletion.getByRole("button", { name: /^Delete/ }).click();
    await expect(page.getByText("You have no keys.")).toBeVisible();
    expect(await call(renewed)).toBe(401);

    await page.getByRole("button", { name: "Generate a key" }).click();
    await page.getByLabel("Team", { exact: true }).selectOption({ label: "No team: the key is personal" });
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await expect(page.getByLabel("Key", { exact: true })).toBeVisible();
    const list = await fetch(`${gateway.url}/key/list`, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
    expect(await list.json()).toMatchObject({ data: [{ user_id: "grace", team_id: null }] });
  } finally {
    await gateway.stop();
    await provider.stop();
  }
});
