import { z } from "zod";
import { defineContract } from "../contract";
import { testedList } from "./models";

const provider = z.object({
  name: z.string().describe("The prefix of `gateway_params.model`."),
  api_base: z.string().nullable().describe("Where its API is; null: each customer has an address, or settings say it."),
  needs_address: z.boolean().describe("Whether entries need an `api_base`."),
  key_variables: z.array(z.string()).describe("The variables that usually hold its key; empty: it needs none."),
  has_key: z.boolean().describe("Whether one of them is set on this node."),
  lists_models: z.boolean().describe("Whether it has a list of models that can be asked for."),
  priced_models: z.number().int().describe("How many of its models the bundled price list has."),
  entries: z.number().int().describe("How many entries of the model list go to it."),
});
export type ProviderView = z.output<typeof provider>;

/** How many models of a provider are offered at most. */
export const OFFERED_MODELS = 2_000;

const offered = z.object({
  model: z.string().describe("As its provider names it, without the provider."),
  kind: z.enum(["chat", "embedding", "rerank"]).describe("By its name, as `/model/test` asks it."),
  inputs: z.array(z.string()).describe("What it accepts besides text, according to its provider's list or its prices."),
  context_tokens: z.number().int().nullable().describe("Null: unknown."),
  input_cost_per_token: z.number().nullable().describe("Dollars; null: no price is known."),
  output_cost_per_token: z.number().nullable().describe("Dollars; null: no price is known."),
  served_by: z.string().nullable().describe("The `model_name` of an entry that goes to it already; null: none does."),
});
export type OfferedModel = z.output<typeof offered>;

/** `/model/providers` and `/model/offered`: from whom models can be had, and which. */
export const modelCatalogueContracts = {
  providers: defineContract({
    id: "model.providers",
    method: "GET",
    path: "/model/providers",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the providers that the gateway knows, with what an entry of each needs",
    input: z.strictObject({}),
    output: z.object({ data: z.array(provider) }),
  }),
  offered: defineContract({
    id: "model.offered",
    method: "POST",
    path: "/model/offered",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "List the models that a provider offers to a key, with their prices: from its own list if it has one, else from the bundled price list",
    input: z.strictObject({
      provider: z
        .string()
        .regex(/^[\w.-]{1,64}$/)
        .describe("The prefix of `gateway_params.model`."),
      gateway_params: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("The settings of an entry without its `model`, such as a key, an address or a `credential_name`."),
    }),
    output: z.object({
      from: z
        .enum(["provider", "price_list"])
        .describe(
          "`provider`: its own list. `price_list`: the bundled one, which may have models that the key may not.",
        ),
      list: testedList.pick({ outcome: true, status: true, message: true }).describe("How its own list was answered."),
      models: z.array(offered).max(OFFERED_MODELS),
      truncated: z.boolean(),
    }),
  }),
};
