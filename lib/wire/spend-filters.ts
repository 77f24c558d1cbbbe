import { z } from "zod";
import { ENTITY_KINDS } from "@/lib/entity-type";
import { parseInstant } from "@/lib/time/period";
import { isTimeZone } from "@/lib/time/time-zone";
import { FILTER_COLUMNS, type FilterColumn } from "@/lib/calls/columns";
import type { ValueOf } from "./spend";

/** The kinds of entity that spend can be reported by, under their names in `group_by`. */
export const SUBJECTS = {
  team: ENTITY_KINDS.team,
  user: ENTITY_KINDS.user,
  key: ENTITY_KINDS.key,
  organization: ENTITY_KINDS.organization,
  end_user: ENTITY_KINDS.end_user,
  tag: ENTITY_KINDS.tag,
  requested_model: ENTITY_KINDS.model,
  issuer: ENTITY_KINDS.issuer,
  mcp_server: ENTITY_KINDS.mcp_server,
};
export type SubjectName = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = [
  "team",
  "user",
  "key",
  "organization",
  "end_user",
  "tag",
  "requested_model",
  "issuer",
  "mcp_server",
] as const satisfies readonly SubjectName[];

const id = z.string().min(1).max(512);
/** Filters by the whole value of a column. */
const equalFilters = Object.fromEntries(
  FILTER_COLUMNS.map(({ name, choices, filter }) => {
    const value: z.ZodType = choices ? z.enum(choices) : id;
    const schema = value.optional();
    return [name, filter?.says === undefined ? schema : schema.describe(filter.says)];
  }),
) as { [Column in FilterColumn as Column["name"]]: z.ZodOptional<z.ZodType<ValueOf<Column>>> };

/** The filters that reports and lists of calls share. */
export const subjectFilters = {
  team_id: id.optional(),
  user_id: id.optional(),
  key_id: id.optional(),
  organization_id: id.optional(),
  end_user_id: id.optional(),
  tag: id.optional(),
  requested_model: equalFilters.requested_model,
  issuer: equalFilters.issuer,
  mcp_server: equalFilters.mcp_server,
};
const dayOrInstant = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: "expected a day such as 2026-11-21, or a time such as 2026-11-21T07:55:00Z",
});
export const periodInputs = {
  start_date: dayOrInstant.optional().describe("Included: a UTC day or an instant"),
  end_date: dayOrInstant.optional().describe("A UTC day, which is included, or an instant, which is not"),
};
/** The name of a time zone in the IANA database. */
export const timeZone = z.string().max(64).refine(isTimeZone, {
  error: "expected the name of a time zone such as Europe/Berlin, or UTC",
});
/** The filters of every list of calls. */
export const callFilters = {
  ...equalFilters,
  request_id: id.optional().describe("The `x-request-id` of the answer"),
  any_id: id
    .optional()
    .describe("Any of the ids of a call: `call_id`, `request_id`, `upstream_request_id`, `trace_id`"),
  ...subjectFilters,
  model: id.optional().describe("The upstream's name, or a pattern with `*`"),
  ...periodInputs,
};
