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
/** What the filters by columns say that the table of columns does not describe. */
const FILTER_WORDS: Readonly<Record<string, string>> = {
  call_id: "Only the call with this id",
  status: "Only calls that ended like this",
  route: "Only calls of this route, without `/v1`",
  provider: "Only calls that this provider served",
  deployment: "Only calls that this deployment served, by the id of its entry",
  price_state: "Only calls that have a price, have none, or are free of charge",
};
/** Filters by the whole value of a column. */
const equalFilters = Object.fromEntries(
  FILTER_COLUMNS.map(({ name, choices, filter }) => {
    const value: z.ZodType = choices ? z.enum(choices) : id;
    const schema = value.optional();
    return [name, schema.describe(FILTER_WORDS[name] ?? filter?.says ?? "")];
  }),
) as { [Column in FilterColumn as Column["name"]]: z.ZodOptional<z.ZodType<ValueOf<Column>>> };

/** The filters that reports and lists of calls share. */
export const subjectFilters = {
  team_id: id.optional().describe("Only calls that this team pays for"),
  user_id: id.optional().describe("Only calls that this user pays for"),
  key_id: id.optional().describe("Only calls with this key, by its `token_id`"),
  organization_id: id.optional().describe("Only calls that this organisation pays for"),
  end_user_id: id.optional().describe("Only calls for this end user"),
  tag: id.optional().describe("Only calls with this tag"),
  requested_model: equalFilters.requested_model,
  issuer: equalFilters.issuer,
  mcp_server: equalFilters.mcp_server,
};
const dayOrInstant = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: "expected a day such as 2026-11-21, or a time such as 2026-11-21T07:55:00Z",
});
export const periodInputs = {
  start_date: dayOrInstant.optional().describe("The first day (UTC) or instant, which is included"),
  end_date: dayOrInstant
    .optional()
    .describe("The last day (UTC), which is included, or the instant before which calls count"),
};
/** The name of a time zone in the IANA database. */
export const timeZone = z.string().max(64).refine(isTimeZone, {
  error: "expected the name of a time zone such as Europe/Berlin, or UTC",
});
/** The filters of every list of calls. */
export const callFilters = {
  ...equalFilters,
  request_id: id.optional().describe("Only the call whose answer had this `x-request-id`"),
  any_id: id
    .optional()
    .describe("Only calls that have this id, as `call_id`, `request_id`, `upstream_request_id` or `trace_id`"),
  ...subjectFilters,
  model: id.optional().describe("Only calls of this model, by the upstream's name or a pattern with `*`"),
  ...periodInputs,
};
