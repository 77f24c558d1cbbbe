import { expect, type Stack, test } from "../support/fixtures";

/** Kinds besides those of `two-administrators`, each with a field that both change. */
const EDITED: readonly {
  readonly what: string;
  /** The button that opens its form, and the name of the form. */
  readonly opener: string;
  readonly form: string;
  /** The field that both change; it is 10 at first. */
  readonly field: string;
  /** The operation that saves. */
  readonly saves: string;
  readonly path: string;
  readonly make: (stack: Stack) => Promise<unknown>;
  /** Saves what the other administrator changes: 30. */
  readonly update: (stack: Stack) => Promise<unknown>;
}[] = [
  {
    what: "an end user",
    path: "/console/end-users?id=two-customer",
    opener: "Edit end user",
    form: "Edit two-customer",
    field: "Budget",
    saves: "/customer/update",
    make: (stack) => sent(stack, "POST", "/customer/new", { user_id: "two-customer", max_budget: 10 }),
    update: (stack) => sent(stack, "POST", "/customer/update", { user_id: "two-customer", max_budget: 30 }),
  },
  {
    what: "a credential",
    path: "/console/credentials",
    opener: "two-credential",
    form: "Edit two-credential",
    field: "Note",
    saves: "/credentials/two-credential",
    make: (stack) =>
      sent(stack, "POST", "/credentials", {
        credential_name: "two-credential",
        credential_values: { api_key: "of-two" },
        credential_info: { description: "10" },
      }),
    update: (stack) => sent(stack, "PATCH", "/credentials/two-credential", { credential_info: { description: "30" } }),
  },
  {
    what: "a tool server",
    path: "/console/server?id=two",
    opener: "Edit",
    form: "Edit two",
    field: "Cost of a call, in dollars",
    saves: "/mcp/server",
    make: (stack) =>
      sent(stack, "POST", "/mcp/server", { server_id: "two", url: "http://127.0.0.1:9/mcp", ...costing(10) }),
    update: (stack) => sent(stack, "PUT", "/mcp/server", { server_id: "two", ...costing(30) }),
  },
];

function costing(default_cost_per_query: number): object {
  return { mcp_info: { mcp_server_cost_info: { default_cost_per_query } } };
}

async function sent({ gateway }: Stack, method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const answer = await fetch(gateway.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.text()).toBe(200);
}

for (const { what, path, opener, form: named, field: label, saves, make, update } of EDITED)
  test(`of two administrators who edit ${what} at once, the second reads that field alone, and takes it`, async ({
    signedIn: page,
    stack,
    watch,
  }) => {
    watch.expectFailure(saves);
    await make(stack);
    await page.goto(path);
    await page.getByRole("button", { name: opener, exact: true }).click();
    const form = page.getByRole("dialog", { name: named });
    const field = form.getByLabel(label, { exact: true });
    await expect(field).toHaveValue("10");
    await field.fill("20");
    await update(stack);
    await form.getByRole("button", { name: "Save changes" }).click();
    const changed = form.getByRole("list", { name: "Changed in the meantime" }).getByRole("listitem");
    await expect(changed).toHaveCount(1);
    await expect(changed).toContainText("30");
    await form.getByRole("button", { name: "Take theirs" }).click();
    await expect(field).toHaveValue("30");
  });
