import { expect, signInThroughProvider, test } from "../support/fixtures";
import { expectLoginAndLogout } from "../support/logins";

test("a login works whatever algorithm the provider signs ID tokens with", async ({ page, stack }) => {
  test.slow();
  try {
    for (const algorithm of ["ES256", "EdDSA", "PS256"] as const) {
      await stack.provider.rotateKeys({ algorithm });
      await signInThroughProvider(page, stack.provider.administrator);
      await expect(page.getByRole("heading", { name: "Overview" }), algorithm).toBeVisible();
      // The overview asks again and again, and would be refused without its cookies.
      await page.goto("about:blank");
      await page.context().clearCookies();
    }
  } finally {
    await stack.provider.rotateKeys();
  }
});

for (const algorithm of ["EdDSA", "PS256"] as const)
  test(`an administrator signs in and out through a provider that now signs with ${algorithm}, and so do bearers`, ({
    page,
    stack,
  }) => expectLoginAndLogout(page, stack, algorithm));
