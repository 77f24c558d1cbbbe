import { z } from "zod";
import { ENTITY_ID_MAX_LENGTH } from "@/lib/entity-id";
import { STORED_KINDS } from "@/lib/entity-type";
import { defineContract } from "../contract";

const foundEntity = z.object({
  type: z.enum(STORED_KINDS.map(({ type }) => type)),
  id: z.string(),
  name: z
    .string()
    .nullable()
    .describe("The alias, or of a user without one the e-mail address; null: it is known only by its id"),
  key_name: z.string().nullable().describe("The abbreviated secret of a key; null for all others"),
});

export type FoundEntity = z.output<typeof foundEntity>;

/** `GET /search`: teams, users, organisations, keys and end users in one answer. */
export const searchContract = defineContract({
  id: "search",
  method: "GET",
  path: "/search",
  family: "management_routes",
  access: "administrators",
  effect: "reads",
  summary:
    "Find teams, users, organisations, keys and end users by a part of their id, name or e-mail address: of each kind those that begin with it first",
  input: z.strictObject({
    text: z
      .string()
      .min(1)
      .max(ENTITY_ID_MAX_LENGTH)
      .regex(/^[^\0]*$/, "must not contain NUL characters")
      .describe("The text to find. Upper and lower case do not differ"),
    size: z.coerce
      .number<number | string>()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe("How many of each kind to list at most"),
  }),
  output: z.object({ data: z.array(foundEntity).describe("By kind; of each the best first") }),
});
