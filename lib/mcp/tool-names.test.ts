import fc from "fast-check";
import { expect, test } from "vitest";
import { joinedName, splitName } from "@/lib/tool-name";
import { joinedUri, nameFault, SERVER_NAME, splitUri } from "./tool-names";

test.each([
  ["github-create_issue", { server: "github", tool: "create_issue" }],
  ["github-list-all-issues", { server: "github", tool: "list-all-issues" }],
  ["github", undefined],
  ["-tool", undefined],
  ["github-", undefined],
  ["", undefined],
])("%s is split at its first hyphen", (name, expected) => {
  expect(splitName(name)).toEqual(expected);
});

test("a joined name names its server and its tool, and nobody else's", () => {
  const server = fc.stringMatching(SERVER_NAME);
  fc.assert(
    fc.property(server, fc.string({ minLength: 1 }), (name, tool) => {
      expect(splitName(joinedName({ server: name, tool }))).toEqual({ server: name, tool });
    }),
  );
});

test.each([
  ["github", undefined],
  ["files_2.old", undefined],
  ["git-hub", "has a hyphen, which separates a server from its tool in `server-tool`"],
  ["a b", "must have 1 to 64 letters, digits, dots or underscores"],
  ["a,b", "must have 1 to 64 letters, digits, dots or underscores"],
  ["", "must have 1 to 64 letters, digits, dots or underscores"],
  ["v1", "stands in a path of the gateway"],
  ["Console", "stands in a path of the gateway"],
  ["server", "stands in a path of the gateway"],
  ["..", "stands in a path of the gateway"],
])("the name %j of a server: %s", (name, fault) => {
  expect(nameFault(name)).toBe(fault);
});

test.each(["file:///a.txt", "a:b:c", "data:,x", "mcp+x:y"])("the URI %s comes back from its joined form", (uri) => {
  expect(splitUri(joinedUri("files", uri))).toEqual({ server: "files", uri });
});

test.each(["file:///a.txt", "mcp+files", ""])("%j is not a joined URI", (uri) => {
  expect(splitUri(uri)).toBeUndefined();
});
