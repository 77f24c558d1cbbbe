import { describe, expect, test } from "vitest";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { useModelFixture, UPSTREAM_KEY } from "@/testing/gateway/model-fixture";

const fixture = useModelFixture();
const { add, ask, call } = fixture;

const made = (values: object = {}, name = "shared") =>
  ask("POST", "/credentials", {
    credential_name: name,
    credential_values: { api_key: UPSTREAM_KEY, api_base: fixture.upstream.apiBase, ...values },
    credential_info: { owner: "team a" },
  });
/** An entry that has neither a key nor an address of its own. */
const named = (params: object = {}, id = "n-1") =>
  add({
    model_info: { id },
    gateway_params: {
      model: "openai/real",
      credential_name: "shared",
      api_key: undefined,
      api_base: undefined,
      ...params,
    },
  });

describe("a named credential", () => {
  test("serves every entry that names it, and a change of it counts at once", async () => {
    const { status, body, text } = await made();
    expect([status, body]).toMatchObject([
      200,
      {
        credential_name: "shared",
        credential_values: { api_key: "sk-…WXYZ", api_base: fixture.upstream.apiBase },
        credential_info: { owner: "team a" },
        source: "database",
        used_by: [],
        unusable: null,
        created_by: "master key",
      },
    ]);
    expect(text).not.toContain(UPSTREAM_KEY);
    expect((await named()).status).toBe(200);
    expect((await call("added")).status).toBe(200);
    expect(fixture.upstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);

    expect(
      (await ask("PATCH", "/credentials/shared", { credential_values: { api_key: "sk-another-key" } })).status,
    ).toBe(200);
    expect((await call("added")).status).toBe(200);
    expect(fixture.upstream.requests.at(-1)?.headers.authorization).toBe("Bearer sk-another-key");
    expect((await ask("GET", "/credentials/shared")).body).toMatchObject({ used_by: ["n-1"] });
    expect((await ask("GET", "/credentials")).body.data).toHaveLength(1);
  });

  test("counts after an entry's own settings", async () => {
    await made();
    await named({ api_key: "sk-own", api_base: fixture.upstream.apiBase });
    await call("added");
    expect(fixture.upstream.requests.at(-1)?.headers.authorization).toBe("Bearer sk-own");
  });

  test("is not deleted while an entry names it, and the refusal says which", async () => {
    await made();
    await named();
    const refused = await ask("DELETE", "/credentials/shared");
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        code: "in_use",
        param: "credential_name",
        message: "Entries of the model list name this credential: added. Change them first.",
        details: { entries: ["n-1"] },
      },
    ]);
    await ask("POST", "/model/delete", { id: "n-1" });
    expect((await ask("DELETE", "/credentials/shared")).body).toMatchObject({ deleted_credential: "shared" });
    expect((await ask("GET", "/credentials/shared")).status).toBe(404);
    expect((await ask("DELETE", "/credentials/shared")).status).toBe(404);
  });

  test("has a name of its own", async () => {
    await made();
    expect((await made()).body.error).toMatchObject({ code: "already_exists", param: "credential_name" });
  });

  test("that changes counts on every other node, which hears it by the feed", async () => {
    const other = await fixture.startNode();
    try {
      const keyAtOther = async () => {
        const { status } = await call("added", other);
        return status === 200 ? fixture.upstream.requests.at(-1)?.headers.authorization : status;
      };
      await made();
      await named();
      await expect.poll(keyAtOther).toBe(`Bearer ${UPSTREAM_KEY}`);
      await ask("PATCH", "/credentials/shared", { credential_values: { api_key: "sk-another-key" } });
      await expect.poll(keyAtOther).toBe("Bearer sk-another-key");
      const seen = await ask("GET", "/credentials/shared", undefined, undefined, other);
      expect(seen.body).toMatchObject({ used_by: ["n-1"], credential_values: { api_key: "…" } });
    } finally {
      await other.stop();
    }
  });

  test("is encrypted in the database", async () => {
    await made();
    const { rows } = await fixture.gateway.services.database.pool.query<{ row: string; sealed: string }>(
      "SELECT credentials::text AS row, sealed FROM credentials",
    );
    expect(rows[0]?.row).toContain(fixture.upstream.apiBase);
    expect(rows[0]?.row).not.toContain("0123456789abcdef");
    const opened = fixture.gateway.services.secrets.open(
      rows[0]?.sealed ?? "",
      SEALED_COLUMNS.credentialSecrets.context("shared"),
    );
    expect(opened).toEqual({ text: JSON.stringify({ api_key: UPSTREAM_KEY }) });
  });

  test("is in the audit log without its secret", async () => {
    await made();
    await ask("PATCH", "/credentials/shared", { credential_info: { owner: "team b" } });
    const { body, text } = await ask("GET", "/audit/logs?entity_type=credential");
    expect(body.data.map((event: { action: string }) => event.action)).toEqual([
      "credential.update",
      "credential.create",
    ]);
    expect(text).not.toContain(UPSTREAM_KEY);
  });
});

describe("at the same time", () => {
  /** Starts two writes, the second once the first waits: all wait before their end, which is their audit event. */
  async function together<First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const { pool } = fixture.gateway.services.database;
    const waiting = async (): Promise<unknown> => {
      const { rows } = await pool.query<{ count: number }>(
        "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows[0]?.count;
    };
    const client = await pool.connect();
    await client.query("BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE");
    try {
      const one = first();
      await expect.poll(waiting).toBe(1);
      const two = second();
      await expect.poll(waiting).toBe(2);
      await client.query("COMMIT");
      return [await one, await two];
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  }
  const remove = () => ask("DELETE", "/credentials/shared");

  test("a deletion refuses the entry that is about to name the credential", async () => {
    await made();
    const [deletion, addition] = await together(remove, named);
    expect(deletion.status).toBe(200);
    expect([addition.status, addition.body.error.param]).toEqual([400, "gateway_params.credential_name"]);
    expect((await ask("GET", "/model/info")).body.data).toHaveLength(2);
  });

  test.each(["added", "changed"])("an entry that is %s first keeps the credential", async (how) => {
    await made();
    await add({ model_info: { id: "n-1" } });
    const change = { id: "n-1", gateway_params: { credential_name: "shared", api_key: null, api_base: null } };
    const write = how === "added" ? () => named({}, "n-2") : () => ask("POST", "/model/update", change);
    const [written, deletion] = await together(write, remove);
    expect(written.status).toBe(200);
    expect(deletion.body.error).toMatchObject({
      code: "in_use",
      details: { entries: [how === "added" ? "n-2" : "n-1"] },
    });
  });
});

describe("what is refused", () => {
  test("an entry whose credential does not exist", async () => {
    expect((await named()).body.error).toMatchObject({
      code: "invalid_request",
      param: "gateway_params.credential_name",
    });
  });

  test("an entry, or the test of one, that would send the secret to an address of its own", async () => {
    await made();
    const elsewhere = { api_base: "https://collects-keys.example/v1" };
    expect((await named(elsewhere)).body.error).toMatchObject({ param: "gateway_params.api_base" });
    const params = { model: "openai/real", credential_name: "shared", ...elsewhere };
    expect((await ask("POST", "/model/test", { gateway_params: params })).body.error).toMatchObject({
      param: "gateway_params.api_base",
    });
    expect((await named()).status).toBe(200);
    const moved = await ask("POST", "/model/update", { id: "n-1", gateway_params: elsewhere });
    expect(moved.body.error).toMatchObject({ param: "gateway_params.api_base" });
  });

  test("a change that would send a stored secret to another address", async () => {
    await made();
    const values = { api_base: "https://collects-keys.example/v1" };
    const refused = await ask("PATCH", "/credentials/shared", { credential_values: values });
    expect(refused.body.error).toMatchObject({ param: "credential_values.api_key" });
    const again = { credential_values: { ...values, api_key: "sk-new" } };
    expect((await ask("PATCH", "/credentials/shared", again)).status).toBe(200);
  });

  test.each([
    [{ api_key: "os.environ/SECRET" }, "credential_values.api_key"],
    [{ ssl_certificate: "/etc/passwd" }, "credential_values.ssl_certificate"],
    [{ unheard_of: 1 }, "credential_values.unheard_of"],
    [{ api_key: "a\nb" }, "credential_values.api_key"],
  ])("the values %j, by name", async (values, param) => {
    const { status, body } = await made(values);
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_request", param]);
  });
});
