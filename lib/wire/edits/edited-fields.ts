/**
 * The fields of records that an edit does not write. They may change beside an edit without making it out of date:
 * memberships by other operations and by tokens, spend by every call.
 */
const NOT_EDITED: ReadonlySet<string> = new Set([
  "created_at",
  "created_by",
  "updated_at",
  "spend",
  "budget",
  "calls",
  "nodes",
  "findings",
  "etag",
  "members_with_roles",
  "teams",
  "previous_keys",
]);

/**
 * The part of a record that an edit may write: what two people who edit it can disagree about. Of a key, its secret too
 * (`key_name`): a new one by somebody else must not be replaced unseen.
 */
export function editedFields(record: object): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) if (!NOT_EDITED.has(name)) fields[name] = value;
  return fields;
}
