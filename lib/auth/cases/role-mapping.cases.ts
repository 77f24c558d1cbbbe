import type { RoleMapping } from "@/lib/config/schema";
import { allow, chat, deny, get, jwt, type DecisionCase } from "./case";

const mapped = (...role_mappings: RoleMapping[]) => ({
  enforce_rbac: true,
  roles_jwt_field: "roles",
  user_id_jwt_field: "sub",
  role_mappings,
});
const user = (role: string, more: Partial<RoleMapping> = {}): RoleMapping => ({
  role,
  internal_role: "internal_user",
  ...more,
});
const having = (...roles: string[]) => jwt({ sub: "u1", roles });
const onlyOther = [{ role: "internal_user" as const, models: ["other"] }];
const madeBy = (...roles: string[]) =>
  ({ key: { user: "u1", maker: { role: "internal_user", scopes: [], roles } } }) as const;
const u1 = { users: { u1: {} } };

/** Patterns, models and routes of role mappings (docs/explain/roles-and-scopes.md). */
export const roleMappingCases: DecisionCase[] = [
  {
    name: "a pattern maps every role that it matches",
    spec: ["5.10.3"],
    settings: mapped(user("ml-*")),
    token: having("ml-reader"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "a pattern is matched as a whole",
    spec: ["5.10.3"],
    settings: { ...mapped(user("ml-*")), user_id_jwt_field: undefined },
    token: having("xml-reader"),
    expect: deny("role_not_mapped"),
  },
  {
    name: "a mapping's models replace role_permissions of its internal role",
    spec: ["5.10.4"],
    settings: { ...mapped(user("reader", { models: ["gpt-*"] })), role_permissions: onlyOther },
    token: having("reader"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "a mapping's models restrict its role",
    spec: ["5.10.4"],
    settings: mapped(user("reader", { models: ["other"] })),
    token: having("reader"),
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "a mapping without models has those of role_permissions",
    spec: ["5.10.4"],
    settings: { ...mapped(user("reader", { routes: ["openai_routes"] })), role_permissions: onlyOther },
    token: having("reader"),
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "an empty list of models on a mapping opens all of them",
    spec: ["5.10.4"],
    settings: { ...mapped(user("reader", { models: [] })), role_permissions: onlyOther },
    token: having("reader"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "several mappings of a token's roles open the models of each",
    spec: ["5.10.4"],
    settings: mapped(user("a", { models: ["other"] }), user("b", { models: ["gpt-4o"] })),
    token: having("a", "b"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "several mappings that take one role open the models of each",
    spec: ["5.10.4"],
    settings: mapped(user("ml-reader", { models: ["other"] }), user("ml-*", { models: ["gpt-4o"] })),
    token: having("ml-reader"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "a mapping without models adds those of role_permissions to the union",
    spec: ["5.10.4"],
    settings: {
      ...mapped(user("a", { models: ["other"] }), user("b")),
      role_permissions: [{ role: "internal_user", models: ["gpt-4o"] }],
    },
    token: having("a", "b"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "models of a mapping to another internal role do not count",
    spec: ["5.10.4"],
    settings: mapped(user("a", { models: ["other"] }), { role: "b", internal_role: "team", models: ["gpt-4o"] }),
    token: having("a", "b"),
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "a mapping's models do not count for a token without its role",
    spec: ["5.10.4"],
    settings: mapped(user("a", { models: ["other"] }), user("b", { models: ["gpt-4o"] })),
    token: having("a"),
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "a mapping's routes restrict its role",
    spec: ["5.10.4"],
    settings: mapped(user("reader", { routes: ["/embeddings"] })),
    token: having("reader"),
    expect: deny("role_route_not_allowed"),
  },
  {
    name: "a mapping's routes replace those of role_permissions",
    spec: ["5.10.4"],
    settings: {
      ...mapped(user("reader", { routes: ["openai_routes"] })),
      role_permissions: [{ role: "internal_user", routes: ["/embeddings"] }],
    },
    token: having("reader"),
    expect: allow({ user: "u1" }),
  },
  {
    name: "a mapping's routes restrict administrators too",
    spec: ["5.10.4"],
    settings: mapped({ role: "boss", internal_role: "proxy_admin", routes: ["/team/*"] }),
    token: having("boss"),
    request: get("/key/list"),
    expect: deny("role_route_not_allowed"),
  },
  {
    name: "a mapping's routes do not restrict administrators by scope",
    spec: ["5.10.4"],
    settings: mapped({ role: "boss", internal_role: "proxy_admin", routes: ["/team/*"] }),
    token: jwt({ sub: "u1", roles: ["boss"], scope: "gateway_proxy_admin" }),
    request: get("/key/list"),
    expect: allow({ admin: true, user: "u1" }),
  },
  {
    name: "a key opens no model that the mapping of its maker's role does not",
    spec: ["5.10.4"],
    settings: mapped(user("reader", { models: ["other"] })),
    token: madeBy("reader"),
    state: u1,
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "a key opens the models that the mapping of its maker's role opens now",
    spec: ["5.10.4"],
    settings: mapped(user("reader", { models: ["gpt-4o"] })),
    token: madeBy("reader"),
    state: u1,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a key is refused once the role of its maker is no longer mapped",
    spec: ["5.10.4"],
    settings: mapped(user("writer")),
    token: madeBy("reader"),
    state: u1,
    expect: deny("role_not_mapped"),
  },
  {
    name: "a mapping's models have no effect while enforce_rbac is off",
    spec: ["5.10.1"],
    settings: { ...mapped(user("reader", { models: ["other"] })), enforce_rbac: false },
    token: having("reader"),
    state: u1,
    request: chat(),
    expect: allow({ user: "u1" }),
  },
];
