import { z } from "zod";
import { defineContract } from "../contract";

const readiness = z.object({
  status: z.enum(["ready", "degraded", "not_ready", "stopping"]),
  database: z.enum(["ok", "unreachable"]),
  journal: z.string(),
  models: z.string().describe("`ok`, or how many entries of the model list this node cannot use."),
  configuration: z.string().describe("`ok`, or why the changed file is not in force."),
  change_feed: z
    .enum(["connected", "deaf", "disconnected"])
    .describe(
      "Whether this node receives the changes of others. `deaf`: a pooler or another server keeps them away. Unless connected, the node reads everything again every second.",
    ),
  console: z.boolean(),
  version: z.string(),
  encryption: z
    .string()
    .describe("`ok`, or that this node cannot decrypt what the others encrypt. It is not ready then."),
  warnings: z
    .array(z.string())
    .describe("What the nodes of one database should share but do not. Calls are served anyway."),
});
export type Readiness = z.output<typeof readiness>;

/** The operations that need no credentials. */
export const publicContracts = {
  liveness: defineContract({
    id: "health.liveness",
    method: "GET",
    path: "/health/liveness",
    family: "public_routes",
    access: "public",
    effect: "reads",
    summary: "Answer 200 as soon as the process listens",
    input: z.strictObject({}),
    output: z.object({ status: z.literal("alive") }),
  }),
  readiness: defineContract({
    id: "health.readiness",
    method: "GET",
    path: "/health/readiness",
    family: "public_routes",
    access: "public",
    effect: "reads",
    summary: "Answer 200 when calls can be served and booked, else 503",
    input: z.strictObject({}),
    output: readiness,
  }),
  openApi: defineContract({
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    family: "public_routes",
    access: "public",
    effect: "reads",
    summary: "Describe this API in OpenAPI 3.1",
    input: z.strictObject({}),
    output: z.looseObject({ openapi: z.string() }),
  }),
};
