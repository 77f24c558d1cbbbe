import type { ClaimExpression } from "@/lib/config/claim-expression";
import type { Claims } from "../decision";
import { ELEMENTS, EVERY_ELEMENT } from "./element.cases";

/** What a claim expression reads from the claims of a token. */
export interface ExpressionCase {
  /** What the case shows, as a sentence. */
  readonly says: string;
  readonly field: "team_id_jwt_field" | "team_ids_jwt_field" | "org_id_jwt_field" | "scope_jwt_field";
  readonly expression: ClaimExpression;
  readonly claims: Claims;
  /** The id, the values, nothing, or the message with which the token is refused. */
  readonly reads: string | readonly string[] | undefined | { readonly refused: string };
}

/** A case without its field. */
export type Row = readonly [says: string, expression: ClaimExpression, claims: Claims, reads: ExpressionCase["reads"]];

const PATHS: readonly Row[] = [
  ["A name is a claim of the token.", "team", { team: "ml" }, "ml"],
  ["Dots lead into objects.", "app.team", { app: { team: "ml" } }, "ml"],
  ["A claim with exactly that name comes first.", "app.team", { "app.team": "ml", app: { team: "web" } }, "ml"],
  ["A name may be an address.", "https://example.com/team", { "https://example.com/team": "ml" }, "ml"],
  ["`\\.` is a dot in a name.", "app\\.io.team", { "app.io": { team: "ml" } }, "ml"],
  [
    "Dots without `\\` may belong to names, too.",
    "access.my.client.team",
    { access: { "my.client": { team: "ml" } } },
    "ml",
  ],
  [
    "The path without dots in names comes first.",
    "a.b.team",
    { a: { b: { team: "ml" } }, "a.b": { team: "web" } },
    "ml",
  ],
  [
    "Among names with dots, the longest comes first.",
    "a.b.c.team",
    { "a.b.c": { team: "ml" }, "a.b": { "c.team": "web" } },
    "ml",
  ],
  ["With `\\.`, every other dot leads into an object.", "a\\.b.c.d", { "a.b": { "c.d": "ml" } }, undefined],
  ["A number is a name, and leads into no list.", "teams.0", { teams: ["ml"] }, undefined],
];

const IDS: readonly Row[] = [
  [
    "If several claims are named, the first one that the token has counts.",
    ["client_id", "azp"],
    { azp: "ml", client_id: "web" },
    "web",
  ],
  ["A claim that is absent is passed over.", ["client_id", "azp"], { azp: "ml" }, "ml"],
  ["A claim that is null is passed over.", ["client_id", "azp"], { client_id: null, azp: "ml" }, "ml"],
  ["A claim that is empty is passed over.", ["client_id", "azp"], { client_id: "", azp: "ml" }, "ml"],
  [
    "A claim of the wrong type is refused and not passed over.",
    ["client_id", "azp"],
    { client_id: 7, azp: "ml" },
    { refused: 'The claim "client_id" must be a string, but it is a number.' },
  ],
  ["A pattern takes what its `*` matches.", { path: "group", pattern: "/teams/*" }, { group: "/teams/ml" }, "ml"],
  [
    "`*` matches any text, `/` and `:` too.",
    { path: "sub", pattern: "system:serviceaccount:*" },
    { sub: "system:serviceaccount:prod:billing" },
    "prod:billing",
  ],
  [
    "`to` says what becomes of it.",
    { path: "sub", pattern: "repo:*", to: "github-*" },
    { sub: "repo:acme/app" },
    "github-acme/app",
  ],
  ["A value that does not match does not count.", { path: "group", pattern: "/teams/*" }, { group: "/all" }, undefined],
  [
    "A `*` that matches nothing does not count.",
    { path: "group", pattern: "/teams/*" },
    { group: "/teams/" },
    undefined,
  ],
  [
    "A value that does not match is passed over.",
    [{ path: "sub", pattern: "service-account-*" }, "azp"],
    { sub: "alice", azp: "ml" },
    "ml",
  ],
  [
    "A list is not an id.",
    "team",
    { team: ["ml"] },
    { refused: 'The claim "team" must be a string, but it is a list.' },
  ],
  ["With `take: only`, a list of one counts as its element.", { path: "team", take: "only" }, { team: ["ml"] }, "ml"],
  ["With `take: only`, a string still counts.", { path: "team", take: "only" }, { team: "ml" }, "ml"],
  ["With `take: only`, an empty list is absent.", { path: "team", take: "only" }, { team: [] }, undefined],
  [
    "With `take: only`, a list of several is refused.",
    { path: "team", take: "only" },
    { team: ["ml", "web"] },
    { refused: 'The claim "team" must be a string or a list of one, but it is a list with 2 values.' },
  ],
  [
    "Elements that do not match do not count among them.",
    { path: "groups", take: "only", pattern: "/teams/*" },
    { groups: ["/all", "/teams/ml"] },
    "ml",
  ],
  [
    "An element must be a string.",
    { path: "team", take: "only" },
    { team: [{ id: "ml" }] },
    { refused: 'The claim "team" must be a string or a list of one, but its element 1 is an object.' },
  ],
  [
    "With `take: keys`, an object with one member counts as its name.",
    { path: "team", take: "keys" },
    { team: { ml: { id: "7" } } },
    "ml",
  ],
  [
    "With `take: keys`, an object with several members is refused.",
    { path: "team", take: "keys" },
    { team: { ml: {}, web: {} } },
    { refused: 'The claim "team" must be a string or an object with one member, but it is an object with 2 values.' },
  ],
  [
    "A number is not an id.",
    "team",
    { team: 42 },
    { refused: 'The claim "team" must be a string, but it is a number.' },
  ],
  ["With `integers`, an integer counts.", { path: "team", integers: true }, { team: 42 }, "42"],
  [
    "With `integers`, other numbers are refused.",
    { path: "team", integers: true },
    { team: 4.2 },
    { refused: 'The claim "team" must be a string or an integer, but it is a number that is not an integer.' },
  ],
  [
    "An integer beyond 2^53 is refused, because readers of JSON round it.",
    { path: "team", integers: true },
    { team: 2 ** 53 },
    { refused: 'The claim "team" must be a string or an integer, but it is an integer beyond 2^53.' },
  ],
];

const SETS: readonly Row[] = [
  ["A list of strings.", "groups", { groups: ["ml", "web"] }, ["ml", "web"]],
  ["A string counts as a list of one.", "groups", { groups: "ml" }, ["ml"]],
  ["A text with commas is one value.", "groups", { groups: "ml,web" }, ["ml,web"]],
  [
    "With a `separator`, it is several, without the blanks around them.",
    { path: "groups", separator: "," },
    { groups: "ml, web,," },
    ["ml", "web"],
  ],
  ["A text with blanks is one value, but for scopes.", "roles", { roles: "a ml" }, ["a ml"]],
  ["With a blank as `separator`, it is several.", { path: "roles", separator: " " }, { roles: "a  ml" }, ["a", "ml"]],
  ["The elements of a list are not split.", { path: "groups", separator: "," }, { groups: ["ml,web"] }, ["ml,web"]],
  [
    "Several claims count together, each value once.",
    ["realm_access.roles", "resource_access.app.roles"],
    { realm_access: { roles: ["ml"] }, resource_access: { app: { roles: ["web", "ml"] } } },
    ["ml", "web"],
  ],
  [
    "Values that do not match are left out.",
    { path: "groups", pattern: "/teams/*" },
    { groups: ["/teams/ml", "/all", "/teams/web"] },
    ["ml", "web"],
  ],
  [
    "Every part has its own pattern.",
    [{ path: "groups", pattern: "/teams/*" }, "teams"],
    { groups: ["/teams/ml", "/all"], teams: ["web"] },
    ["ml", "web"],
  ],
  [
    "An object is not a list.",
    "roles",
    { roles: { ml: {} } },
    { refused: 'The claim "roles" must be a list of strings, but it is an object.' },
  ],
  [
    "With `take: keys`, an object counts as the names of its members.",
    { path: "roles", take: "keys" },
    { roles: { ml: { 1: "a" }, web: {} } },
    ["ml", "web"],
  ],
  [
    "A list with an object in it is refused.",
    "groups",
    { groups: [{ id: "ml" }] },
    { refused: 'The claim "groups" must be a list of strings, but its element 1 is an object.' },
  ],
  [
    "A list with a number in it is refused.",
    "groups",
    { groups: [7] },
    { refused: 'The claim "groups" must be a list of strings, but its element 1 is a number.' },
  ],
  ["With `integers`, integers count.", { path: "groups", integers: true }, { groups: [7, "ml"] }, ["7", "ml"]],
  ["An absent claim gives no values.", ["groups", "roles"], {}, []],
];

const ORGANIZATIONS: readonly Row[] = [
  ["An id.", "organization", { organization: "acme" }, ["acme"]],
  ["A list of one.", "organization", { organization: ["acme"] }, ["acme"]],
  ["An object with one member.", "organization", { organization: { acme: { id: "7" } } }, ["acme"]],
  ["A path into the object.", "organization.acme.id", { organization: { acme: { id: "7" } } }, ["7"]],
  [
    "`x-gateway-organization-id` chooses one of several.",
    "organization",
    { organization: ["acme", "initech"] },
    ["acme", "initech"],
  ],
  [
    "Values that do not match are not organisations.",
    { path: "groups", pattern: "/orgs/*" },
    { groups: ["/orgs/acme", "/teams/ml"] },
    ["acme"],
  ],
  [
    "A member of the objects in a list.",
    "orgs[].id",
    { orgs: [{ id: "acme" }, { id: "initech" }] },
    ["acme", "initech"],
  ],
  ["The first claim that names one counts.", ["org", "tid"], { org: [], tid: "acme" }, ["acme"]],
  ["With `integers`, an integer counts.", { path: "org", integers: true }, { org: 7 }, ["7"]],
];

const SCOPES: readonly Row[] = [
  ["A text is split at white space.", "permissions", { permissions: "read  write" }, ["read", "write"]],
  ["A list is taken as it is.", "permissions", { permissions: ["read", "write"] }, ["read", "write"]],
  [
    "With a `separator`, it is split there.",
    { path: "rights", separator: "," },
    { rights: "read,write" },
    ["read", "write"],
  ],
  [
    "Roles can count beside scopes.",
    ["scp", "roles"],
    { scp: "read", roles: ["write"], scope: "ignored" },
    ["read", "write"],
  ],
];

const of =
  (field: ExpressionCase["field"]) =>
  ([says, expression, claims, reads]: Row): ExpressionCase => ({ says, field, expression, claims, reads });

/** The table of docs/reference/claims.md, by its headings. */
export const EXPRESSION_CASES: Readonly<Record<string, readonly ExpressionCase[]>> = {
  Paths: PATHS.map(of("team_id_jwt_field")),
  "Elements of lists": ELEMENTS.map(of("team_id_jwt_field")),
  "Every element of a list": EVERY_ELEMENT.map(of("team_ids_jwt_field")),
  Ids: IDS.map(of("team_id_jwt_field")),
  "Roles and groups": SETS.map(of("team_ids_jwt_field")),
  Organisations: ORGANIZATIONS.map(of("org_id_jwt_field")),
  Scopes: SCOPES.map(of("scope_jwt_field")),
};
