import { expect, test } from "vitest";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { FIRST_MEMBERS } from "@/components/shared/lists/members-list";
import { ofTeam, withTeam } from "./of-team";

const [SECOND, THIRD] = [
  { page: "2", after: "abc" },
  { page: "3", after: "" },
];

test.each(["ml", "/teams/ml", "a,b", "a:b", "100% ü"])("the page of the keys of %s survives the address", (team) => {
  const text = withTeam(withTeam("", "another", THIRD, FIRST_PAGE), team, SECOND, FIRST_PAGE);
  expect(ofTeam(text, team, FIRST_PAGE)).toEqual(SECOND);
  expect(ofTeam(text, "another", FIRST_PAGE)).toEqual(THIRD);
  expect(ofTeam(text, "a third one", FIRST_PAGE)).toEqual(FIRST_PAGE);
});

test.each(["ada", "a:b,c", "100% ü", " "])(
  "a search of the members of a team for %j survives the address",
  (members) => {
    const view = { members, members_page: "2", members_place: "24 a:b,c" };
    const text = withTeam(withTeam("", "ml", view, FIRST_MEMBERS), "other", { ...view, members: "" }, FIRST_MEMBERS);
    expect(ofTeam(text, "ml", FIRST_MEMBERS)).toEqual(view);
    expect(ofTeam(text, "other", FIRST_MEMBERS)).toEqual({ ...view, members: "" });
  },
);

test("a team that is back on its first page leaves the address", () => {
  const text = withTeam(withTeam("", "ml", SECOND, FIRST_PAGE), "other", THIRD, FIRST_PAGE);
  expect(withTeam(withTeam(text, "ml", FIRST_PAGE, FIRST_PAGE), "other", FIRST_PAGE, FIRST_PAGE)).toBe("");
});

test.each(["", ",", "ml", "ml:2", "ml:2:a:b", "%:2:a", "%zz:2:"])("the text %j asks for no page", (text) => {
  expect(ofTeam(text, "ml", FIRST_PAGE)).toEqual(FIRST_PAGE);
  expect(withTeam(text, "ml", SECOND, FIRST_PAGE)).toBe("ml:2:abc");
});
