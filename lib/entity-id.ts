/** The longest id of a team, user, organisation, end user or key, in UTF-16 code units. */
export const ENTITY_ID_MAX_LENGTH = 256;

/**
 * Whether a string can be an id: not empty, not too long, without control characters, and well-formed. A lone
 * surrogate would be stored as U+FFFD, so that two different claims could name one row.
 */
export function isEntityId(id: string): boolean {
  return id.length > 0 && id.length <= ENTITY_ID_MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id);
}
