import { z } from "zod";
import { DURATION_EXAMPLES } from "@/lib/time/duration";
import { budgetState } from "../budget-state";
import { defineContract } from "../contract";
import {
  alias,
  duration,
  entityId,
  flagInput,
  contentInputs,
  hostedInputs,
  limitInputs,
  permissionInputs,
  listInputs,
  listOf,
  metadata,
  modelLimitInputs,
  models,
  receipts,
} from "../fields";
import { generatedKeySchema, keySchema, listedKeySchema } from "../key";

/** A secret (`sk-...`) or a token_id. */
const keyReference = entityId;

/** Accepted when a key is generated and when it is changed. */
const keyFields = {
  key_alias: alias.nullish(),
  user_id: entityId.nullish(),
  team_id: entityId.nullish(),
  organization_id: entityId.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  allowed_routes: models.nullish().describe("Paths, `*` patterns or family names; empty: model and info routes"),
  blocked: z.boolean().optional(),
  ...permissionInputs,
  ...hostedInputs,
  ...contentInputs,
  ...limitInputs,
  ...modelLimitInputs,
  metadata: metadata.nullish(),
};
const keyWithReceipts = keySchema.extend({ nodes: receipts });
const blockInput = z.strictObject({ key: keyReference });

/** `/key/*` (spec 4). */
export const keyContracts = {
  generate: defineContract({
    id: "key.generate",
    method: "POST",
    path: "/key/generate",
    family: "management_routes",
    access: "owners",
    effect: "writes",
    summary:
      "Generate a virtual key; the body may be empty. The key of a caller who is not an administrator may do no more than its maker",
    input: z
      .strictObject({
        ...keyFields,
        team_id: keyFields.team_id.describe(
          "Null: the key is personal, where `key_generation_settings` is set. Absent: the team of who makes it, if it may be.",
        ),
        duration: duration
          .nullish()
          .describe(
            `How long the key is valid: ${DURATION_EXAMPLES}; absent: for ever, or for \`user_key_max_days\` if you are not an administrator`,
          ),
      })
      .prefault({}),
    output: generatedKeySchema,
  }),
  info: defineContract({
    id: "key.info",
    method: "GET",
    path: "/key/info",
    family: "management_routes",
    access: "owners",
    effect: "reads",
    versioned: true,
    summary: "Show one key, by its secret or its token_id; without: the caller's own",
    input: z.strictObject({ key: keyReference.optional() }),
    output: listedKeySchema.extend({ budget: budgetState }),
  }),
  list: defineContract({
    id: "key.list",
    method: "GET",
    path: "/key/list",
    family: "management_routes",
    access: "owners",
    effect: "reads",
    summary:
      "List keys, page by page; callers who are not administrators see their own, and those of the teams they administer",
    input: z.strictObject({
      ...listInputs,
      user_id: entityId.optional(),
      team_id: entityId.optional(),
      organization_id: entityId.optional(),
      issuer: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe(
          "Keys that people of this issuer (`iss`) made; keys of an issuer that the settings no longer have are refused",
        ),
      expired: flagInput,
      ends_within_days: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(366)
        .optional()
        .describe("Keys that are valid still and expire within this many days"),
    }),
    output: listOf(listedKeySchema.extend({ budget: budgetState })),
  }),
  delete: defineContract({
    id: "key.delete",
    method: "POST",
    path: "/key/delete",
    family: "management_routes",
    access: "owners",
    effect: "writes",
    versioned: true,
    summary: "Delete keys, all of them or none",
    input: z.strictObject({ keys: z.array(keyReference).min(1).max(100).describe("Secrets or token_ids") }),
    output: z.object({ deleted_keys: z.array(z.string()), nodes: receipts }),
  }),
  // An owner cannot update or block a key, because what an administrator has limited or blocked must stay so.
  // Administrators of its team update and block it, and only administrators of the gateway unblock it.
  update: defineContract({
    id: "key.update",
    method: "POST",
    path: "/key/update",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Change a key; what is left out stays, null clears. Administrators of its team change its name, its models, its limits and its metadata",
    input: z.strictObject({
      key: keyReference,
      ...keyFields,
      duration: duration.nullish().describe("How long the key is valid from now on; null: for ever"),
    }),
    output: keyWithReceipts,
  }),
  regenerate: defineContract({
    id: "key.regenerate",
    method: "POST",
    path: "/key/regenerate",
    family: "management_routes",
    access: "owners",
    effect: "writes",
    versioned: true,
    summary:
      "Give a key a new secret; everything else about it stays, and the old secret is accepted for the grace period",
    input: z.strictObject({
      key: keyReference,
      grace_period: duration
        .nullish()
        .describe(
          "How long the old secret is still accepted, such as 1h; absent: not at all. Secrets that are older end then too, at the latest",
        ),
      duration: duration
        .optional()
        .describe("How long the key is valid from now on; absent: as before. For administrators only"),
    }),
    output: generatedKeySchema.extend({ nodes: receipts }),
  }),
  block: defineContract({
    id: "key.block",
    method: "POST",
    path: "/key/block",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    summary: "Refuse a key, from now on and on every node; also for administrators of its team",
    input: blockInput,
    output: keyWithReceipts,
  }),
  unblock: defineContract({
    id: "key.unblock",
    method: "POST",
    path: "/key/unblock",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Accept a key again",
    input: blockInput,
    output: keyWithReceipts,
  }),
};
