import { z } from "zod";
import { isEntityId } from "@/lib/entity-id";
import { defineContract, METHODS } from "../contract";
import { explanation, namedRecord } from "../explanation";
import { claims, decisionId, duration, models as modelList, placeInputs } from "../fields";
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
    "The call's body, from which follow what it may cost and use, and the tools that it brings. Default: the smallest possible call. With `tool`: the message, of which only `params.arguments` counts.",
  );

const question = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(64 * 1024)
    .optional()
    .describe("A JWT or a key, as a caller would send it. It is neither kept nor logged."),
  claims: claims.optional().describe("The claims of a JWT, taken as verified. Give these or the token."),
  method: z.enum(METHODS).default("POST"),
  route: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe("Default: `/mcp` with `mcp_server`, and `/v1/chat/completions` without."),
  model: z.string().min(1).max(1024).optional().describe("Needed on routes whose body names a model."),
  team_id: id.optional().describe("As in the header x-gateway-team-id."),
  organization_id: id.optional().describe("As in the header x-gateway-organization-id."),
  user: id.optional().describe("As in the body's `user`."),
  mcp_server: id.optional().describe("A tool server, by its name in `mcp_servers`."),
  tool: z.string().min(1).max(1024).optional().describe("A tool of the server. Absent: its prompts and resources."),
  body,
  settings: z
    .unknown()
    .optional()
    .describe(
      "A draft of settings of `gateway_jwtauth`, among them claims and `issuers`, in place of the newest revision. Null: unset.",
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
    summary: "Explain the decision about a token and a request, check by check, without doing anything",
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
      id: decisionId,
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
      "Ask again, under today's rules and with today's teams, users and keys, what was refused: by the x-gateway-decision-id of the refusal, without its token",
    input: z.strictObject({
      decision_id: decisionId,
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
      "Try a draft of settings, models, teams, users, organisations and keys on recorded traffic: who would be denied, who allowed, and which models would go elsewhere",
    input: z.strictObject({
      settings: z
        .unknown()
        .optional()
        .describe("A draft of settings of `gateway_jwtauth`, as /auth/explain takes it. Absent: those in force."),
      model_list: z
        .array(draftModel)
        .max(5_000)
        .optional()
        .describe("A draft of the model list, of which names and upstream models are read. Absent: the one in force."),
      teams: z
        .array(draftTeam)
        .max(100)
        .optional()
        .describe("Drafts of teams that exist, each with what would change of it."),
      users: z.array(draftUser).max(100).optional().describe("The same of users."),
      organizations: z.array(draftOrganization).max(100).optional().describe("The same of organisations."),
      keys: z.array(draftKey).max(100).optional().describe("The same of keys."),
      days: z
        .number()
        .int()
        .min(1)
        .max(365)
        .optional()
        .describe("Today and how many days before it, in all. Absent: all that is kept."),
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
      issuer: z.string().min(1).max(512),
      days: z.coerce.number<number | string>().int().min(1).max(365).default(7).describe("UTC days, with today"),
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
      kinds: kinds.describe(
        "role, scope, team, user and key, comma-separated; without user and key unless they are asked for.",
      ),
      models: models
        .optional()
        .describe(
          "Model names, comma-separated. Absent: those of the model list, and those that mappings and permissions name.",
        ),
      id: id.optional().describe("Only the team, the user or the key with this id."),
      ...placeInputs,
      size: placeInputs.size.pipe(z.number().max(100)),
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
        .describe("Rows of the matrix: a role or a scope by its name, a team, a user or a key by its id."),
      models: z.array(z.string().min(1).max(1024)).max(MATRIX_MODELS).default([]).describe("Names of its columns."),
      days: z.number().int().min(1).max(90).default(7).describe("UTC days, today included."),
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
      kinds: kinds.describe(
        "role, scope, team, user and key, comma-separated; without user and key unless they are asked for.",
      ),
      models: models
        .optional()
        .describe(
          "Model names, comma-separated. Absent: those of the model list, and those that mappings and permissions name.",
        ),
      size: z.number().int().min(1).max(500).default(500).describe("How many rows are compared at most"),
      after: placeInputs.after,
    }),
    output: matrixChanges,
  }),
};
