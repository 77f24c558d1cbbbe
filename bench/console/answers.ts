import { queryString } from "@/components/api/client";
import { BUSY_USER, COMMON_ROLE, COMMON_SCOPE, dayBefore, LARGE_TEAM } from "./rows";

/** A question to the API: a GET, or a POST if it has a body. */
export interface Ask {
  readonly path: string;
  readonly body?: object;
}

/** The questions that one part of a page asks at once. */
export interface Answer {
  readonly name: string;
  readonly asks: readonly Ask[];
  /** Whether it is asked with a key of the busy user, and not by an administrator. */
  readonly isOwn?: boolean;
}

/** The facts that questions are about. */
export interface AnswerFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly models: readonly string[];
  readonly deployment: string;
  /** The id of a recorded refusal. */
  readonly refusal: string;
}

function get(name: string, path: string, query: object = {}): Answer {
  return { name, asks: [{ path: path + queryString(query) }] };
}
function post(name: string, path: string, body: object): Answer {
  return { name, asks: [{ path, body }] };
}
function own(answer: Answer): Answer {
  return { ...answer, name: `own ${answer.name}`, isOwn: true };
}

const PAGE = { page: 1, size: 25 };
/** The lists of entities, and further parameters that the console asks them with. */
const LISTS = { team: {}, user: {}, organization: {}, key: {}, customer: { recorded: true } };
const SEARCHES = {
  "a word": "person",
  "two letters": "us",
  "an e-mail address": "person-77777@example.com",
  "an id with slashes": "/teams/ml/nobody",
  "what no one has": "qqqqqq",
  "a common id": "user-99999",
};

/** Every question that a page of the console asks and that grows with what is stored, by the page that asks it. */
export function answers(facts: AnswerFacts): Answer[] {
  const days = daysBefore(facts.now);
  return [
    ...lists(),
    ...largeEntities(),
    ...audit(facts.now),
    ...refusals(facts.refusal),
    ...matrix(facts.models),
    ...access(),
    ...requests(),
    ...spend(days),
    ...charts(days),
    ...health(facts.deployment),
    ...models(facts.models),
    ...ownPages(days),
  ];
}

type Days = (count: number) => object;

/** The parameters of the last days, today included. */
function daysBefore(now: number): Days {
  return (count) => ({ start_date: dayBefore(now, count - 1), end_date: dayBefore(now, 0) });
}

/** Pages of each list, searched, sorted and filtered. */
function lists(): Answer[] {
  return [
    ...Object.entries(SEARCHES).flatMap(([what, search]) => [
      ...Object.entries(LISTS).map(([kind, listed]) =>
        get(`${kind}s: search ${what}`, `/${kind}/list`, { ...PAGE, ...listed, search }),
      ),
      get(`palette: ${what}`, "/search", { text: search, size: 5 }),
    ]),
    ...Object.entries(LISTS).flatMap(([kind, listed]) => [
      get(`${kind}s by spend`, `/${kind}/list`, { ...PAGE, ...listed, sort: "spend", order: "desc" }),
      get(`${kind}s by name, page 100`, `/${kind}/list`, {
        size: 25,
        page: 100,
        ...listed,
        sort: "alias",
        order: "asc",
      }),
      get(`${kind}s blocked`, `/${kind}/list`, { ...PAGE, ...listed, blocked: true }),
    ]),
  ];
}

/** Entities that have more of something than any other. */
function largeEntities(): Answer[] {
  return [
    get("team of 20,000", "/team/info", { team_id: LARGE_TEAM.id }),
    get("users of a team of 20,000", "/user/list", { ...PAGE, team_id: LARGE_TEAM.id }),
    get("teams of a user with 200", "/team/list", { ...PAGE, user_id: BUSY_USER.id }),
    get("user with 200 teams", "/user/info", { user_id: BUSY_USER.id }),
    get("keys of a user with 5,000", "/key/list", { ...PAGE, user_id: BUSY_USER.id }),
    get("keys of a user with 5,000: search", "/key/list", { ...PAGE, user_id: BUSY_USER.id, search: "busy user 4999" }),
    get("expired keys", "/key/list", { ...PAGE, expired: true }),
  ];
}

/** The audit log and its filters. */
function audit(now: number): Answer[] {
  return [
    get("audit", "/audit/logs", PAGE),
    get("audit, page 4,000", "/audit/logs", { size: 25, page: 4_000 }),
    get("audit of an actor", "/audit/logs", { ...PAGE, actor: "user-7" }),
    get("audit of an unknown actor", "/audit/logs", { ...PAGE, actor: "nobody" }),
    get("audit of an action", "/audit/logs", { ...PAGE, action: "team.update" }),
    get("audit of a team", "/audit/logs", { ...PAGE, entity_type: "team", entity_id: "team-3" }),
    get("audit of a day", "/audit/logs", { ...PAGE, start_date: dayBefore(now, 40), end_date: dayBefore(now, 39) }),
  ];
}

/** The refusals, and the explanation of one. */
function refusals(refusal: string): Answer[] {
  return [
    ...[24, 168, 720].map((hours) => get(`refusals of ${hours} hours`, "/auth/refusals", { ...PAGE, hours })),
    get("refusals that wait", "/auth/refusals/waiting"),
    get("refusals, all, page 20", "/auth/refusals", { size: 25, page: 20, hours: 168, state: "all" }),
    get("refusals of a user", "/auth/refusals", { ...PAGE, hours: 168, kind: "user", principal: "user-7" }),
    get("refusals of a model", "/auth/refusals", { ...PAGE, hours: 168, model: "model-3" }),
    get("refusals of an unknown code", "/auth/refusals", { ...PAGE, hours: 720, code: "budget_exceeded" }),
    get("explain a recorded refusal", "/auth/explain", { id: refusal }),
    post("ask again about a refusal", "/auth/explain/again", { decision_id: refusal }),
  ];
}

/** Who may use what, with the calls. */
function matrix(models: readonly string[]): Answer[] {
  const roles = [COMMON_ROLE, ...Array.from({ length: 9 }, (_, at) => `role-${at}`)].map((id) => ({
    kind: "role",
    id,
  }));
  const scopes = [COMMON_SCOPE, "scope-1", "scope-2"].map((id) => ({ kind: "scope", id }));
  const teams = Array.from({ length: 25 }, (_, at) => ({ kind: "team", id: `team-${at}` }));
  const users = Array.from({ length: 25 }, (_, at) => ({ kind: "user", id: `user-${at}` }));
  const columns = models.slice(0, 100);
  return [
    ...[7, 30].flatMap((span) =>
      Object.entries({ "10 roles": roles, "3 scopes": scopes, "25 teams": teams, "25 users": users }).map(
        ([what, rows]) =>
          post(`calls of the matrix, ${what}, ${span} days`, "/auth/matrix/calls", {
            rows,
            models: columns,
            days: span,
          }),
      ),
    ),
    post("calls of the matrix, 38 of all kinds", "/auth/matrix/calls", {
      rows: [...roles, ...scopes, ...teams],
      models: columns,
      days: 7,
    }),
    get("matrix of teams", "/auth/matrix", { kinds: "role,scope,team", ...PAGE }),
    get("matrix of users", "/auth/matrix", { kinds: "user", ...PAGE }),
    get("matrix of keys, page 1,000", "/auth/matrix", { kinds: "key", size: 25, page: 1_000 }),
    get("who can use a model", "/auth/matrix", { kinds: "role,scope,team,user,key", models: models[0], ...PAGE }),
    post("what a draft changes", "/auth/matrix/changes", {
      settings: {},
      kinds: "role,scope,team,user,key",
      size: 100,
    }),
  ];
}

/** What the access page shows of issuers and claims. */
function access(): Answer[] {
  return [
    get("traffic of an issuer", "/auth/issuer/traffic", { issuer: "https://idp.example.com/1", days: 7 }),
    get("claims seen", "/auth/claims"),
  ];
}

/** Calls and refusals, sorted and filtered. */
function requests(): Answer[] {
  return [
    ...(["spend", "duration_ms", "total_tokens"] as const).map((sort) =>
      get(`requests by ${sort}`, "/spend/logs", { ...PAGE, sort, order: "desc" }),
    ),
    ...Object.entries({
      end_user_id: "customer-77",
      tag: "tag-3",
      key_id: "key-7",
      deployment: "deployment-3",
      status: "error",
      any_id: "unknown",
    }).flatMap(([name, value]) => [
      get(`requests with ${name}`, "/spend/logs", { ...PAGE, [name]: value }),
      get(`calls and refusals with ${name}`, "/spend/requests", { size: 25, [name]: value }),
    ]),
    get("calls and refusals", "/spend/requests", { size: 25 }),
    get("refused requests", "/spend/requests", { size: 25, status: "refused" }),
    get("refused requests of a code", "/spend/requests", { size: 25, status: "refused", code: "404" }),
  ];
}

/** Reports of spend. */
function spend(days: Days): Answer[] {
  return [
    ...["team", "user", "key", "end_user", "tag", "model", "organization"].map((by) =>
      get(`spend by ${by}`, "/spend/report", { group_by: by, limit: 1_000, ...days(30) }),
    ),
    ...["team", "user"].map((by) =>
      get(`spend by ${by}, 90 days`, "/spend/report", { group_by: by, limit: 1_000, ...days(90) }),
    ),
    get("spend by hour", "/spend/report", { group_by: "hour", ...days(7) }),
    get("spend by day in Berlin", "/spend/report", { group_by: "day", ...days(30), time_zone: "Europe/Berlin" }),
    get("spend of a team by day", "/spend/report", { group_by: "day", team_id: "team-7", ...days(30) }),
    get("spend of a user by day", "/spend/report", { group_by: "day", user_id: "user-7", ...days(30) }),
    get("spend of all time and of 30 days", "/global/spend"),
  ];
}

/** What lists and dashboards draw. */
function charts(days: Days): Answer[] {
  return [
    ...[7, 30, 90].flatMap((count) =>
      Object.entries({ counts: { times: false }, times: {} }).flatMap(([what, of]) => [
        get(`series of ${what}, ${count} days`, "/spend/series", { ...days(count), ...of }),
        get(`series of ${what} in Berlin, ${count} days`, "/spend/series", {
          ...days(count),
          ...of,
          time_zone: "Europe/Berlin",
        }),
        get(`series of ${what} of a team, ${count} days`, "/spend/series", {
          ...days(count),
          ...of,
          team_id: "team-7",
        }),
        ...["team", "user", "requested_model"].map((by) =>
          get(`series of ${what} by ${by}, ${count} days`, "/spend/series", { ...days(count), ...of, by }),
        ),
      ]),
    ),
    ...[7, 30, 90].flatMap((count) => [
      get(`summary, ${count} days`, "/spend/summary", days(count)),
      get(`summary by deployment, ${count} days`, "/spend/summary", { ...days(count), by: "deployment" }),
    ]),
    ...["user-77", "person"].map((search) =>
      get(`series by user, searched for ${search}`, "/spend/series", { ...days(30), by: "user", search, times: false }),
    ),
    get("series of refusals", "/auth/refusals/series", days(7)),
  ];
}

/** The overview. */
function health(deployment: string): Answer[] {
  return [
    get("traffic of an hour", "/health/traffic"),
    get("traffic of a deployment", "/health/traffic", { hours: 24, step_minutes: 60, deployment }),
    get("deployments of the last hour", "/health/deployments"),
    get("timeline of a day", "/incidents/timeline"),
    get("budgets about to run out", "/health/budgets"),
    get("budgets, the fullest first", "/budgets", { page: 1, size: 50 }),
    get("budgets of teams", "/budgets", { page: 1, size: 50, type: "team" }),
    get("budgets, searched", "/budgets", { page: 1, size: 50, search: "person-77" }),
    get("budgets near their end", "/budgets", { page: 1, size: 50, state: "near" }),
  ];
}

/** Models and what stands beside them. */
function models(groups: readonly string[]): Answer[] {
  return [
    get("model list of 1,000 entries", "/model/info"),
    get("group of a model", "/model_group/info", { model_group: groups[0] }),
    get("prices", "/price/list"),
    get("configuration", "/config/get"),
    post("model resolved among 1,000 entries", "/model/resolve", { model: "family-3/anything" }),
  ];
}

/** What people see who are not administrators. */
function ownPages(days: Days): Answer[] {
  return [
    ...[
      get("user", "/user/info"),
      get("models", "/v1/models", { return_wildcard_routes: true }),
      get("calls", "/spend/logs", { page: 1, size: 10 }),
      get("spend", "/spend/report", { group_by: "day", ...days(30) }),
      get("keys", "/key/list", PAGE),
      get("refusals", "/auth/refusals/own"),
    ].map(own),
  ];
}
