import { expect, test } from "vitest";
import { configFile } from "@/lib/config/schema";
import { toolAddress } from "./tool-address";

const { mcp_servers: file } = configFile.parse({
  mcp_servers: {
    files: { url: "http://127.0.0.1:9/files", access_groups: ["code"] },
    github: { url: "http://127.0.0.1:9/github", access_groups: ["code"], alias: "gh" },
    weather: { url: "http://127.0.0.1:9/weather" },
  },
});
const mcpServers = Object.entries(file).map(([name, entry]) => ({ ...entry, name }));
const settings = { mcpServers, mcpAliases: { repos: "github" } };

const CASES: readonly (readonly [
  title: string,
  named: string | undefined,
  header: string | string[] | undefined,
  only: string | undefined,
  servers: readonly string[],
])[] = [
  ["no path leads to all", undefined, undefined, undefined, ["files", "github", "weather"]],
  ["an empty path leads nowhere", "", undefined, undefined, []],
  ["a name leads to its server alone", "github", undefined, "github", ["github"]],
  ["so does an alias of the server", "gh", undefined, "github", ["github"]],
  ["so does an alias of the settings", "repos", undefined, "github", ["github"]],
  ["an unknown name is kept, for a refusal that names it", "none", undefined, "none", []],
  ["several lead to those, in the order of the settings", "weather, files", undefined, undefined, ["files", "weather"]],
  ["a group leads to its servers", "code", undefined, undefined, ["files", "github"]],
  ["a header narrows a path", "code", "gh,weather", undefined, ["github"]],
  ["a header narrows the absence of one", undefined, ["files", "repos"], undefined, ["files", "github"]],
  ["an empty header leaves nothing", undefined, "", undefined, []],
];

test.each(CASES)("%s", (_, named, header, only, servers) => {
  for (let time = 0; time < 2; time++) {
    const address = toolAddress(settings, named, header);
    expect([address.only, address.servers.map(({ name }) => name)]).toEqual([only, servers]);
  }
});

test("other settings lead elsewhere, and the same ones to the same object", () => {
  const [first] = mcpServers;
  const fewer = { ...settings, mcpServers: first ? [first] : [] };
  expect(toolAddress(settings, "code", undefined)).toBe(toolAddress(settings, "code", undefined));
  expect(toolAddress(fewer, "code", undefined).servers.map(({ name }) => name)).toEqual(["files"]);
});
