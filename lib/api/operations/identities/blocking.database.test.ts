import { describe, expect, test } from "vitest";
import { at, type GeneratedKey as Key, useTwoNodes, type WithReceipts } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

/** What can be blocked: its routes, the input that creates it, and the claims of a token that acts for it. */
const BLOCKS = [
  { path: "/user", input: { user_id: "u1" }, claims: { user: "u1" }, code: "user_blocked", event: "user" },
  { path: "/team", input: { team_id: "t1" }, claims: { client_id: "t1" }, code: "team_blocked", event: "team" },
  {
    path: "/organization",
    input: { organization_id: "o1" },
    claims: { client_id: "t2", organization: "o1" },
    code: "organization_blocked",
    event: "organization",
  },
  {
    path: "/customer",
    input: { user_id: "c1" },
    claims: { client_id: "t2", customer: "c1" },
    code: "end_user_blocked",
    event: "customer",
  },
] as const;

describe("blocking", () => {
  test.each(BLOCKS)(
    "a block at $path is in force on every node for the very next request, and so is an unblock",
    async ({ path, input, claims, code, event }) => {
      await nodes.node.call(at("/team/new"), { team_id: "t2" });
      await nodes.node.call(at(`${path}/new`), input);
      const outcomes = () => Promise.all([nodes.node, nodes.other].map((node) => node.modelCall(claims)));
      expect(await outcomes()).toEqual(["allowed", "allowed"]);
      const { nodes: receipts } = await nodes.node.call<WithReceipts>(at(`${path}/block`), input);
      expect(await outcomes()).toEqual([code, code]);
      expect(receipts).toEqual([
        { node: "one", acknowledged_ms: expect.any(Number) },
        { node: "two", acknowledged_ms: expect.any(Number) },
      ]);
      await nodes.other.call(at(`${path}/unblock`), input);
      expect(await outcomes()).toEqual(["allowed", "allowed"]);
      const [unblock, block] = (await nodes.auditOf()).filter(({ action }) => action.endsWith("block"));
      expect([block?.action, block?.before?.blocked, block?.after?.blocked]).toEqual([`${event}.block`, false, true]);
      expect([unblock?.action, unblock?.before?.blocked, unblock?.after?.blocked]).toEqual([
        `${event}.unblock`,
        true,
        false,
      ]);
    },
  );

  test("a blocked user, team or organisation blocks its keys too", async () => {
    await nodes.node.call(at("/organization/new"), { organization_id: "o1" });
    await nodes.node.call(at("/team/new"), { team_id: "t1", organization_id: "o1" });
    await nodes.node.call(at("/user/new"), { user_id: "u1" });
    const generate = (body: object) => nodes.node.call<Key>(at("/key/generate"), body);
    const [ofTeam, ofOrganization, ofUser] = [
      await generate({ team_id: "t1" }),
      await generate({ organization_id: "o1" }),
      await generate({ user_id: "u1" }),
    ];
    const outcomes = () => Promise.all([ofTeam, ofOrganization, ofUser].map(({ key }) => nodes.other.modelCall(key)));
    expect(await outcomes()).toEqual(["allowed", "allowed", "allowed"]);
    await nodes.node.call(at("/organization/block"), { organization_id: "o1" });
    await nodes.node.call(at("/user/block"), { user_id: "u1" });
    expect(await outcomes()).toEqual(["organization_blocked", "organization_blocked", "user_blocked"]);
  });

  test("blocking, unblocking or updating a user that does not exist is answered with not_found, and nothing is audited", async () => {
    for (const path of ["/user/block", "/user/unblock", "/user/update"]) {
      expect(await nodes.node.refusal(at(path), { user_id: "nobody" })).toEqual({
        code: "not_found",
        param: "user_id",
        message: 'There is no user "nobody".',
      });
    }
    expect(await nodes.auditOf()).toEqual([]);
  });
});
