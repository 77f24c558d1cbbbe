import { expect, test } from "vitest";
import type { ServerGrants } from "@/lib/wire/tools/server-state";
import { grantPhrase } from "./grant-words";

test.each<[string | undefined, boolean, ServerGrants["counts"]]>([
  ["Every key and token", true, [{ type: "team", count: 1 }]],
  [undefined, false, []],
  ["1 team", false, [{ type: "team", count: 1 }]],
  [
    "2 teams and 1 role",
    false,
    [
      { type: "role", count: 1 },
      { type: "team", count: 2 },
    ],
  ],
  [
    "1 organisation, 1,200 keys and 3 scopes",
    false,
    [
      { type: "key", count: 1200 },
      { type: "scope", count: 3 },
      { type: "organization", count: 1 },
    ],
  ],
])("a server is granted to: %s", (phrase, isOpen, counts) => {
  expect(grantPhrase({ allow_all_keys: isOpen, counts })).toBe(phrase);
});
