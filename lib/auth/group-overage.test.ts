import { expect, test } from "vitest";
import { claimSources } from "./claims/claim-source";
import type { Claims } from "./decision";
import { groupOverageOf, withGroups } from "./group-overage";

const elsewhere = {
  _claim_names: { groups: "src1" },
  _claim_sources: { src1: { endpoint: "https://graph.windows.net/t/users/u/getMemberObjects" } },
};

test.each<[claims: Claims, paths: string[], left: string | undefined]>([
  [elsewhere, ["groups"], "groups"],
  [elsewhere, ["roles", "groups"], "groups"],
  [elsewhere, ["groups[].id"], "groups"],
  [elsewhere, ["groups[0]"], "groups"],
  [elsewhere, ["roles"], undefined],
  [elsewhere, [], undefined],
  [{ hasgroups: true }, ["groups"], "groups"],
  [{ hasgroups: "true" }, ["groups"], "groups"],
  [{ hasgroups: false, groups: ["a"] }, ["groups"], undefined],
  [{ _claim_names: "groups" }, ["groups"], undefined],
  [{ groups: ["a"] }, ["groups"], undefined],
])("of the claims %j, read from %j, %j is left out", (claims, paths, left) => {
  expect(groupOverageOf(claims, paths.length === 0 ? [] : claimSources(paths))).toBe(left);
});

test("groups that were fetched stand where the token left them out, and nothing is left out any more", () => {
  const whole = withGroups({ sub: "ann", ...elsewhere }, "groups", ["a", "b"]);
  expect(whole).toEqual({ sub: "ann", groups: ["a", "b"], _claim_sources: elsewhere._claim_sources });
  expect(groupOverageOf(whole, claimSources("groups"))).toBeUndefined();
  expect(groupOverageOf(withGroups({ hasgroups: true }, "groups", []), claimSources("groups"))).toBeUndefined();
});
