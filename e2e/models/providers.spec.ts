import { expect, test } from "../support/fixtures";

test("a rotation is rehearsed by a drill, and then taken over by a refresh", async ({ signedIn: page, stack }) => {
  const before = stack.provider.signingKey.kid ?? "";
  await stack.chat(await stack.provider.projectToken());
  const { kid } = await stack.provider.rotateKeys({ keepOld: false });
  await page.goto("/console");
  await page.getByRole("link", { name: "Sign-in providers" }).click();
  const keys = page.getByRole("region", { name: "Keys" });
  await expect(keys).toContainText(before);

  await page.getByRole("button", { name: `Drill ${stack.provider.issuer}` }).click();
  const drill = page.getByRole("region", { name: /^Drill/ });
  // Tokens of other specs count too: every one of them was signed with the key that goes.
  await expect(drill).toContainText(
    /Nothing was changed\. Of (\d+) tokens? verified recently and still valid, \1 would be refused\./,
  );
  await expect(drill.getByRole("listitem")).toContainText([
    new RegExp(`${kid}.*added`),
    new RegExp(`${before}.*removed`),
  ]);
  await expect(keys).not.toContainText(kid ?? "");

  await page.getByRole("button", { name: `Refresh ${stack.provider.issuer}` }).click();
  await expect(page.getByRole("region", { name: "Refreshed" })).toContainText("removed");
  await expect(keys).toContainText(kid ?? "");
  await expect(keys).not.toContainText(before);
});
