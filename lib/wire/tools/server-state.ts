import { z } from "zod";

/** How the program of a `stdio` server is doing. Counts restart with its settings, and after half an hour unused. */
const programState = z.object({
  state: z
    .enum(["running", "waiting", "stopped"])
    .describe(
      "`waiting`: it has ended, and is begun again at the first request after the pause. `stopped`: no request has needed it recently.",
    ),
  running_since: z.string().nullable(),
  restarts: z.number().int(),
  last_exit: z
    .object({ at: z.string(), reason: z.string().describe("Its status, or the signal that ended it.") })
    .nullable(),
  paused_until: z.string().nullable().describe("Until when it is not begun again."),
});
export type ProgramView = z.output<typeof programState>;

/** Whether a tool server answers, at the node that is asked. */
export const serverHealth = z.object({
  server_id: z.string(),
  state: z
    .enum(["answers", "fails", "unknown"])
    .describe("`unknown`: this node has not asked it yet, or asks it in the names of callers only."),
  since: z.string().nullable().describe("When that began, as this node has seen it."),
  reason: z.string().nullable().describe("Why it fails."),
  protocol: z.string().nullable().describe("The version of the protocol that it speaks, as `2026-07-28`."),
  tools: z.number().int().describe("How many tools it shows, served or not."),
  held: z.number().int().describe("Those that wait for an administrator."),
  changed: z.number().int().describe("Those whose definition has changed since it was approved."),
  program: programState.nullable().describe("At this node; null: the server is not a program."),
  names: z.array(z.string()).optional().describe("Of the tools, with `names`."),
});
export type ServerHealthView = z.output<typeof serverHealth>;

const GRANTED = ["organization", "team", "user", "end_user", "key", "role", "scope"] as const;

const grant = z.object({
  type: z.enum(GRANTED),
  id: z.string().describe("Of a role or a scope its name."),
  name: z.string().nullable(),
  tools: z.array(z.string()).nullable().describe("Only these tools, by name or `*` pattern; null: all of the server."),
  max_tier: z.enum(["read", "write"]).nullable().describe("`mcp_max_tier`"),
  groups: z.array(z.string()).describe("The groups by which it is granted; empty: by the server's own name."),
  narrows: z.boolean().describe("True: a key that its own user made, which only narrows what others grant."),
});
export type ServerGrant = z.output<typeof grant>;

/** Who is granted a tool server by the settings of entities, roles and scopes. */
export const serverGrants = z.object({
  server_id: z.string(),
  allow_all_keys: z.boolean(),
  counts: z
    .array(z.object({ type: z.enum(GRANTED), count: z.number().int() }))
    .describe("Kinds without any are left out."),
  data: z.array(grant).describe("With `server_id`: at most 100 of each kind."),
});
export type ServerGrants = z.output<typeof serverGrants>;

/** What became of an attempt to list a server's tools. */
export const serverTest = z.object({
  ok: z.boolean(),
  reason: z.string().nullable().describe("Why it could not be listed."),
  protocol: z.string().nullable(),
  duration_ms: z.number(),
  tools: z.array(
    z.object({
      tool: z.string(),
      tier: z.enum(["read", "write"]).describe("`read`: the server says that it changes nothing."),
      fault: z.string().nullable().describe("Why it looks dangerous."),
    }),
  ),
});
export type ServerTest = z.output<typeof serverTest>;
