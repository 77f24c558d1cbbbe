import { expect, test } from "vitest";
import type { ImportReport } from "@/lib/wire/tables/entity-tables";
import { at, useTwoNodes } from "@/testing/gateway/management-nodes";

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
