import { z } from "zod";
import { COOLDOWN_REASONS } from "@/lib/router/cooldown";
import { defineContract } from "../../contract";
import { entityId, flagInput } from "../../fields";

const time = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .optional();

/** What can happen, by kind. */
const INCIDENT_KINDS = {
  failures: "A deployment failed again and again.",
  cooldown: "A deployment got no calls, because it was on cooldown.",
  settings: "Access settings were saved or rolled back.",
  deployment: "An entry of the model list came, went or changed.",
  block: "A team, a user, a key or an end user was blocked.",
  release: "One of these was unblocked.",
  node: "A process that serves now was started.",
} as const;
const KINDS = Object.entries(INCIDENT_KINDS).map(([name, meaning]) => `\`${name}\`: ${meaning}`);
/** How many moments of each source an answer holds at most. */
export const MOST_MOMENTS = 100;

const impact = z.object({
  failed_attempts: z.number().int(),
  attempts: z.number().int().describe("All of the minutes in which some failed, without those whose caller hung up."),
  lost_calls: z.number().int().describe("Failed attempts that no other followed, so that the caller got an error."),
  lost_callers: z
    .number()
    .int()
    .nullable()
    .describe("Users, keys or teams whose calls were lost, by the calls that are booked; null: not looked up."),
  taken_over_by: z
    .array(
      z.object({
        deployment: z.string().describe("Its id."),
        name: z.string().nullable().describe("Its `model_name`; null: it is gone."),
        upstream_model: z.string().nullable(),
        calls: z.number().int(),
      }),
    )
    .describe(
      "What served calls that had failed there, by the latest calls that are booked; at most three. Empty too where that is not looked up.",
    ),
});
export type IncidentImpact = z.output<typeof impact>;

const moment = z.object({
  kind: z.enum(Object.keys(INCIDENT_KINDS) as [keyof typeof INCIDENT_KINDS]).describe(KINDS.join(" ")),
  at: z.string().describe("When it happened or began."),
  until: z.string().nullable().describe("When it ended; null: it lasts, or has no length."),
  lasts: z.boolean(),
  entity_type: z.string().describe("`deployment`, `node`, or the type that the audit log has."),
  entity_id: z.string(),
  name: z.string().nullable().describe("What it is called; of a deployment its `model_name`."),
  upstream_model: z.string().nullable().describe("Of a deployment that is configured."),
  action: z.string().nullable().describe("What was done, as in the audit log."),
  actor: z.string().nullable().describe("Who did it."),
  event_id: z.number().nullable().describe("The event of the audit log."),
  reasons: z.array(z.enum(COOLDOWN_REASONS)).describe("Why a cooldown began."),
  nodes: z.array(z.string()).describe("Where a deployment was on cooldown."),
  version: z.string().nullable().describe("Of the node that started."),
  impact: impact.nullable().describe("What failures cost callers."),
});
export type IncidentMoment = z.output<typeof moment>;

const timeline = z.object({
  since: z.string(),
  until: z.string(),
  data: z.array(moment).describe(`The latest first; at most ${MOST_MOMENTS} of each source.`),
  truncated: z.boolean().describe("Whether earlier ones are left out."),
});
export type IncidentTimeline = z.output<typeof timeline>;

/** `/incidents/*` */
export const incidentContracts = {
  timeline: defineContract({
    id: "incidents.timeline",
    method: "GET",
    path: "/incidents/timeline",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary:
      "Show what failed beside what was changed: failures and cooldowns of the last 48 hours, saved settings, changed deployments, blocks, and starts of nodes",
    input: z.strictObject({
      start_date: time.describe("From this time; default: a day before the end"),
      end_date: time.describe("Before this time; default: now"),
      deployment: entityId.optional().describe("Only this deployment, by its id, and the settings"),
      impact: flagInput.describe("Whether lost callers and what took over are looked up; absent: they are"),
    }),
    output: timeline,
  }),
};
