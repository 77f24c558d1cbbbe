import { buttonOf, expectOneWriteEach } from "./double-click";
import { expect, test } from "./fixtures";

test("a double click writes once in the forms of teams and users, and calls once in the playground", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "twice" });
  await expectOneWriteEach(page, [
    [
      "/console/teams?new=1",
      () => page.getByLabel("Team id").fill("made-twice"),
      "Create team",
      "/team/new",
      () => expect(buttonOf(page, "made-twice")).toBeVisible(),
    ],
    [
      "/console/users?new=1",
      () => page.getByLabel("User id").fill("made-twice"),
      "Create user",
      "/user/new",
      () => expect(buttonOf(page, "made-twice")).toBeVisible(),
    ],
    [
      "/console/playground",
      async () => {
        await page.getByLabel("Team", { exact: true }).fill("twice");
        await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
        await page.getByLabel("Message 1", { exact: true }).fill("Hello");
      },
      "Send",
      "/auth/playground",
      () => expect(page.getByRole("region", { name: "Call of gpt-4o" }).getByRole("status")).not.toBeEmpty(),
    ],
  ]);
});
