import { z } from "zod";
import {
  alias,
  limitInputs,
  limitOutputs,
  permissionInputs,
  permissionOutputs,
  metadata,
  models,
  timeOutputs,
} from "./fields";

/** What can be set of an organisation. */
export const organizationInputs = {
  organization_alias: alias.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean().optional(),
  ...permissionInputs,
  ...limitInputs,
  metadata: metadata.nullish(),
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
