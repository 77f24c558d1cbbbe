import { expect, test } from "vitest";
import { eachAddress, groupAddress, groupIn, linkTo } from "./group-address";

const GROUP = {
  ...({ code: "team_model_not_allowed", kind: "team", principal: "/teams/ml" } as const),
  route: "/chat/completions",
  model: 'a "quoted", model',
};

test.each([
  ["a group with every part", GROUP],
  ["a group without a principal, a route and a model", { ...GROUP, principal: "", route: "", model: "" }],
])("the address names the group that it was made of: %s", (_title, group) => {
  expect(groupIn(groupAddress(group))).toEqual(group);
});

test.each([
  ["an empty text", ""],
  ["no JSON", "team"],
  ["no list", "{}"],
  ["too few parts", '["team_blocked","team"]'],
  ["a part that is not text", '["team_blocked","team",1,"",""]'],
  ["an unknown kind", '["team_blocked","nobody","","",""]'],
  ["no code", '["","team","","",""]'],
])("an address with %s names no group", (_title, address) => {
  expect(groupIn(address)).toBeUndefined();
});

test("each refusal of a group is listed by all that the group names", () => {
  const group = { code: "team_blocked", kind: "team", principal: "/a b", route: "/models", model: "" } as const;
  expect(eachAddress(group)).toBe(
    "/console/requests?status=refused&code=team_blocked&kind=team&principal=%2Fa+b&route=%2Fmodels",
  );
  expect(eachAddress({ ...group, kind: "others", principal: "", route: "" })).toBe(
    "/console/requests?status=refused&code=team_blocked",
  );
});

test("the link to a group opens it, also once it was dismissed", () => {
  const group = { code: "team_blocked", kind: "team", principal: "/a b", route: "/models", model: "" } as const;
  const { searchParams: asked } = new URL(linkTo(group), "https://gateway.test");
  expect([asked.get("state"), asked.get("hours")]).toEqual(["all", "720"]);
  expect(groupIn(asked.get("open") ?? "")).toEqual(group);
});
