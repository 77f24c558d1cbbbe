import { allow, chat, createTeam, createUser, deny, get, jwt, post, type DecisionCase } from "./case";

const project = jwt({ client_id: "t1", sub: "t1" });
const t1 = { teams: { t1: {} } };
const hard = { team_id_jwt_field: "team" };

const managementOfTeams: DecisionCase[] = ["/team/new", "/team/block", "/team/unblock", "/team/update", "/key/generate", "/key/delete", "/user/new", "/config/revisions", "/model/resolve"].map((path) => ({
  name: `a team JWT may not call ${path}`,
  spec: ["5.3.2", "4.7"],
  token: project,
  state: t1,
  request: post(path),
  expect: deny("route_not_allowed"),
}));
const infoForTeams: DecisionCase[] = ["/team/info?team_id=t1", "/key/info?key=x", "/user/info?user_id=u", "/model/info"].map((path) => ({
  name: `a team JWT may call the info route ${path}`,
  spec: ["5.3.2", "4.9"],
  token: project,
  state: t1,
  request: get(path),
  expect: allow({ team: "t1" }),
}));

/** One team, named by the token (spec 5.2, 5.3, 5.4, 3). */
export const teamCases: DecisionCase[] = [
  ...managementOfTeams,
  ...infoForTeams,
  { name: "client_id is the team id by default", spec: ["5.2.3"], token: project, state: t1, expect: allow({ team: "t1" }) },
  { name: "a team JWT calls either spelling of the chat route", spec: ["5.3.2", "4.3", "4.8"], token: project, state: t1, request: { ...chat(), path: "/chat/completions" }, expect: allow({ team: "t1" }) },
  { name: "a team JWT makes embeddings", spec: ["5.3.2", "4.8"], token: project, state: t1, request: { method: "POST", path: "/v1/embeddings", model: "e" }, expect: allow({ team: "t1" }) },
  { name: "a team JWT calls Anthropic's messages", spec: ["5.3.2"], token: project, state: t1, request: { method: "POST", path: "/v1/messages", model: "claude" }, expect: allow({ team: "t1" }) },
  { name: "a team JWT lists models", spec: ["5.3.2"], token: project, state: t1, request: get("/models"), expect: allow({ team: "t1" }) },
  { name: "a team JWT reads no spend of all", spec: ["5.3.2"], token: project, state: t1, request: get("/global/spend"), expect: deny("route_not_allowed") },
  { name: "a team JWT reads no list of teams", spec: ["5.3.2", "4.9"], token: project, state: t1, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "team_allowed_routes may be narrower", spec: ["5.3.3"], settings: { team_allowed_routes: ["/v1/embeddings"] }, token: project, state: t1, expect: deny("route_not_allowed") },
  { name: "team_allowed_routes may be wider", spec: ["5.3.3"], settings: { team_allowed_routes: ["openai_routes", "/key/list"] }, token: project, state: t1, request: get("/key/list"), expect: allow({ team: "t1" }) },
  ...[get("/team/list"), post("/team/new"), get("/config/get"), post("/config/revisions"), get("/provider/keys"), post("/auth/explain"), get("/spend/journal")].map(
    (request): DecisionCase => ({ name: `team_allowed_routes do not open ${request.method} ${request.path}, which is for administrators`, spec: ["5.3.3", "5.3.2"], settings: { team_allowed_routes: ["management_routes", request.path] }, token: project, state: t1, request, expect: deny("route_not_allowed") }),
  ),
  { name: "team_allowed_routes takes patterns", spec: ["5.3.3"], settings: { team_allowed_routes: ["/chat/*"] }, token: project, state: t1, expect: allow({ team: "t1" }) },
  { name: "team_allowed_routes /v1/* does not open management", spec: ["5.3.3", "5.3.2"], settings: { team_allowed_routes: ["/v1/*"] }, token: project, state: t1, request: post("/team/new"), expect: deny("route_not_allowed") },
  { name: "/v1/team/new is no way round the route rules", spec: ["5.3.2"], settings: { team_allowed_routes: ["/v1/*"] }, token: project, state: t1, request: post("/v1/team/new"), expect: deny("route_not_allowed") },
  { name: "an exact route in team_allowed_routes may carry /v1", spec: ["5.3.3"], settings: { team_allowed_routes: ["/v1/chat/completions"] }, token: project, state: t1, request: { ...chat(), path: "/chat/completions" }, expect: allow({ team: "t1" }) },
  { name: "a regular expression in team_allowed_routes is plain text", spec: ["5.3.3"], settings: { team_allowed_routes: ["/chat/.+", "/chat/completion."] }, token: project, state: t1, expect: deny("route_not_allowed") },
  { name: "the route is refused before the team is looked at", spec: ["5.3.2"], token: jwt({ client_id: "nobody" }), request: post("/team/new"), expect: deny("route_not_allowed") },

  { name: "a client_id that names no team is refused", spec: ["5.2.3"], token: project, expect: deny("team_not_found") },
  { name: "a token that names nobody is refused", spec: ["5.2.3"], token: jwt({ sub: "x" }), expect: deny("team_required") },
  { name: "an empty token is refused", spec: ["5.2.3"], token: jwt({}), expect: deny("team_required") },
  { name: "an empty client_id names nobody", spec: ["5.2.3"], token: jwt({ client_id: "" }), expect: deny("team_required") },
  { name: "a team id is not trimmed", spec: ["5.2.3"], token: jwt({ client_id: " t1" }), state: t1, expect: deny("team_not_found") },
  { name: "team ids are case-sensitive", spec: ["5.2.3"], token: jwt({ client_id: "T1" }), state: t1, expect: deny("team_not_found") },
  { name: "a team called __proto__ is a team like any other", spec: ["5.2.3"], token: jwt({ client_id: "__proto__" }), expect: deny("team_not_found") },
  { name: "a team called constructor is a team like any other", spec: ["5.2.3"], token: jwt({ client_id: "constructor" }), expect: deny("team_not_found") },
  { name: "client_id and a user are charged together", spec: ["5.2.3", "5.4.1"], settings: { user_id_jwt_field: "sub" }, token: jwt({ client_id: "t1", sub: "u1" }), state: { ...t1, users: { u1: {} } }, expect: allow({ team: "t1", user: "u1" }) },
  { name: "a client_id without a team is passed over when the token names a user", spec: ["5.2.3", "5.5.1"], settings: { user_id_jwt_field: "sub" }, token: jwt({ client_id: "console", sub: "u1" }), state: { users: { u1: {} } }, expect: allow({ user: "u1" }) },
  { name: "a client_id of a blocked team is not passed over", spec: ["3.1", "5.8.2"], settings: { user_id_jwt_field: "sub" }, token: jwt({ client_id: "t1", sub: "u1" }), state: { teams: { t1: { blocked: true } }, users: { u1: {} } }, expect: deny("team_blocked") },

  { name: "team_id_jwt_field names another claim", spec: ["5.4.1", "5.4.2"], settings: hard, token: jwt({ team: "t1" }), state: t1, expect: allow({ team: "t1" }) },
  { name: "with team_id_jwt_field, client_id is not read", spec: ["5.4.1"], settings: hard, token: jwt({ client_id: "t1" }), state: t1, expect: deny("team_required") },
  { name: "with team_id_jwt_field, the claim's team must exist", spec: ["5.4.1"], settings: hard, token: jwt({ team: "t9", client_id: "t1" }), state: t1, expect: deny("team_not_found") },
  { name: "with team_id_jwt_field, a user alone is not enough", spec: ["5.4.1"], settings: { ...hard, user_id_jwt_field: "sub" }, token: jwt({ sub: "u1" }), state: { users: { u1: {} } }, expect: deny("team_required") },
  { name: "enforce_rbac does not make a user of a token without its required team", spec: ["5.4.1", "5.10.1"], settings: { ...hard, user_id_jwt_field: "sub", enforce_rbac: true }, token: jwt({ sub: "u1" }), state: { users: { u1: {} } }, expect: deny("team_required") },
  { name: "a nested claim may hold the team", spec: ["5.4.2"], settings: { team_id_jwt_field: "org.project.id" }, token: jwt({ org: { project: { id: "t1" } } }), state: t1, expect: allow({ team: "t1" }) },
  { name: "a claim whose own name has dots wins over the path", spec: ["5.4.2"], settings: { team_id_jwt_field: "a.b" }, token: jwt({ "a.b": "t1", a: { b: "t2" } }), state: { teams: { t1: {}, t2: {} } }, expect: allow({ team: "t1" }) },
  { name: "an escaped dot is part of a name", spec: ["5.4.2"], settings: { team_id_jwt_field: "https://x\\.io/claims.team" }, token: jwt({ "https://x.io/claims": { team: "t1" } }), state: t1, expect: allow({ team: "t1" }) },
  { name: "the alias of a team comes from its claim", spec: ["3.6", "5.4.2"], settings: { team_id_upsert: true, team_alias_jwt_field: "name" }, token: jwt({ client_id: "t1", name: "Portal" }), expect: allow({ team: "t1", creates: [createTeam("t1", "Portal")] }) },

  { name: "team_id_upsert adds the team", spec: ["3.6"], settings: { team_id_upsert: true }, token: project, expect: allow({ team: "t1", creates: [createTeam("t1")] }) },
  { name: "team_id_upsert adds the team of the named claim", spec: ["3.6"], settings: { ...hard, team_id_upsert: true }, token: jwt({ team: "t9" }), expect: allow({ team: "t9", creates: [createTeam("t9")] }) },
  { name: "team_id_upsert leaves a team that exists alone", spec: ["3.6"], settings: { team_id_upsert: true }, token: project, state: t1, expect: allow({ team: "t1" }) },
  { name: "team_id_upsert does not revive a blocked team", spec: ["3.6", "3.1"], settings: { team_id_upsert: true }, token: project, state: { teams: { t1: { blocked: true } } }, expect: deny("team_blocked") },
  { name: "nothing is added by a call that is refused", spec: ["3.6"], settings: { team_id_upsert: true, enforce_scope_based_access: true }, token: project, expect: deny("scope_model_not_allowed") },
  { name: "team_id_upsert adds no team without an id", spec: ["3.6"], settings: { team_id_upsert: true }, token: jwt({ sub: "x" }), expect: deny("team_required") },
  { name: "team and user are added together", spec: ["3.4", "3.6"], settings: { team_id_upsert: true, user_id_upsert: true, user_id_jwt_field: "sub" }, token: jwt({ client_id: "t1", sub: "u1" }), expect: allow({ team: "t1", user: "u1", creates: [createTeam("t1"), createUser("u1")] }) },
  { name: "an administrator who manages adds no team", spec: ["3.6"], settings: { team_id_upsert: true }, token: jwt({ scope: "gateway_proxy_admin", client_id: "t1" }), request: get("/team/list"), expect: allow({ admin: true }) },

  { name: "a team's models hold it", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["other"] } } }, expect: deny("team_model_not_allowed") },
  { name: "a team's models may be patterns", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["gpt-*"] } } }, expect: allow({ team: "t1" }) },
  { name: "a team's pattern is anchored", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["*gpt"] } } }, expect: deny("team_model_not_allowed") },
  { name: "a team's models are case-sensitive", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["GPT-4O"] } } }, expect: deny("team_model_not_allowed") },
  { name: "a regular expression in a team's models is plain text", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["gpt.4o", "gpt-4.", ".+"] } } }, expect: deny("team_model_not_allowed") },
  { name: "a model called * is among no named models", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["gpt-4o", "openai/*"] } } }, request: chat("*"), expect: deny("team_model_not_allowed") },
  { name: "a team's models say nothing about info routes", spec: ["5.5.3"], token: project, state: { teams: { t1: { models: ["other"] } } }, request: get("/team/info?team_id=t1"), expect: allow({ team: "t1" }) },
];
