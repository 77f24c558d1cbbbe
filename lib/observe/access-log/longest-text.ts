/** The longest text that a caller may put into an access line, in characters. */
export const LONGEST_TEXT = 512;
