import { z } from "zod";
import { defineContract } from "../../contract";

const response = z.looseObject({ id: z.string(), object: z.literal("response") });
const id = z.string().describe("The id of a response that the upstream keeps, as the call returned it.");
const include = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .describe("What else to show, as OpenAI's API names it. `include[]` may be given several times.");

/** What an upstream keeps of the answers to `/responses`, for whoever owns them. */
export const responseContracts = {
  get: defineContract({
    id: "responses.get",
    method: "GET",
    path: "/responses/{response_id}",
    family: "openai_routes",
    access: "anyone",
    effect: "reads",
    summary: "Show a response that the upstream keeps for this caller or its team",
    input: z.strictObject({
      response_id: id,
      include,
      "include[]": include,
      stream: z.enum(["true", "false"]).optional().describe("`true`: the answer is a stream of events."),
      starting_after: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe("Only the events after the one with this number."),
      include_obfuscation: z
        .enum(["true", "false"])
        .optional()
        .describe("Whether the upstream pads the events to similar lengths."),
    }),
    output: response,
  }),
  delete: defineContract({
    id: "responses.forget",
    method: "DELETE",
    path: "/responses/{response_id}",
    family: "openai_routes",
    access: "anyone",
    effect: "writes",
    summary: "Delete a response that the upstream keeps for this caller or its team",
    input: z.strictObject({ response_id: id }),
    output: z.looseObject({ id: z.string(), deleted: z.boolean() }),
  }),
  inputItems: defineContract({
    id: "responses.input_items",
    method: "GET",
    path: "/responses/{response_id}/input_items",
    family: "openai_routes",
    access: "anyone",
    effect: "reads",
    summary: "List the input of a response that the upstream keeps for this caller or its team",
    input: z.strictObject({
      response_id: id,
      after: z.string().optional().describe("Only the items after this one."),
      limit: z.coerce.number().int().min(1).max(100).optional().describe("How many items to list at most; absent: 20."),
      order: z.enum(["asc", "desc"]).optional().describe("Whether the oldest (`asc`) or the newest item comes first."),
      include,
      "include[]": include,
    }),
    output: z.looseObject({ object: z.literal("list"), data: z.array(z.unknown()) }),
  }),
};
