import { exportJWK, calculateJwkThumbprint, generateKeyPair, SignJWT } from "jose";
import { pairwiseSubject } from "@/local/provider/provider-configuration";
import { expect, signInThroughProvider, test } from "../support/fixtures";
import { expectLoginAndLogout, listTeams } from "../support/logins";

test("an administrator signs in and out through a provider that now signs with ES256, and so do bearers", ({
  page,
  stack,
}) => expectLoginAndLogout(page, stack, "ES256"));

test("a provider that hides subjects from the console shows it a subject of its own for each person", async ({
  page,
  stack,
}) => {
  const { provider } = stack;
  await provider.changeConsoleClient({ subject_type: "pairwise" });
  try {
    const unnamed = await provider.addAccount({ username: "una", scopes: ["gateway_proxy_admin"] });
    await signInThroughProvider(page, unnamed);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const subject = pairwiseSubject(unnamed.subject, provider.consoleClient.clientId);
    await expect(page.getByRole("button", { name: `Account: ${subject}` })).toBeVisible();
  } finally {
    await provider.changeConsoleClient({});
  }
});

test("a provider that binds tokens to their sender gets a sentence at the console", async ({ page, stack }) => {
  const { provider } = stack;
  await provider.changeConsoleClient({ dpop_bound_access_tokens: true });
  try {
    await signInThroughProvider(page, provider.administrator);
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("may want to bind the console's tokens to a key (DPoP)");
    await expect(alert).toContainText("invalid_grant");
  } finally {
    await provider.changeConsoleClient({});
  }
});

test("a token that its provider has bound to a DPoP key is refused as a bearer with a sentence", async ({ stack }) => {
  const { provider } = stack;
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const proof = await new SignJWT({ htm: "POST", htu: provider.tokenUrl, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
    .setIssuedAt()
    .sign(privateKey);
  const { clientId, clientSecret } = provider.project;
  const answer = await fetch(provider.tokenUrl, {
    method: "POST",
    headers: { dpop: proof },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const issued = (await answer.json()) as { access_token: string; token_type: string };
  expect(issued.token_type).toBe("DPoP");
  const claims = JSON.parse(Buffer.from(issued.access_token.split(".")[1] ?? "", "base64url").toString()) as object;
  expect(claims).toMatchObject({ cnf: { jkt: await calculateJwkThumbprint(jwk) } });
  const refused = await listTeams(stack, issued.access_token);
  expect(refused.status).toBe(401);
  expect(refused.message).toContain('The token is bound to its sender ("cnf"), which the gateway cannot check');
});
