import { buttonOf, expectOneWriteEach } from "../support/double-click";
import { expect, test } from "../support/fixtures";

test("a double click writes once in the forms of teams and users, and calls once in the playground", async ({
  signedIn: page,
}) => {
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
        await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
        await page.getByLabel("Message 1", { exact: true }).fill("Hello");
      },
      "Send",
      "/playground/chat/completions",
      () => expect(page.getByRole("region", { name: "Call of gpt-4o" }).getByRole("status")).not.toBeEmpty(),
    ],
  ]);
});

test("a new secret is shown although Escape is pressed at the moment when it arrives", async ({ signedIn: page }) => {
  await page.addInitScript(() => {
    const send = window.fetch;
    const escape = () => {
      const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(key);
    };
    window.fetch = async (...request) => {
      const answer = await send(...request);
      if (!answer.url.endsWith("/key/generate")) return answer;
      const text = await answer.text();
      // The message is delivered when the page has the secret, and before React draws it.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", escape);
      port1.start();
      const read = (): Promise<string> => {
        port2.postMessage("");
        return Promise.resolve(text);
      };
      return Object.assign(new Response(text, answer), { text: read });
    };
  });
  await page.goto("/console/keys?new=1");
  await page.getByRole("dialog").getByRole("button", { name: "Generate key" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveText(/^sk-/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});
