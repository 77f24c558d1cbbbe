import { z } from "zod";
import {
  alias,
  commonInputs,
  limitInputs,
  limitOutputs,
  permissionInputs,
  permissionOutputs,
  models,
  timeOutputs,
} from "./fields";

/** What can be set of a user. */
export const userInputs = {
  user_alias: alias.nullish().describe("The name that people see; null: none"),
  user_email: alias.nullish().describe("The user's e-mail address; null: none"),
  models: models.nullish().describe("The models that it may call, by name or `*` pattern; empty: all models"),
  blocked: commonInputs.blocked,
  user_role: z
    .literal("proxy_admin_viewer")
    .nullish()
    .describe("`proxy_admin_viewer` lets the user read what administrators read; null: an ordinary user"),
  ...permissionInputs,
  ...limitInputs,
  metadata: commonInputs.metadata,
};

export const userSchema = z.object({
  user_id: z.string(),
  user_alias: z.string().nullable(),
  user_email: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean(),
  user_role: z
    .string()
    .nullable()
    .describe("`proxy_admin_viewer`: reads what administrators read; null: an ordinary user"),
  ...permissionOutputs,
  ...limitOutputs,
  metadata: z.unknown(),
  teams: z.array(z.string()),
  spend: z.number().describe("Dollars, all time"),
  ...timeOutputs,
});
export type User = z.infer<typeof userSchema>;
/** A user who may have the names of their teams, by the teams' ids. */
export type NamedUser = User & { readonly team_aliases?: Readonly<Record<string, string>> };
