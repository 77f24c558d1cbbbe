import { z } from "zod";
import { modelEntry } from "@/lib/config/schema";
import { defineContract } from "../contract";
import { entityId, listOf, newModelName, cursorInputs, receipts } from "../fields";
import { finding } from "../finding";
import { modelView, storedModel } from "../model";
import { resolution } from "../resolution";

const overlap = z.object({
  winner: z.string().describe("The id of the entry that gets the names both fit."),
  loser: z.string(),
  example: z.string().describe("A name that fits both."),
  tie: z.boolean().describe("Equally specific: the order of the list decides."),
  complete: z.boolean().describe("The loser gets no name at all."),
});
export type Overlap = z.output<typeof overlap>;

const group = z.object({
  model_group: z.string().describe("A model_name, maybe a pattern."),
  providers: z.array(z.string()),
  is_pattern: z.boolean(),
  priced: z.boolean(),
  rpm: z.number().nullable().describe("Of all its deployments together; null: one of them has no limit."),
  tpm: z.number().nullable(),
  fallbacks: z.array(z.string()),
  deployments: z.array(
    z.object({
      id: z.string(),
      weight: z.number(),
      usable: z.boolean(),
      in_flight: z.number().int(),
      models_on_cooldown: z.number().int(),
    }),
  ),
});
export type ModelGroup = z.output<typeof group>;

const changed = storedModel.extend({
  nodes: receipts,
  findings: z.array(finding).describe("What is suspicious about it."),
});
const fields = z.record(z.string(), z.unknown());

const openAiModel = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.string(),
});
/** The further fields that Anthropic's clients expect (platform.claude.com/docs/en/api/models). */
const anthropicModel = z.object({ type: z.literal("model"), display_name: z.string(), created_at: z.iso.datetime() });
const anthropicList = z.object({
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
});
const usableModel = openAiModel.extend(anthropicModel.partial().shape);
export type UsableModel = z.output<typeof usableModel>;

const FOR_ANTHROPIC = "With `anthropic-version` in the request also what Anthropic's clients expect.";

export const testedList = z.object({
  outcome: z
    .enum(["ok", "refused", "no_list", "failed"])
    .describe(
      "`ok`: the provider lists its models. `refused`: it does not accept the key. `no_list`: it has no such list, or answers without one. `failed`: it cannot be reached, is broken, or its credential cannot be fetched.",
    ),
  status: z.number().int().nullable().describe("The HTTP status; null: no answer came."),
  duration_ms: z.number(),
  models: z.number().int().nullable().describe("How many models it lists."),
  has_model: z
    .boolean()
    .nullable()
    .describe(
      "Whether the upstream's model is among them; null: unknown, or the entry is a pattern and no `model` is given.",
    ),
  sample: z.array(z.string()).describe("Some of the models, those first that are spelled like the one asked for."),
  message: z.string(),
});
const testedChat = z.object({
  ok: z.boolean(),
  status: z.number().int().describe("The HTTP status."),
  route: z
    .enum(["/chat/completions", "/embeddings", "/rerank"])
    .describe("What was asked: by the `mode` in `model_info`, else by the name of the upstream's model."),
  code: z.string().nullable().describe("The error code; null: it was served."),
  message: z.string().describe("What the model answered, for people, or the error; empty: no words."),
  call_id: z.string().nullable(),
  duration_ms: z.number(),
  cost: z.number().nullable().describe("Dollars; null: no price is known, or nothing was served."),
});
const modelTest = z.object({
  upstream_model: z.string(),
  address: z.string().describe("The origin and the path prefix that were asked."),
  list: testedList,
  chat: testedChat.nullable().describe("Null: it was not asked for."),
});
export type ModelTest = z.output<typeof modelTest>;

/** The models that a caller may use: `/models`, in the form of OpenAI's and Anthropic's APIs. */
export const usableModelContracts = {
  list: defineContract({
    id: "models.list",
    method: "GET",
    path: "/models",
    family: "openai_routes",
    access: "anyone",
    effect: "reads",
    summary: "List the models that this caller may use",
    input: z.strictObject({
      return_wildcard_routes: z
        .enum(["true", "false"])
        .optional()
        .describe("`true`: the list also has the names with a `*`, as the entries write them."),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(1000)
        .optional()
        .describe("How many models to list at most; absent: all."),
      after_id: z.string().optional().describe("Only the models after this one."),
      before_id: z.string().optional().describe("Only the models before this one. With `limit`, the last of them."),
    }),
    output: z
      .object({ object: z.literal("list"), data: z.array(usableModel), ...anthropicList.partial().shape })
      .describe(FOR_ANTHROPIC),
  }),
  get: defineContract({
    id: "models.get",
    method: "GET",
    path: "/models/{model}",
    family: "openai_routes",
    access: "anyone",
    effect: "reads",
    summary: "Show one model that this caller may use",
    input: z.strictObject({ model: z.string().describe("The name of the model, as calls use it.") }),
    output: usableModel.describe(FOR_ANTHROPIC),
  }),
};

const anySize = cursorInputs.size
  .unwrap()
  .optional()
  .describe("How many rows a page has at most; absent: all rows are on one page");

/** `/model/*` and `/model_group/*`: the model list. */
export const modelContracts = {
  info: defineContract({
    id: "model.info",
    method: "GET",
    path: "/model/info",
    family: "management_routes",
    access: "anyone",
    effect: "reads",
    versioned: true,
    summary:
      "List the entries of the model list that this caller may use, without their keys; for administrators all entries, with their addresses and what is suspicious about them",
    input: z.strictObject({
      id: z
        .string()
        .optional()
        .describe("Only this entry. The `ETag` is that of an entry of the database; without an id there is none."),
      ...cursorInputs,
      size: anySize,
    }),
    output: listOf(modelView).extend({
      findings: z.array(finding),
      overlaps: z.array(overlap),
      overlaps_truncated: z.boolean(),
    }),
  }),
  groups: defineContract({
    id: "model_group.info",
    method: "GET",
    path: "/model_group/info",
    family: "info_routes",
    access: "anyone",
    effect: "reads",
    summary: "List the model names that this caller may use, each with the deployments that share its calls",
    input: z.strictObject({
      model_group: z.string().optional().describe("Only the group with this `model_name`"),
      ...cursorInputs,
      size: anySize,
    }),
    output: listOf(group),
  }),
  resolve: defineContract({
    id: "model.resolve",
    method: "POST",
    path: "/model/resolve",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Say which entry serves a model name, which others would, in order, and why; also over a draft of the model list",
    input: z.strictObject({
      model: z.string().min(1).max(1024).describe("The name that a caller would ask for."),
      model_list: z
        .array(z.unknown())
        .max(5_000)
        .optional()
        .describe("A draft of the model list, checked like the configuration file. Absent: the models in force."),
    }),
    output: resolution.extend({ findings: z.array(finding).describe("About the draft.") }),
  }),
  test: defineContract({
    id: "model.test",
    method: "POST",
    path: "/model/test",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Try an entry before you save it: list the models of its provider and, with `chat`, ask for one token, vector or score, which is booked to you with the tag `test`",
    input: z.strictObject({
      id: entityId
        .optional()
        .describe(
          "The id of an entry in force, which the other fields change for this test. Its key is sent to no other origin.",
        ),
      model_name: z.string().max(512).optional().describe("The `model_name` of the entry."),
      gateway_params: fields.optional().describe("Where the entry sends its calls, as in the configuration."),
      model_info: fields.optional().describe("Facts about the entry, as in the configuration."),
      model: z
        .string()
        .min(1)
        .max(512)
        .optional()
        .describe("The name that a caller would ask for. Absent: the entry's own, unless that is a pattern."),
      chat: z.boolean().default(false).describe("Whether to ask for one token, vector or score as well."),
    }),
    output: modelTest,
  }),
  new: defineContract({
    id: "model.new",
    method: "POST",
    path: "/model/new",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Add an entry to the model list, in force immediately on every node; its key is encrypted and never shown again",
    input: z.strictObject({
      ...modelEntry.shape,
      model_name: newModelName,
      model_info: fields.optional().describe("Facts about the model, as in the configuration."),
    }),
    output: changed,
  }),
  update: defineContract({
    id: "model.update",
    method: "POST",
    path: "/model/update",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Change an entry of the database. Fields that you leave out stay, its key too, and null clears one. A change that sends calls to another origin needs the key again",
    input: z.strictObject({
      id: entityId.optional().describe("The id of the entry, unless `model_info` has it."),
      model_name: newModelName.optional(),
      gateway_params: fields.optional().describe("The settings to change; those that are left out stay."),
      model_info: fields.optional().describe("The facts to change. Its `id` may name the entry."),
    }),
    output: changed,
  }),
  takeOver: defineContract({
    id: "model.take_over",
    method: "POST",
    path: "/model/take_over",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Copy an entry of the file to the database, key included; the copy can be changed, and replaces the entry until the copy is deleted",
    input: z.strictObject({ id: entityId.describe("The id of the entry.") }),
    output: changed,
  }),
  delete: defineContract({
    id: "model.delete",
    method: "POST",
    path: "/model/delete",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Delete an entry of the database; calls in flight continue. If it was taken over from the file, the file's entry is in force again",
    input: z.strictObject({ id: entityId.describe("The id of the entry.") }),
    output: z.object({ deleted_model: z.string(), nodes: receipts }),
  }),
};
