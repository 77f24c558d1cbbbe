import { z } from "zod";
import { PRINCIPAL_KINDS } from "@/lib/refusal";
import { defineContract } from "../contract";
import { decisionId } from "../fields";
import { payerNames } from "../payer-names";
import { CALL_STATUSES } from "@/lib/usage";
import { callLogSchema, reach } from "../spend";
import { callFilters } from "../spend-filters";

/** The filters that no refusal can meet: a refused request reached no model, and so has none of these. */
export const FILTERS_OF_CALLS = [
  "call_id",
  "upstream_request_id",
  "trace_id",
  "session_id",
  "tag",
  "model",
  "provider",
  "deployment",
  "price_state",
  "mcp_server",
  "mcp_tool",
] as const;
/** The filters that no call can meet. */
export const FILTERS_OF_REFUSALS = ["decision_id", "code", "kind", "principal"] as const;

const text = z.string().min(1).max(512);
const id = z.string().nullable();

/** A refused request, as lists show it. */
const refusedRequestSchema = z.object({
  decision_id: z.string(),
  at: z.iso.datetime(),
  code: z.string(),
  http_status: z.number().int().nullable().describe("Null: another version's code"),
  message: z.string().describe("As the caller was told"),
  method: z.string(),
  route: z.string(),
  requested_model: z.string().describe("Empty: the request named none"),
  request_id: z.string().describe("The `x-request-id` of the answer: the caller's own, or else the `decision_id`"),
  kind: z.enum(PRINCIPAL_KINDS).describe("What `principal` is the id of, as `GET /auth/refusals` groups refusals"),
  principal: z.string(),
  team_id: id.describe("Of the credentials, or else as asked for"),
  user_id: id,
  key_id: id,
  organization_id: id,
  end_user_id: id,
  issuer: id,
  ...payerNames,
});
export type RefusedRequest = z.output<typeof refusedRequestSchema>;

const requestRow = z.discriminatedUnion("type", [
  z.object({ type: z.literal("call"), call: callLogSchema }),
  z.object({ type: z.literal("refused"), refused: refusedRequestSchema }),
]);
export type RequestRow = z.output<typeof requestRow>;

/** `GET /spend/requests` */
export const requestContracts = {
  list: defineContract({
    id: "spend.requests",
    method: "GET",
    path: "/spend/requests",
    family: "spend_routes",
    access: "owners",
    effect: "reads",
    summary:
      "List booked calls and recorded refusals together, newest first; callers who are not administrators see their own. Refusals are recorded at a bounded rate: `GET /auth/refusals` counts them all",
    input: z.strictObject({
      after: text.max(2_000).optional().describe("The `next` of an earlier answer; you get what comes after it"),
      size: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(1000)
        .default(50)
        .describe("How many requests a page has at most"),
      ...callFilters,
      status: z
        .enum([...CALL_STATUSES, "refused"])
        .optional()
        .describe("Only requests that ended like this: `refused` lists refusals, every other value calls"),
      code: z
        .string()
        .regex(/^(?:[a-z_]{1,64}|[45]\d\d)$/, "must be the code of an error, or its HTTP status")
        .optional()
        .describe(
          "Only refusals with this code, such as `team_model_not_allowed`, or with this HTTP status, such as `403`",
        ),
      kind: z.enum(PRINCIPAL_KINDS).optional().describe("Only refusals of this kind of principal"),
      principal: text
        .optional()
        .describe("Only refusals of this principal, by its id, as `GET /auth/refusals` groups them"),
      issuer: callFilters.issuer.describe("Only requests with a token of this issuer"),
      decision_id: decisionId.optional().describe("Only the refusal with this `x-gateway-decision-id`"),
      any_id: callFilters.any_id.describe(
        "Only requests that have this id, as that of a call, a request or a decision",
      ),
    }),
    output: z.object({
      data: z.array(requestRow),
      size: z.number(),
      next: z.string().nullable().describe("Send it as `after` for the next page; null: this is the last one"),
      ...reach,
    }),
  }),
};
