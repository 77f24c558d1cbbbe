import { expect, type Stack, test } from "../support/fixtures";
import { ONE_LOOK } from "@/testing/patience.mjs";

/** Puts these access settings in force instead of all that were edited before. */
async function putInForce({ gateway, post }: Stack, settings: object): Promise<void> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const { revision } = await (await fetch(`${gateway.url}/config/get`, { headers })).json();
  const saved = await post("/config/revisions", gateway.masterKey, { settings, base_revision: revision?.id ?? null });
  expect(saved.status).toBe(200);
}

test("a project is onboarded by the role of its tokens, tried on its refused calls, and its spend is seen", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "weather-app", team_alias: "Weather" });
  const claims = { oid: "weather-app", realm_access: { roles: ["llm-project"] } };
  const project = await stack.provider.addProject({ clientId: "weather-client", claims });
  const token = await stack.provider.projectToken(project);
  await putInForce(stack, { enforce_rbac: true, object_id_jwt_field: "oid" });
  try {
    expect(await stack.chat(token)).toEqual({ status: 403, code: "role_not_mapped" });

    await page.goto("/console/access");
    await page.getByRole("button", { name: "Add role mapping" }).click();
    await page.getByLabel("Role in the token, row 1").fill("llm-project");
    await page.getByLabel("Internal role, row 1").selectOption("team");
    const trial = page.getByRole("dialog", { name: "What changes for real traffic" });
    // Decisions are recorded beside the call, so it may take a moment until they can be tried.
    await expect(async () => {
      await page.getByRole("button", { name: "Try on real traffic" }).click();
      await expect(trial.getByRole("heading", { name: /Would gain access/ })).toBeVisible(ONE_LOOK);
    }).toPass();
    await expect(trial.getByRole("listitem").filter({ hasText: "weather-app" })).toContainText("gpt-4o");
    await page.keyboard.press("Escape");
    // A trial saves nothing.
    expect((await stack.chat(token)).status).toBe(403);

    await page.getByLabel("Comment on this revision").fill("Projects of the provider are teams");
    await page.getByRole("button", { name: "Save revision" }).click();
    await expect(page.getByText(/Revision .* is in force/)).toBeVisible();
    expect(await stack.chat(token)).toEqual({ status: 200, code: undefined });

    await page.goto("/console/team?id=weather-app");
    await expect(page.getByRole("heading", { name: "Weather", level: 1 })).toBeVisible();
    const section = (name: string) => page.locator("section", { has: page.getByRole("heading", { name }) });
    await expect(section("Latest calls").getByText("gpt-4o").first()).toBeVisible();
    await expect(section("Spend, last 30 days").getByText("Calls", { exact: true })).toBeVisible();

    const { data } = await (await page.request.get("/spend/logs?team_id=weather-app")).json();
    expect(data).toMatchObject([{ team_id: "weather-app", requested_model: "gpt-4o", status: "success" }]);
  } finally {
    await putInForce(stack, {});
  }
});
