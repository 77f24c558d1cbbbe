import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { expect, signInWithMasterKey, type Stack, test, typeInPalette } from "../support/fixtures";

const OLD_AUDIENCE = "https://gateway.old.example";

/** A configuration that accepts tokens of the provider for these audiences. */
function configFor({ provider, upstream }: Stack, audience: readonly string[]): string {
  return stringify({
    general_settings: {
      enable_jwt_auth: true,
      gateway_jwtauth: { issuers: [{ issuer: provider.issuer, jwks_url: provider.jwksUrl, audience }] },
    },
    model_list: [
      {
        model_name: "house",
        gateway_params: { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "upstream-key" },
      },
    ],
  });
}

test("a token of the wrong audience is pasted, compared with the setting, and passes once the setting is repaired", async ({
  page,
  stack,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), "broken-token-"));
  const file = join(folder, "config.yaml");
  writeFileSync(file, configFor(stack, [OLD_AUDIENCE]));
  const gateway = await startGatewayWithDatabase({ environment: { GATEWAY_CONFIG: file } });
  const send = async (path: string, bearer: string, body: object) => {
    const answer = await fetch(gateway.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, code: (await answer.json()).error?.code as string | undefined };
  };
  const chat = (bearer: string) =>
    send("/v1/chat/completions", bearer, { model: "house", messages: [{ role: "user", content: "Hello" }] });
  const verdict = page.getByRole("region", { name: "Verdict" });
  const firstCheck = page.getByRole("list", { name: "Checks" }).getByRole("listitem").first();
  const explain = async (token: string) => {
    await typeInPalette(page, `Bearer ${token}`);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Token", { exact: true })).toHaveValue(token);
    await page.getByLabel("Model", { exact: true }).fill("house");
    await page.getByRole("button", { name: "Explain", exact: true }).click();
  };
  try {
    await send("/team/new", gateway.masterKey, { team_id: "invoices" });
    const token = await stack.provider.issueToken({ client_id: "invoices" });
    const expired = await stack.provider.issueToken(
      { client_id: "invoices", aud: OLD_AUDIENCE },
      { expiresIn: -3_600 },
    );
    expect(await chat(token)).toEqual({ status: 401, code: "invalid_audience" });
    expect(await chat(expired)).toEqual({ status: 401, code: "token_expired" });

    await signInWithMasterKey(page, { gateway });
    await explain(expired);
    await expect(verdict).toContainText("token_expired");
    await expect(firstCheck).toContainText(/The token's "exp" was .* before the gateway's clock, at .* UTC/);

    await explain(token);
    await expect(verdict).toContainText("invalid_audience");
    await expect(firstCheck).toContainText(
      `The token has the "aud" "${stack.provider.audience}"; accepted: "${OLD_AUDIENCE}".`,
    );

    // The gateway reads the file again when it changes.
    writeFileSync(file, configFor(stack, [OLD_AUDIENCE, stack.provider.audience]));
    await expect.poll(async () => (await chat(token)).status).toBe(200);
    await page.getByRole("button", { name: "Explain", exact: true }).click();
    await expect(verdict).toContainText("Allowed");
    expect(await chat(expired)).toEqual({ status: 401, code: "token_expired" });
    expect(gateway.output).not.toContain(token);
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
