export interface WildcardCase {
  readonly because: string;
  readonly pattern: string;
  readonly name: string;
  /** What each `*` matches; undefined if the name does not match. */
  readonly captures: readonly string[] | undefined;
}

type Row = readonly [pattern: string, name: string, captures: readonly string[] | undefined];

const table: Readonly<Record<string, readonly Row[]>> = {
  "a pattern without stars matches only itself": [
    ["gpt-4o", "gpt-4o", []],
    ["gpt-4o", "gpt-4", undefined],
    ["gpt-4o", "gpt-4o-mini", undefined],
    ["gpt-4o", " gpt-4o", undefined],
    ["gpt-4o", "", undefined],
    ["", "", []],
    ["", "a", undefined],
  ],
  "a star alone matches everything": [
    ["*", "", [""]],
    ["*", "anything/at all", ["anything/at all"]],
    ["*", "*", ["*"]],
    ["*", "line\nbreak", ["line\nbreak"]],
  ],
  "a prefix pattern matches names that begin with it": [
    ["openai/*", "openai/gpt-4o", ["gpt-4o"]],
    ["openai/*", "xopenai/gpt", undefined],
    ["openai/*", "openai", undefined],
    ["openai/gpt-*", "openai/gpt-4o", ["4o"]],
    ["openai/gpt-*", "openai/o3", undefined],
    ["openai/ft:*", "openai/ft:gpt-4o:acme::1", ["gpt-4o:acme::1"]],
  ],
  "a suffix pattern matches names that end with it": [
    ["*-mini", "gpt-4o-mini", ["gpt-4o"]],
    ["*-mini", "gpt-4o-mini-2", undefined],
    ["*-mini", "-mini", [""]],
    ["*-mini", "mini", undefined],
    ["*-mini", "a-mini-mini", ["a-mini"]],
  ],
  "prefix and suffix never share a character": [
    ["a*a", "a", undefined],
    ["a*a", "aa", [""]],
    ["ab*ba", "aba", undefined],
    ["openai/*/openai/", "openai/openai/", undefined],
  ],
  "several stars match greedily from the left": [
    ["fo::*:static::*", "fo::x:static::y", ["x", "y"]],
    ["fo::*:static::*", "fo::x:static::y:static::z", ["x:static::y", "z"]],
    ["fo::*:static::*", "fo::x:statik::y", undefined],
    ["*/*", "a/b/c", ["a/b", "c"]],
    ["*/*/*", "a/b/c/d", ["a/b", "c", "d"]],
    ["a*b*c", "abbbc", ["bb", ""]],
    ["*b*", "abab", ["aba", ""]],
    ["*aXa*", "aXaXa", ["aX", ""]],
  ],
  "repeated separators match as well": [
    ["*-*", "a--b", ["a-", "b"]],
    ["*--*", "a---b", ["a-", "b"]],
    ["a::*", "a:::b", [":b"]],
    ["*:*", "::", [":", ""]],
    ["*//*", "a/b", undefined],
    ["*//*", "a///b", ["a/", "b"]],
  ],
  "captures may be empty": [
    ["openai/*", "openai/", [""]],
    ["fo::*:static::*", "fo:::static::", ["", ""]],
    ["a*b", "ab", [""]],
    ["*/*", "/", ["", ""]],
  ],
  "the first of two adjacent stars matches everything": [
    ["**", "ab", ["ab", ""]],
    ["a**b", "axyb", ["xy", ""]],
    ["***", "", ["", "", ""]],
  ],
  "upper and lower case are different": [
    ["OpenAI/*", "openai/gpt", undefined],
    ["openai/*", "openai/GPT", ["GPT"]],
    ["*-MINI", "gpt-mini", undefined],
  ],
  "/, :, . and + are characters like any other": [
    ["openai/*", "openai/ft/my:model+1.5", ["ft/my:model+1.5"]],
    ["a.b", "axb", undefined],
    ["a.*", "abc", undefined],
    ["a+*", "aab", undefined],
    ["a+*", "a+b", ["b"]],
    ["a:*", "a:b:c", ["b:c"]],
  ],
  "characters with a meaning in regular expressions are plain text": [
    ["(.*)+$", "(xx)+$", undefined],
    ["(.*)+$", "(.xx)+$", ["xx"]],
    ["[a-z]*", "b", undefined],
    ["[a-z]*", "[a-z]1", ["1"]],
    ["^*$", "^x$", ["x"]],
    ["\\*", "\\d", ["d"]],
    ["?*", "ab", undefined],
    ["{a,b}*", "a1", undefined],
  ],
  "letters of every script match": [
    ["modèle-*", "modèle-été", ["été"]],
    ["模型/*", "模型/大", ["大"]],
    ["*-😀", "a-😀", ["a"]],
    ["*😀*", "a😀b😀c", ["a😀b", "c"]],
    ["نموذج/*", "نموذج/كبير", ["كبير"]],
  ],
  "two encodings of one letter are different": [
    ["mode\u0301le-*", "mod\u00e9le-1", undefined],
    ["\u212a*", "K1", undefined],
    ["stra\u00dfe*", "strasse1", undefined],
  ],
};

/** The `*` dialect by example: each sentence with the patterns, names and captures that show it. */
export const WILDCARD_CASES: readonly WildcardCase[] = Object.entries(table).flatMap(([because, rows]) =>
  rows.map(([pattern, name, captures]) => ({ because, pattern, name, captures })),
);
