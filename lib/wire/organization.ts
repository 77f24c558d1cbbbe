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

/** What can be set of an organisation. */
export const organizationInputs = {
  organization_alias: alias.nullish().describe("The name that people see; null: none"),
  models: models.nullish().describe("The models that it may call, by name or `*` pattern; empty: all models"),
  blocked: commonInputs.blocked,
  ...permissionInputs,
  ...limitInputs,
  metadata: commonInputs.metadata,
};

export const organizationSchema = z.object({
  organization_id: z.string(),
  organization_alias: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean(),
  ...permissionOutputs,
  ...limitOutputs,
  metadata: z.unknown(),
  spend: z.number().describe("Dollars, all time"),
  ...timeOutputs,
});
export type Organization = z.infer<typeof organizationSchema>;
