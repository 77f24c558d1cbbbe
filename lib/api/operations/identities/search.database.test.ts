import { beforeEach, expect, test } from "vitest";
import type { FoundEntity } from "@/lib/wire/contracts/search";
import { at, useTwoNodes } from "@/testing/gateway/management-nodes";

const nodes = useTwoNodes();

async function found(text: string, size?: number): Promise<string[]> {
  const { data } = await nodes.node.call<{ data: FoundEntity[] }>(at("/search"), { text, size });
  return data.map(({ type, id, name }) => `${type} ${id}${name === null ? "" : ` (${name})`}`);
}

beforeEach(async () => {
  await nodes.node.call(at("/organization/new"), { organization_id: "acme", organization_alias: "Acme" });
  await nodes.node.call(at("/team/new"), { team_id: "/teams/ml", team_alias: "Machine learning" });
  await nodes.node.call(at("/team/new"), { team_id: "learners" });
  await nodes.node.call(at("/user/new"), { user_id: "u-1", user_email: "Ada@acme.example" });
  await nodes.node.call(at("/user/new"), { user_id: "u-2", user_alias: "Grace", user_email: "grace@acme.example" });
  await nodes.node.call(at("/customer/new"), { user_id: "learning-app", alias: "ACME shop" });
  await nodes.node.call(at("/key/generate"), { key_alias: "acme/nightly" });
});

test("everything whose id, name or e-mail address has the text is found, in any case", async () => {
  const acme = await found("ACME");
  expect(acme.map((each) => each.replace(/key_\w+/, "KEY"))).toEqual([
    "user u-1 (Ada@acme.example)",
    "user u-2 (Grace)",
    "organization acme (Acme)",
    "key KEY (acme/nightly)",
    "end_user learning-app (ACME shop)",
  ]);
  expect(await found("ada@")).toEqual(["user u-1 (Ada@acme.example)"]);
  expect(await found("/teams/ml")).toEqual(["team /teams/ml (Machine learning)"]);
  expect(await found("grace@")).toEqual(["user u-2 (Grace)"]);
  expect(await found("%")).toEqual([]);
  expect(await found("no one")).toEqual([]);
});

test("what is the text itself comes first, then what begins with it, and only a few of each kind", async () => {
  expect(await found("learn")).toEqual([
    "team learners",
    "team /teams/ml (Machine learning)",
    "end_user learning-app (ACME shop)",
  ]);
  expect(await found("learn", 1)).toEqual(["team learners", "end_user learning-app (ACME shop)"]);
  await nodes.node.call(at("/team/new"), { team_id: "A learned team" });
  await nodes.node.call(at("/team/new"), { team_id: "x", team_alias: "LEARN" });
  expect(await found("learn", 3)).toEqual([
    "team x (LEARN)",
    "team learners",
    "team A learned team",
    "end_user learning-app (ACME shop)",
  ]);
});

test("a key is shown by its abbreviated secret, and its secret finds nothing", async () => {
  const { key, token_id: id } = await nodes.node.call<{ key: string; token_id: string }>(at("/key/generate"), {});
  const { data } = await nodes.node.call<{ data: FoundEntity[] }>(at("/search"), { text: id });
  expect(data).toEqual([{ type: "key", id, name: null, key_name: `sk-...${key.slice(-4)}` }]);
  expect(await found(key)).toEqual([]);
});

test("a search for nothing, for NUL, or for too many is refused", async () => {
  for (const input of [{ text: "" }, { text: "a\0" }, { text: "a".repeat(257) }, { text: "a", size: 51 }])
    expect(await nodes.node.refusal(at("/search"), input)).toMatchObject({ code: "invalid_request" });
});
