import { z } from "zod";
import { isEntityId } from "@/lib/entity-id";
import { defineContract, METHODS } from "../contract";
import { explanation, namedRecord } from "../explanation";
import { claims, decisionId, duration, models as modelList, cursorInputs } from "../fields";
import { seenClaims } from "../claim-catalogue";
import { accessMatrix, matrixCalls, matrixChanges, ROW_KINDS } from "../matrix";
import { replayReport } from "../replay";

/** How many models the matrix has columns for. */
export const MATRIX_MODELS = 100;
/** How many tool servers it has columns for. */
export const MATRIX_SERVERS = 50;

const id = z.string().refine(isEntityId, "must be an id");

const body = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    "The body of the call, which decides what it may cost and use, and which tools it brings. Absent: the smallest possible call. With `tool`: the message; only its `params.arguments` counts.",
  );

const question = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(64 * 1024)
    .optional()
    .describe("A JWT or a key, as a caller would send it. It is neither kept nor logged."),
  claims: claims.optional().describe("The claims of a JWT, taken as verified. Give these or the token."),
  method: z.enum(METHODS).default("POST").describe("The method of the request."),
  route: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe("The path of the request. Default: `/mcp` with `mcp_server`, otherwise `/v1/chat/completions`."),
  model: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe("The model that the request asks for, on routes whose body names one."),
  team_id: id.optional().describe("The team in the header `x-gateway-team-id`."),
  organization_id: id.optional().describe("The organisation in the header `x-gateway-organization-id`."),
  user: id.optional().describe("The end user in the body's `user`."),
  mcp_server: id.optional().describe("The tool server, by its name in `mcp_servers`."),
  tool: z.string().min(1).max(1024).optional().describe("The tool of that server; absent: its prompts and resources."),
  body,
  settings: z
    .unknown()
    .optional()
    .describe(
      "A draft of settings of `gateway_jwtauth`, such as claims and `issuers`, to decide by instead of the newest revision. A setting that is null counts as unset.",
    ),
});

/** A list of kinds of row: `role,scope`. */
const kinds = z
  .string()
  .default("role,scope,team")
  .transform((text) => text.split(",").map((kind) => kind.trim()))
  .pipe(z.array(z.enum(ROW_KINDS)));
const models = z
  .string()
  .max(16_384)
  .transform((text) => [...new Set(text.split(",").map((name) => name.trim()))].filter(Boolean))
  .pipe(z.array(z.string().max(1024)).min(1).max(MATRIX_MODELS));

const draftModel = z.object({
  model_name: z.string().min(1).max(1024),
  gateway_params: z.object({ model: z.string().min(1).max(1024) }),
});

const draftRow = { models: modelList.optional(), blocked: z.boolean().optional() };
const draftTeam = z.strictObject({ team_id: id, ...draftRow });
const draftUser = z.strictObject({
  user_id: id,
  ...draftRow,
  teams: z.array(id).max(1_000).optional().describe("The teams that they are a member of."),
});
const draftOrganization = z.strictObject({ organization_id: id, ...draftRow });
const draftKey = z.strictObject({
  key: id.describe("Its token_id."),
  ...draftRow,
  allowed_routes: modelList.optional(),
  duration: duration.nullish().describe("How long it is valid from now on; null: for ever."),
});

const traffic = { allowed: z.number().int(), refused: z.number().int() };
const trafficOf = z.array(z.object({ id: z.string(), ...traffic })).describe("At most 10.");

/** `/auth/*`: decisions about one caller, about everybody, and about the calls of the last days. */
export const decisionContracts = {
  explain: defineContract({
    id: "auth.explain",
    method: "POST",
    path: "/auth/explain",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Explain the decision about a token and a request, check by check; nothing is called or booked",
    input: question,
    output: explanation,
  }),
  recorded: defineContract({
    id: "auth.explain.recorded",
    method: "GET",
    path: "/auth/explain",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Show the record of a refusal, by the x-gateway-decision-id of its answer",
    input: z.strictObject({
      id: decisionId.describe("The `x-gateway-decision-id` of the refusal."),
    }),
    output: namedRecord,
  }),
  again: defineContract({
    id: "auth.explain.again",
    method: "POST",
    path: "/auth/explain/again",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Decide a refused request again, under today's rules and with today's teams, users and keys; its token is not needed",
    input: z.strictObject({
      decision_id: decisionId.describe("The `x-gateway-decision-id` of the refusal."),
      body,
      settings: z
        .unknown()
        .optional()
        .describe("A draft of settings of `gateway_jwtauth`, as /auth/explain takes it. Absent: those in force."),
    }),
    output: explanation.extend({
      who: z.string().describe("The caller, as /auth/replay names it."),
    }),
  }),
  replay: defineContract({
    id: "auth.replay",
    method: "POST",
    path: "/auth/replay",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Try a draft of settings, models, teams, users, organisations and keys on recorded traffic: who would be refused, who allowed, and which models would go elsewhere",
    input: z.strictObject({
      settings: z
        .unknown()
        .optional()
        .describe("A draft of settings of `gateway_jwtauth`, as /auth/explain takes it. Absent: those in force."),
      model_list: z
        .array(draftModel)
        .max(5_000)
        .optional()
        .describe("A draft of the model list; only names and upstream models count. Absent: the list in force."),
      teams: z
        .array(draftTeam)
        .max(100)
        .optional()
        .describe("Drafts of existing teams, each with the fields that would change."),
      users: z.array(draftUser).max(100).optional().describe("Drafts of existing users, in the same way."),
      organizations: z
        .array(draftOrganization)
        .max(100)
        .optional()
        .describe("Drafts of existing organisations, in the same way."),
      keys: z.array(draftKey).max(100).optional().describe("Drafts of existing keys, in the same way."),
      days: z
        .number()
        .int()
        .min(1)
        .max(365)
        .optional()
        .describe("How many days of traffic to replay, today included. Absent: all that are kept."),
    }),
    output: replayReport,
  }),
  claims: defineContract({
    id: "auth.claims",
    method: "GET",
    path: "/auth/claims",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the claims that the tokens of each issuer had in the last 24 hours, without their values",
    input: z.strictObject({}),
    output: seenClaims,
  }),
  issuerTraffic: defineContract({
    id: "auth.issuer.traffic",
    method: "GET",
    path: "/auth/issuer/traffic",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Count what the tokens of an issuer asked for and whether it was allowed, from the recorded decisions: by day, and the models, teams and users with the most",
    input: z.strictObject({
      issuer: z.string().min(1).max(512).describe("The issuer (`iss`) of the tokens"),
      days: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(365)
        .default(7)
        .describe("How many UTC days to count, today included"),
    }),
    output: z.object({
      ...traffic,
      callers: z.number().int().describe("How many different callers; of each, 500 kinds of request a day are counted"),
      by_day: z.array(z.object({ day: z.string(), ...traffic })),
      models: trafficOf,
      teams: trafficOf,
      users: trafficOf,
    }),
  }),
  matrix: defineContract({
    id: "auth.matrix",
    method: "GET",
    path: "/auth/matrix",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Show which role, scope, team, user and key may use which model and family of routes, and by which rule",
    input: z.strictObject({
      kinds: kinds.describe("The kinds of row, separated by commas: `role`, `scope`, `team`, `user`, `key`."),
      models: models
        .optional()
        .describe(
          "Names of models, separated by commas. Absent: those in the model list, and those that mappings and permissions name.",
        ),
      id: id.optional().describe("Only the team, the user or the key with this id."),
      ...cursorInputs,
      size: cursorInputs.size.pipe(z.number().max(100)),
    }),
    output: accessMatrix,
  }),
  matrixCalls: defineContract({
    id: "auth.matrix.calls",
    method: "POST",
    path: "/auth/matrix/calls",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Count the calls that used what the access matrix allows, from the recorded decisions of the last days",
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ kind: z.enum(ROW_KINDS), id: z.string().min(1).max(1024) }))
        .min(1)
        .max(100)
        .describe("The rows of the matrix to count: a role or a scope by its name, a team, user or key by its id."),
      models: z
        .array(z.string().min(1).max(1024))
        .max(MATRIX_MODELS)
        .default([])
        .describe("The models whose columns to count."),
      days: z.number().int().min(1).max(90).default(7).describe("How many UTC days to count, today included."),
    }),
    output: matrixCalls,
  }),
  matrixChanges: defineContract({
    id: "auth.matrix.changes",
    method: "POST",
    path: "/auth/matrix/changes",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Show what a draft of settings takes from and gives to roles, scopes, teams, users and keys, and by which rule",
    input: z.strictObject({
      settings: z.unknown().describe("A draft of settings of `gateway_jwtauth`, as /auth/explain takes it."),
      kinds: kinds.describe("The kinds of row, separated by commas: `role`, `scope`, `team`, `user`, `key`."),
      models: models
        .optional()
        .describe(
          "Names of models, separated by commas. Absent: those in the model list, and those that mappings and permissions name.",
        ),
      size: z.number().int().min(1).max(500).default(500).describe("How many rows are compared at most"),
      after: cursorInputs.after,
    }),
    output: matrixChanges,
  }),
};
