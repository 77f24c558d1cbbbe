import { z } from "zod";
import { DURATION_EXAMPLES } from "@/lib/time/duration";
import { budgetState } from "../budget-state";
import { defineContract } from "../contract";
import {
  alias,
  commonInputs,
  duration,
  entityId,
  flagInput,
  contentInputs,
  hostedInputs,
  limitInputs,
  permissionInputs,
  listInputs,
  listOf,
  modelLimitInputs,
  models,
  receipts,
} from "../fields";
import { generatedKeySchema, keySchema, listedKeySchema } from "../key";

const keyReference = entityId.describe("The secret of the key (`sk-…`), or its `token_id`");

/** Accepted when a key is generated and when it is changed. */
const keyFields = {
  key_alias: alias.nullish().describe("The name that people see; null: none"),
  user_id: entityId.nullish().describe("The user that the key acts for; null: none"),
  team_id: entityId.nullish().describe("The team that the key acts for; null: none"),
  organization_id: entityId.nullish().describe("The organisation that the key acts for; null: none"),
  models: models.nullish().describe("The models that it may call, by name or `*` pattern; empty: all models"),
  allowed_routes: models
    .nullish()
    .describe(
      "The routes that it may call, by path, `*` pattern or family name; empty: the routes of models and information",
    ),
  blocked: commonInputs.blocked,
  ...permissionInputs,
  ...hostedInputs,
  ...contentInputs,
  ...limitInputs,
  ...modelLimitInputs,
  metadata: commonInputs.metadata,
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
          "The team that the key acts for. Null: it is a personal key, if `key_generation_settings` allows one. Absent: your own team, if it may have keys.",
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
    summary: "Show one key; without `key` the one that you call with",
    input: z.strictObject({
      key: keyReference
        .optional()
        .describe("The secret of the key (`sk-…`), or its `token_id`; absent: the one you call with"),
    }),
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
      user_id: entityId.optional().describe("Only keys of this user"),
      team_id: entityId.optional().describe("Only keys of this team"),
      organization_id: entityId.optional().describe("Only keys of this organisation"),
      issuer: z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .describe(
          "Only keys that people of this issuer (`iss`) made. The gateway refuses keys of an issuer that the settings no longer have",
        ),
      expired: flagInput.describe("`true`: only keys that have expired; `false`: only the others"),
      ends_within_days: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(366)
        .optional()
        .describe("Only keys that are still valid and expire within this many days"),
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
    input: z.strictObject({
      keys: z.array(keyReference).min(1).max(100).describe("The keys to delete, each by its secret or its `token_id`"),
    }),
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
      "Change a key. Fields that you leave out stay, and null clears one. Administrators of its team change its name, its models, its limits and its metadata",
    input: z.strictObject({
      key: keyReference,
      ...keyFields,
      duration: duration.nullish().describe("How long the key stays valid, counted from now; null: for ever"),
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
          "How long the old secret is still accepted, such as 1h; absent: not at all. Older secrets end then too, if they have not ended before",
        ),
      duration: duration
        .optional()
        .describe("How long the key stays valid, counted from now; absent: as before. Only administrators may send it"),
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
