import { afterAll, beforeAll, expect, test } from "vitest";
import { configContracts } from "@/lib/wire/contracts/config";
import type { Services } from "@/lib/gateway/services";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { ACCESS_CONFIG } from "@/testing/gateway/access-config";
import { askOperation } from "@/testing/gateway/ask-operation";
import { composeTestServices } from "@/testing/gateway/test-services";

let server: TestDatabase;
let services: Services;
let close: () => Promise<void>;
beforeAll(async () => {
  server = await startTestDatabase();
  ({ services, close } = await composeTestServices({ databaseUrl: server.url, config: ACCESS_CONFIG }));
});
afterAll(async () => {
  await close();
  await server.stop();
});

async function save(comment: string): Promise<number> {
  const base_revision = services.settings.revision()?.id ?? null;
  const { body } = await askOperation(services, configContracts.saveRevision, { settings: {}, comment, base_revision });
  return body.revision.id;
}

async function list(query: Record<string, string>) {
  const { body } = await askOperation(services, configContracts.listRevisions, query);
  return { ids: body.data.map(({ id }: { id: number }) => id), total: body.total, next: body.next };
}

test("revisions are walked by their place while others are saved, and found by number, comment, actor and their end", async () => {
  const [a, b, c, d] = [
    await save("Open the models"),
    await save("50% of the_models"),
    await save("Close"),
    await save("open again"),
  ];
  const first = await list({ size: "2" });
  expect(first).toMatchObject({ ids: [d, c], total: 4 });
  await save("Meanwhile");
  expect(await list({ size: "2", after: String(first.next) })).toEqual({ ids: [b, a], total: 5, next: null });

  expect(await list({ search: "OPEN" })).toMatchObject({ ids: [d, a], total: 2 });
  const found = await list({ search: "open", size: "1" });
  expect(found.ids).toEqual([d]);
  const behind = { search: "open", size: "1", after: String(found.next) };
  expect(await list(behind)).toMatchObject({ ids: [a], total: 2, next: null });
  expect(await list({ search: "50%" })).toMatchObject({ ids: [b], total: 1 });
  expect(await list({ search: "e_m" })).toMatchObject({ ids: [b], total: 1 });
  expect(await list({ search: String(c) })).toMatchObject({ ids: [c] });
  expect((await list({ search: services.settings.revision()?.actor ?? "?" })).total).toBe(5);
  expect(await list({ search: "99999999999" })).toMatchObject({ ids: [], total: 0 });
  expect(await list({ up_to: String(c), size: "2" })).toMatchObject({ ids: [c, b], total: 3 });
});

test.each([{ after: "garbage" }, { after: "garbage", page: "2" }, { up_to: "0" }, { up_to: "x" }, { search: "\0" }])(
  "a list of revisions that is asked for with %j is refused",
  async (query) => {
    const [[parameter]] = Object.entries(query) as [[string, string]];
    expect(await askOperation(services, configContracts.listRevisions, query)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", param: parameter } },
    });
  },
);

test.each([99_999_999_999, 0, -1])("a rollback to %d, which no revision can be, is refused", async (revision) => {
  const { status, body } = await askOperation(services, configContracts.rollBack, { revision });
  expect([status, body.error.param]).toEqual([400, "revision"]);
});
