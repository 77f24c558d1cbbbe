import { describe, expect, test } from "vitest";
import type { Organization } from "@/lib/wire/organization";
import type { Team } from "@/lib/wire/team";
import { at, type GeneratedKey, type List, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

describe("organisations", () => {
  test("an organisation is created once per id, with the given fields and defaults for the rest", async () => {
    const given = {
      organization_id: "o1",
      organization_alias: "Org One",
      models: ["gpt-*"],
      max_budget: 12.5,
      budget_duration: "30d",
      tpm_limit: 10,
      metadata: { a: [1] },
    };
    const organization = await nodes.node.call<Organization>(at("/organization/new"), given);
    expect(organization).toMatchObject({ ...given, blocked: false, rpm_limit: null, spend: 0 });
    expect(await nodes.other.call(at("/organization/info"), { organization_id: "o1" })).toEqual({
      ...organization,
      budget: expect.objectContaining({ spent: 0, soft_exceeded: false }),
    });
    expect(await nodes.other.refusal(at("/organization/new"), { organization_id: "o1" })).toMatchObject({
      code: "already_exists",
      param: "organization_id",
    });
    expect((await nodes.node.call<Organization>(at("/organization/new"), {})).organization_id).not.toBe("");
    expect((await nodes.auditOf({ entity_id: "o1" })).map(({ action, before }) => [action, before])).toEqual([
      ["organization.create", null],
    ]);
  });

  test("an update of an organisation keeps the fields that it leaves out and clears those that it sets to null", async () => {
    await nodes.node.call(at("/organization/new"), {
      organization_id: "o1",
      organization_alias: "before",
      max_budget: 1,
      models: ["a"],
      metadata: { a: 1 },
    });
    const updated = await nodes.node.call<Organization>(at("/organization/update"), {
      organization_id: "o1",
      organization_alias: "after",
      max_budget: null,
      metadata: null,
    });
    expect(updated).toMatchObject({ organization_alias: "after", max_budget: null, models: ["a"], metadata: {} });
    const [event] = await nodes.auditOf({ action: "organization.update" });
    expect([event?.before?.organization_alias, event?.after?.organization_alias]).toEqual(["before", "after"]);
  });

  test("teams and keys can only be put into organisations that exist", async () => {
    await nodes.node.call(at("/team/new"), { team_id: "t1" });
    const { token_id } = await nodes.node.call<GeneratedKey>(at("/key/generate"), {});
    const refused: [string, object][] = [
      ["/team/new", {}],
      ["/team/update", { team_id: "t1" }],
      ["/key/generate", {}],
      ["/key/update", { key: token_id }],
    ];
    for (const [path, body] of refused) {
      expect(await nodes.node.refusal(at(path), { ...body, organization_id: "nobody" }), path).toMatchObject({
        code: "not_found",
        param: "organization_id",
      });
    }
    await nodes.node.call(at("/organization/new"), { organization_id: "o1" });
    for (const [path, body] of refused) {
      expect(await nodes.node.call(at(path), { ...body, organization_id: "o1" }), path).toMatchObject({
        organization_id: "o1",
      });
    }
    const { data } = await nodes.node.call<List<Team>>(at("/team/list"), {
      organization_id: "o1",
      sort: "created_at",
      order: "asc",
    });
    expect(data.map((team) => team.team_id)).toContain("t1");
    expect((await nodes.node.call<List<Team>>(at("/team/list"), { organization_id: "o2" })).total).toBe(0);
    expect((await nodes.node.call<List<GeneratedKey>>(at("/key/list"), { organization_id: "o1" })).total).toBe(2);
  });

  test("an organisation is not deleted while teams or keys belong to it, and its spend stays on record", async () => {
    for (const id of ["o1", "o2"]) await nodes.node.call(at("/organization/new"), { organization_id: id });
    await nodes.node.call(at("/team/new"), { team_id: "t1", organization_id: "o1" });
    await nodes.bookSpend("organization", "o1", "2.5");
    const refusal = await nodes.node.refusal(at("/organization/delete"), { organization_ids: ["o2", "o1"] });
    expect(refusal).toEqual({
      code: "in_use",
      param: "organization_ids",
      message: "Something still belongs to these organisations (teams: 1); move or delete it first.",
    });
    expect((await nodes.node.call<List<Organization>>(at("/organization/list"), {})).total).toBe(2);

    expect((await nodes.other.services.directory.organization("o1"))?.id).toBe("o1");
    await nodes.node.call(at("/team/update"), { team_id: "t1", organization_id: null });
    expect(await nodes.node.call(at("/organization/delete"), { organization_ids: ["o1", "o1"] })).toMatchObject({
      deleted_organizations: ["o1"],
    });
    expect(await nodes.other.services.directory.organization("o1")).toBeUndefined();
    expect((await nodes.node.call<Organization>(at("/organization/new"), { organization_id: "o1" })).spend).toBe(2.5);
  });

  test("an organisation is not deleted while a team is being created in it", async () => {
    for (let round = 0; round < 5; round++) {
      const id = `o${round}`;
      await nodes.node.call(at("/organization/new"), { organization_id: id });
      const [deletion, creation] = await Promise.allSettled([
        nodes.node.call(at("/organization/delete"), { organization_ids: [id] }),
        nodes.other.call(at("/team/new"), { team_id: `t${round}`, organization_id: id }),
      ]);
      expect([deletion.status, creation.status].sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  test("organisations are listed by page, filter and order, with their spend", async () => {
    for (const id of ["o1", "o2", "o3"])
      await nodes.node.call(at("/organization/new"), {
        organization_id: id,
        organization_alias: `Alias ${id}`,
        blocked: id === "o2",
      });
    await nodes.bookSpend("organization", "o3", "2.5");
    await nodes.node.call(at("/organization/update"), { organization_id: "o1", metadata: {} });
    const ids = async (query: Record<string, string>) =>
      (await nodes.node.call<List<Organization>>(at("/organization/list"), query)).data.map(
        (row) => row.organization_id,
      );
    expect(await ids({ sort: "spend" })).toEqual(["o3", "o1", "o2"]);
    expect(await ids({ sort: "alias", order: "asc", page: "2", size: "2" })).toEqual(["o3"]);
    expect((await ids({ sort: "updated_at" }))[0]).toBe("o1");
    expect(await ids({ blocked: "true" })).toEqual(["o2"]);
    expect(await ids({ search: "ALIAS O3" })).toEqual(["o3"]);
  });

  test.each(["/organization/block", "/organization/unblock", "/organization/update", "/organization/info"])(
    "%s answers not_found for an organisation that does not exist, and audits nothing",
    async (path) => {
      expect(await nodes.node.refusal(at(path), { organization_id: "nobody" })).toMatchObject({
        code: "not_found",
        param: "organization_id",
      });
      expect(await nodes.node.refusal(at("/organization/delete"), { organization_ids: ["nobody"] })).toMatchObject({
        code: "not_found",
        param: "organization_ids",
      });
      expect(await nodes.auditOf()).toEqual([]);
    },
  );
});
