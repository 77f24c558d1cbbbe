import { z } from "zod";
import { defineContract } from "../../contract";

/** What Google's clients read of a model (ai.google.dev/api/models). */
const googleModel = z.object({
  name: z.string().describe("`models/` and the name that calls use."),
  version: z.string(),
  displayName: z.string(),
  description: z.string(),
  supportedGenerationMethods: z.array(z.string()),
});
export type GoogleModel = z.output<typeof googleModel>;

/** The most models of a page, which is also the default: most clients read only the first page. */
export const MOST_GOOGLE_MODELS = 1000;

/** The models that a caller may use, in the form of Google's API. */
export const googleModelContracts = {
  list: defineContract({
    id: "google.models.list",
    method: "GET",
    path: "/v1beta/models",
    family: "google_routes",
    access: "anyone",
    effect: "reads",
    summary: "List the models that this caller may use, in the format of Google's API",
    input: z.strictObject({
      pageSize: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe(`How many models a page has at most; absent or 0: ${MOST_GOOGLE_MODELS}, which is also the most.`),
      pageToken: z.string().optional().describe("The `nextPageToken` of the page before, to get the next one."),
    }),
    output: z.object({ models: z.array(googleModel), nextPageToken: z.string().optional() }),
  }),
  get: defineContract({
    id: "google.models.get",
    method: "GET",
    path: "/v1beta/models/{model}",
    family: "google_routes",
    access: "anyone",
    effect: "reads",
    summary: "Show one model that this caller may use, in the format of Google's API",
    input: z.strictObject({ model: z.string().describe("The name of the model, as calls use it.") }),
    output: googleModel,
  }),
};
