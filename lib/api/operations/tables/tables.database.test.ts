import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { TABLE } from "@/lib/api/table";
import type { ImportReport } from "@/lib/wire/tables/entity-tables";
import { apiRequest } from "@/testing/gateway/api-request";
import { administrator, at, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();
const imported = (kind: string, csv: string, dry_run = false): Promise<ImportReport> =>
  nodes.node.call<ImportReport>(at(`/${kind}/import`), { csv, dry_run });

test("a dry run says what would change, and changes nothing", async () => {
  await nodes.node.call(at("/team/new"), { team_id: "a", team_alias: "Ada", max_budget: 5 });
  const csv = "team_id,team_alias,models,max_budget\r\na,Ada,gpt-4o,7\r\nb,Bea,,\r\n";
  const plan = await imported("team", csv, true);
  expect(plan).toMatchObject({ dry_run: true, applied: false, created: 1, updated: 1, unchanged: 0, refused: 0 });
  expect(plan.rows[0]?.changes).toEqual([
    { field: "models", before: [], after: ["gpt-4o"] },
    { field: "max_budget", before: 5, after: 7 },
  ]);
  expect(await nodes.node.refusal(at("/team/info"), { team_id: "b" })).toMatchObject({ code: "not_found" });
  expect(await imported("team", csv)).toMatchObject({ applied: true, created: 1, updated: 1 });
  expect(await nodes.node.call(at("/team/info"), { team_id: "a" })).toMatchObject({
    models: ["gpt-4o"],
    max_budget: 7,
  });
  expect(await imported("team", csv)).toMatchObject({ applied: true, created: 0, updated: 0, unchanged: 2 });
});

test("a plan that refuses a row changes nothing", async () => {
  const report = await imported("user", "user_id,max_budget\r\nu1,5\r\nu2,much\r\n");
  expect(report).toMatchObject({ applied: false, refused: 1 });
  expect(await nodes.node.refusal(at("/user/info"), { user_id: "u1" })).toMatchObject({ code: "not_found" });
});

test("a row that its operation refuses is told, and the others go on", async () => {
  const report = await imported("team", "team_id,organization_id\r\nx,nowhere\r\ny,\r\n");
  expect(report).toMatchObject({ applied: true, created: 1, refused: 1 });
  expect(report.rows[0]).toMatchObject({ line: 2, action: "refuse", error: expect.stringContaining("nowhere") });
});

test("an import of keys answers with the secrets of those that it makes, once", async () => {
  await nodes.node.call(at("/team/new"), { team_id: "t" });
  const report = await imported("key", "token_id,key_alias,team_id,duration\r\n,ci,t,30d\r\n");
  const [row] = report.rows;
  expect(row).toMatchObject({ action: "create", key: expect.stringMatching(/^sk-/) });
  expect(await nodes.node.call(at("/key/info"), { key: row?.key })).toMatchObject({
    token_id: row?.id,
    key_alias: "ci",
  });
  const changed = await imported("key", `token_id,key_alias\r\n${row?.id},ci 2\r\n`);
  expect(changed).toMatchObject({ updated: 1 });
  expect(JSON.stringify(changed)).not.toContain("sk-");
});

test("an import that is refused as a whole names the file", async () => {
  for (const csv of ["team_id,colour\r\na,red\r\n", 'team_id\r\n"a\r\n'])
    expect(await nodes.node.refusal(at("/team/import"), { csv })).toMatchObject({
      code: "invalid_request",
      param: "csv",
    });
});

test("an export is read back as nothing new, whatever ids and lists have in them", async () => {
  for (const team_id of ["a,b", " a", "a", '"a"', "=1+1", "x/y%2F"])
    await nodes.node.call(at("/team/new"), { team_id, models: ["a,b", ' "c', "gpt-*"], max_budget: 1e-7 });
  const operation = at("/team/export");
  const { services } = nodes.node;
  const request = apiRequest({ method: "GET", path: "/team/export" });
  const reply = await operation.answer({ services, request, caller: administrator, table: TABLE }, {});
  const csv = await text(reply.body as AsyncIterable<Uint8Array>);
  expect(await imported("team", csv)).toMatchObject({ created: 0, updated: 0, unchanged: 6, refused: 0 });
});

test("a database that goes away in the middle stops an import, which says where and keeps what was done", async () => {
  const lines = Array.from({ length: 20 }, (_, place) => `,ci ${place}\r\n`).join("");
  const { pool } = nodes.node.services.database;
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.alias = 'ci 3' THEN RAISE EXCEPTION 'planted-detail' USING ERRCODE = '57P01'; END IF; RETURN NEW; END $$`);
  await pool.query("CREATE TRIGGER refuse BEFORE INSERT ON keys FOR EACH ROW EXECUTE FUNCTION refuse()");
  const report = await imported("key", `token_id,key_alias\r\n${lines}`);
  expect(report).toMatchObject({ applied: true, created: 3, refused: 17 });
  expect(report.rows.slice(0, 3).every(({ key }) => key?.startsWith("sk-"))).toBe(true);
  expect(report.rows[4]?.error).toMatch(/^Not tried, because line 5 failed: /);
  expect(JSON.stringify(report)).not.toContain("planted-detail");
});

test("an import goes no further once its caller has hung up", async () => {
  const operation = at("/key/import");
  const { services } = nodes.node;
  const request = apiRequest({ method: "POST", path: "/key/import", isGone: true });
  const csv = "token_id,key_alias\r\n,ci\r\n";
  await operation.answer({ services, request, caller: administrator, table: TABLE }, { csv, dry_run: false });
  expect(await services.database.prisma.key.count()).toBe(0);
});
