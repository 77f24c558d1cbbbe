import { expect, test } from "vitest";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { pageOfTeam, withPageOfTeam } from "./team-pages";

const [SECOND, THIRD] = [
  { page: "2", after: "abc" },
  { page: "3", after: "" },
];

test.each(["ml", "/teams/ml", "a,b", "a:b", "100% ü"])("the page of the keys of %s survives the address", (team) => {
  const text = withPageOfTeam(withPageOfTeam("", "another", THIRD), team, SECOND);
  expect(pageOfTeam(text, team)).toEqual(SECOND);
  expect(pageOfTeam(text, "another")).toEqual(THIRD);
  expect(pageOfTeam(text, "a third one")).toEqual(FIRST_PAGE);
});

test("a team that is back on its first page leaves the address", () => {
  const text = withPageOfTeam(withPageOfTeam("", "ml", SECOND), "other", THIRD);
  expect(withPageOfTeam(withPageOfTeam(text, "ml", FIRST_PAGE), "other", FIRST_PAGE)).toBe("");
});

test.each(["", ",", "ml", "ml:2", "ml:2:a:b", "%:2:a", "%zz:2:"])("the text %j asks for no page", (text) => {
  expect(pageOfTeam(text, "ml")).toEqual(FIRST_PAGE);
  expect(withPageOfTeam(text, "ml", SECOND)).toBe("ml:2:abc");
});
