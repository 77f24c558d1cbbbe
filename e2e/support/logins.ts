import { expect, type Page } from "@playwright/test";
import { logOutAtProvider, signInThroughProvider, type Stack } from "./fixtures";

/** The gateway's answer to a bearer of the management API. */
export async function listTeams(
  stack: Stack,
  bearer: string,
): Promise<{ status: number; message: string | undefined }> {
  const answer = await fetch(`${stack.gateway.url}/team/list`, { headers: { authorization: `Bearer ${bearer}` } });
  const body = (await answer.json()) as { error?: { message?: string } };
  return { status: answer.status, message: body.error?.message };
}

/** Expects an administrator to sign in and out, and a bearer to be accepted, while the provider signs with this. */
export async function expectLoginAndLogout(page: Page, stack: Stack, algorithm: "ES256" | "EdDSA" | "PS256") {
  await stack.provider.rotateKeys({ algorithm });
  try {
    await signInThroughProvider(page, stack.provider.administrator);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Account: ada@example.com" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await logOutAtProvider(page);
    await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
    expect(await listTeams(stack, await stack.provider.passwordToken())).toMatchObject({ status: 200 });
  } finally {
    await stack.provider.rotateKeys();
  }
}
