import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { OPERATIONS } from "./table";

let database: TestDatabase;
let gateway: InProcessGateway;

beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
    body,
  });
  const { error }: { error?: { message: string } } = await response.json();
  return [response.status, error?.message ?? ""];
}

/**
 * Messages for tool servers pass unaltered and are kept nowhere, and so are the forms of applications that sign users
 * in, which are the only ones that anybody may send.
 */
const managing = OPERATIONS.filter(
  ({ method, access, modelBody, takesMessage }) =>
    method === "POST" && access !== "public" && !modelBody && !takesMessage,
).map(({ path }) => path);

describe.each(managing)("POST %s", (path) => {
  test.each([
    [String.raw`{"any":"a\u0000b"}`, "any: must not contain NUL characters or lone surrogates"],
    [String.raw`{"\ud800":[{"a":1}]}`, "Names of fields must not contain NUL characters or lone surrogates."],
  ])("refuses the text %s, which the database could not store, and says where it is", async (body, message) => {
    expect(await post(path, body)).toEqual([400, message]);
  });

  test.each(['{"any":{"__proto__":1}}', String.raw`{"any":[{"a":{"__pr\u006fto__":{}}}]}`])(
    "refuses the name __proto__, which would be lost, and says where it is: %s",
    async (body) => {
      expect(await post(path, body)).toEqual([400, 'any: must not have "__proto__" as a name']);
    },
  );

  test("unpacks a compressed body before it looks at it, and takes no other coding", async () => {
    const packed = new Uint8Array(gzipSync('{"any":{"__proto__":1}}'));
    expect(await post(path, packed, { "content-encoding": "gzip" })).toEqual([
      400,
      'any: must not have "__proto__" as a name',
    ]);
    const [status] = await post(path, packed, { "content-encoding": "deflate" });
    expect(status).toBe(415);
  });
});

test("a text with escaped characters that the database can store is taken", async () => {
  const [status] = await post("/team/new", String.raw`{"team_alias":"\ud83d\ude00 \\u0000"}`);
  expect(status).toBe(200);
});

test("limits of models and metadata keep names that every object answers to", async () => {
  const named = { constructor: 1, toString: 2, hasOwnProperty: 3 };
  const given = { model_rpm_limit: named, model_tpm_limit: named, metadata: named };
  const response = await gateway.send("/team/new", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ team_id: "inherited", ...given }),
  });
  expect(await response.json()).toMatchObject(given);
  const stored = await gateway.send("/team/info?team_id=inherited", {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  expect(await stored.json()).toMatchObject(given);
});
