import type { Row } from "./expression.cases";

/** What brackets in a path read where an id is read. */
export const ELEMENTS: readonly Row[] = [
  ["A number in brackets is an element of a list, from 0.", "teams[1]", { teams: ["ml", "web"] }, "web"],
  ["Dots and brackets lead further.", "orgs[0].teams[1].id", { orgs: [{ teams: [{}, { id: "ml" }] }] }, "ml"],
  ["Lists may stand in lists.", "teams[0][1]", { teams: [["web", "ml"]] }, "ml"],
  ["A claim that has the brackets in its name comes first.", "team[0]", { "team[0]": "ml", team: ["web"] }, "ml"],
  ["So does a member of an object.", "app.team[0]", { app: { "team[0]": "ml", team: ["web"] } }, "ml"],
  ["With `\\[` and `\\]`, brackets belong to the name.", "app.team\\[0\\]", { app: { team: ["web"] } }, undefined],
  ["Other brackets belong to the name, too.", "team[-1]", { team: ["ml"] }, undefined],
  [
    "Here, too, dots without `\\` may belong to names.",
    "a.my.app.teams[0]",
    { a: { "my.app": { teams: ["ml"] } } },
    "ml",
  ],
  ["An element beyond the end is absent.", "teams[2]", { teams: ["ml", "web"] }, undefined],
  ["An element that is absent is passed over.", ["teams[0]", "azp"], { teams: [], azp: "ml" }, "ml"],
  ["An element that is null is absent.", "teams[0].id", { teams: [null] }, undefined],
  ["A member that the element does not have is absent.", "teams[0].id", { teams: [{ name: "ml" }] }, undefined],
  [
    "What is not a list is refused and not passed over.",
    ["teams[0]", "azp"],
    { teams: "ml", azp: "ml" },
    { refused: 'The claim "teams[0]" must be a string, but "teams" is a string.' },
  ],
  [
    "A name behind brackets leads into an object only.",
    "teams[0].id",
    { teams: ["ml"] },
    { refused: 'The claim "teams[0].id" must be a string, but "teams[0]" is a string.' },
  ],
  [
    "An element of the wrong type is refused.",
    "teams[0]",
    { teams: [7] },
    { refused: 'The claim "teams[0]" must be a string, but it is a number.' },
  ],
  [
    "Parts count for the element.",
    { path: "teams[0]", pattern: "/teams/*", integers: true },
    { teams: ["/teams/ml"] },
    "ml",
  ],
  [
    "`[]` gives a list, which is not an id.",
    "teams[].id",
    { teams: [{ id: "ml" }] },
    { refused: 'The claim "teams[].id" must be a string, but it is a list.' },
  ],
  ["With `take: only`, it may be one.", { path: "teams[].id", take: "only" }, { teams: [{ id: "ml" }] }, "ml"],
];

/** The same, where roles, groups or scopes are read. */
export const EVERY_ELEMENT: readonly Row[] = [
  ["Empty brackets are every element.", "groups[].id", { groups: [{ id: "ml" }, { id: "web" }] }, ["ml", "web"]],
  [
    "An element without the member, or that is null, is passed over.",
    "groups[].id",
    { groups: [{ id: "ml" }, { name: "web" }, null, { id: null }] },
    ["ml"],
  ],
  [
    "Lists in elements count together.",
    "orgs[].teams[].id",
    { orgs: [{ teams: [{ id: "ml" }] }, { teams: [{ id: "web" }, { id: "ml" }] }] },
    ["ml", "web"],
  ],
  ["A list in an element needs brackets, too.", "orgs[].teams[]", { orgs: [{ teams: ["ml"] }] }, ["ml"]],
  [
    "Without them, it is refused.",
    "orgs[].teams",
    { orgs: [{ teams: ["ml"] }] },
    { refused: 'The claim "orgs[].teams" must be a list of strings, but one of its elements is a list.' },
  ],
  ["An empty list gives no values.", "groups[].id", { groups: [] }, []],
  [
    "An element that is not an object is refused.",
    "groups[].id",
    { groups: [{ id: "ml" }, "web"] },
    { refused: 'The claim "groups[].id" must be a list of strings, but "groups[]" has a string.' },
  ],
  [
    "What is not a list is refused.",
    "groups[].id",
    { groups: { id: "ml" } },
    { refused: 'The claim "groups[].id" must be a list of strings, but "groups" is an object.' },
  ],
  ["One element of a list of groups.", "groups[0]", { groups: ["ml", "web"] }, ["ml"]],
  [
    "Parts count for every value.",
    { path: "groups[].id", pattern: "/teams/*", integers: true },
    { groups: [{ id: "/teams/ml" }, { id: "/all" }, { id: 7 }] },
    ["ml"],
  ],
  [
    "A separator splits the text of one element.",
    { path: "groups[0]", separator: "," },
    { groups: ["ml,web"] },
    ["ml", "web"],
  ],
  [
    "With `take: keys`, the names of an element's members.",
    { path: "roles[0]", take: "keys" },
    { roles: [{ ml: {}, web: {} }] },
    ["ml", "web"],
  ],
];
