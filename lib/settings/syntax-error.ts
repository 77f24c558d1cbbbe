import type { ErrorCode } from "yaml";
import type { FindingNumber } from "@/lib/config/finding";

interface Explanation {
  readonly number: FindingNumber;
  readonly message: string;
  readonly fix?: string;
}

/** Explains a syntax error in our own words: the parser's may quote the file, secrets included. */
export function explainSyntaxError(code: ErrorCode): Explanation {
  switch (code) {
    case "TAB_AS_INDENT":
      return { number: "C005", message: "a tab is used for indentation", fix: "indent with spaces" };
    case "MULTIPLE_DOCS":
      return { number: "C007", message: "a second YAML document begins here", fix: "remove the --- line" };
    case "RESOURCE_EXHAUSTION":
      return { number: "C008", message: "the file is nested too deeply" };
    case "TAG_RESOLVE_FAILED":
    case "BAD_COLLECTION_TYPE":
    case "MULTIPLE_TAGS":
    case "NON_STRING_KEY":
      return {
        number: "C009",
        message: "YAML tags (`!...`) are not supported",
        fix: "remove the tag; put a value that begins with ! in quotes",
      };
    case "DUPLICATE_KEY":
      return { number: "C006", message: "a key is given twice", fix: "keep one of the two" };
    case "BAD_INDENT":
      return {
        number: "C004",
        message: "the indentation does not fit the lines above, or a bracket is not closed",
        fix: "line the keys of a mapping up in one column",
      };
    case "MISSING_CHAR":
      return {
        number: "C004",
        message: "something is missing here: a closing quote, a colon or a comma",
        fix: "close the quotes; write `key: value`",
      };
    case "MULTILINE_IMPLICIT_KEY":
    case "KEY_OVER_1024_CHARS":
      return {
        number: "C004",
        message: "this line is neither `key: value` nor a list entry",
        fix: "put a colon and a space after the key",
      };
    case "BLOCK_AS_IMPLICIT_KEY":
      return {
        number: "C004",
        message: "there is a second `: ` on one line",
        fix: "put the value in quotes, or the inner key on its own line",
      };
    case "BAD_SCALAR_START":
      return { number: "C004", message: "a value cannot begin with this character", fix: "put the value in quotes" };
    case "BAD_DQ_ESCAPE":
      return {
        number: "C004",
        message: "an unknown escape in double quotes",
        fix: "use single quotes, or double the backslash",
      };
    case "BAD_ALIAS":
    case "ALIAS_PROPS":
    case "MULTIPLE_ANCHORS":
      return {
        number: "C004",
        message: "an anchor (`&`) or alias (`*`) is not well formed",
        fix: "if it is meant as text, put it in quotes",
      };
    case "BAD_DIRECTIVE":
    case "BAD_PROP_ORDER":
    case "BLOCK_IN_FLOW":
    case "IMPOSSIBLE":
    case "UNEXPECTED_TOKEN":
      return {
        number: "C004",
        message: "this is not valid YAML here",
        fix: "check the quotes, brackets and indentation of this line and the one above",
      };
  }
}
