import type { z } from "zod";
import type { auditEventSchema } from "./audit-event";

type AuditEvent = Pick<z.infer<typeof auditEventSchema>, "entity_type" | "entity_id" | "before" | "after">;

/** The fields that name an entity of any kind, the best name first. */
const NAMES = [
  "key_alias",
  "team_alias",
  "user_alias",
  "user_email",
  "organization_alias",
  "alias",
  "model_name",
  "key_name",
  "name",
];

/** The name of what an event is about: as it was after the event, else before it, else the id. */
export function subjectName({ entity_type: type, entity_id: id, before, after }: AuditEvent): string {
  if (type === "config") return `Revision ${id}`;
  for (const state of [after, before]) {
    if (typeof state !== "object" || state === null) continue;
    const fields: Readonly<Record<string, unknown>> = { ...state };
    const name = NAMES.map((field) => fields[field]).find((value) => typeof value === "string" && value !== "");
    if (typeof name === "string") return name;
    // A price has no name: it is called by its model.
    const { provider, model } = fields;
    if (typeof provider === "string" && typeof model === "string") return `${provider}/${model}`;
  }
  return id;
}
