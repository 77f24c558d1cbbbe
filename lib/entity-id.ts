/** The longest id of a team, user, organisation, end user or key, in UTF-16 code units. */
export const ENTITY_ID_MAX_LENGTH = 256;

/**
 * Whether a string can be an id: not empty, not too long, without control characters, and well-formed. A lone
 * surrogate would be stored as U+FFFD, so that two different claims could name one row.
 */
export function isEntityId(id: string): boolean {
  return id.length > 0 && id.length <= ENTITY_ID_MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id);
}

/** Characters that show nothing, break lines, or change the direction of the text around them (UAX #9, UAX #44). */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb]/u;

/** The unseen characters that names need: joiners, in Persian or emoji, and variation selectors. */
const OF_SCRIPTS = /[\u200c\u200d\ufe00-\ufe0f]/g;

/**
 * The flags of England, Scotland and Wales: a black flag and tag characters (UTS #51, RGI_Emoji_Tag_Sequence). Any
 * other sequence of tags has no picture, so it would be invisible text.
 */
const FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** Text of white space alone, which nobody could read. */
const BLANK = /^\s*$/;

/**
 * Whether a new row may have this id. It must hold nothing beyond what people read in a list, so that no two ids look
 * the same because of an invisible character. Existing rows keep their ids.
 */
export function isReadableId(id: string): boolean {
  return isEntityId(id) && !UNSEEN.test(id) && !BLANK.test(id);
}

/** Whether a row may have this alias or other name. */
export function isReadableName(name: string): boolean {
  return isEntityId(name) && isReadableId(name.replaceAll(FLAGS, "🏴").replaceAll(OF_SCRIPTS, ""));
}
