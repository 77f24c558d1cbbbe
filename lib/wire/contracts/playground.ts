import { z } from "zod";
import { defineContract } from "../contract";
import { explanation } from "../explanation";
import { claims, entityId } from "../fields";

/** How many models are listed for an identity at most. */
export const PLAYGROUND_MODELS = 500;

/** The identity that a call is tried as. */
const playgroundIdentity = z.strictObject({
  claims: claims.optional().describe("The claims of a JWT, taken as verified."),
  key_id: entityId.optional().describe("An existing virtual key, by its id."),
  user_id: entityId.optional().describe("An existing user, with the teams of the database and every mapped scope."),
  team_id: entityId
    .optional()
    .describe(
      "On its own: the token of an existing team, with every mapped scope. With another identity: as in the header x-gateway-team-id.",
    ),
  organization_id: entityId.optional().describe("As in the header x-gateway-organization-id."),
});
export type PlaygroundIdentity = z.output<typeof playgroundIdentity>;

/** The decision about the chosen identity. In a stream, it is the data of the event `decision`. */
const playgroundDecision = explanation.pick({
  allow: true,
  code: true,
  message: true,
  checks: true,
  identity: true,
  principal: true,
  obligations: true,
});
export type PlaygroundDecision = z.output<typeof playgroundDecision>;

/** Where the call goes: the data of the event `deployment`, before the first piece of the answer. */
const playgroundDeployment = z.object({
  call_id: z.string(),
  deployment: z.string(),
  attempts: z.number().int(),
  fallback: z.string().nullable().describe("The model that serves it in place of the one asked for."),
});
export type PlaygroundDeployment = z.output<typeof playgroundDeployment>;

/** What the call has used and cost: the data of the event `usage`, after the answer. */
const playgroundUsage = z.object({
  call_id: z.string(),
  status: z.string().describe("`success`, `error` or `cancelled`."),
  provider: z.string(),
  model: z.string().describe("The upstream's name of the model."),
  deployment: z.string(),
  attempts: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  cost: z.number().nullable().describe("Dollars; null: no price is known."),
  decision_ms: z.number(),
  first_token_ms: z.number().nullable(),
  duration_ms: z.number(),
});
export type PlaygroundUsage = z.output<typeof playgroundUsage>;

/** The data of the events of a playground's stream, by their names. */
export const playgroundEvents = z
  .object({ decision: playgroundDecision, deployment: playgroundDeployment, usage: playgroundUsage })
  .describe("The data of the stream's events, by their names.");

/** Where callers try a chat completion as themselves. */
export const OWN_PLAYGROUND = "/playground/chat/completions";

/** `/auth/playground`: calls of models as a chosen identity. */
export const playgroundContracts = {
  call: defineContract({
    id: "auth.playground",
    method: "POST",
    path: "/auth/playground",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Call a model as a chosen identity. The call is decided as for that identity, whose limits are read but not held, and is booked to you with the tag `playground`. The answer is a stream: the events `decision` and `deployment`, the chunks of the model, then `usage`; `error` if the call fails. A refusal has the status and the error that the identity would get, with its `decision`",
    input: z.strictObject({
      as: playgroundIdentity.describe("The identity to call as: claims, a key, a user or a team."),
      request: z
        .record(z.string(), z.unknown())
        .describe("The body of a chat completion. It is streamed, whatever its `stream` says."),
    }),
    output: playgroundEvents,
  }),
  models: defineContract({
    id: "auth.playground.models",
    method: "POST",
    path: "/auth/playground/models",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the models that a chosen identity may call",
    input: z.strictObject({
      as: playgroundIdentity.describe("The identity to call as: claims, a key, a user or a team."),
    }),
    output: z.object({ models: z.array(z.string()).max(PLAYGROUND_MODELS) }),
  }),
};
