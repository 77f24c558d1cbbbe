import { expect, test } from "vitest";
import { formatPath } from "@/lib/config/finding";
import { issuerEntry } from "@/lib/config/schema";
import { toolSignInFaults } from "./tool-sign-in-checks";

const oauth = { mcp_oauth: { client_id: "gateway" } };

test.each<[because: string, entry: object, common: readonly string[] | undefined, findings: string[]]>([
  ["it is not given", {}, undefined, []],
  ["the issuer has an audience", { ...oauth, audience: "gateway" }, undefined, []],
  ["all issuers have one", oauth, ["gateway"], []],
  ["nobody names an audience", oauth, undefined, ["C270 issuers.0.mcp_oauth"]],
  ["the audience is not checked", { ...oauth, audience: "none" }, ["gateway"], ["C270 issuers.0.mcp_oauth"]],
  [
    "the tenant is not known",
    { ...oauth, issuer: "https://login.example/{tid}", required_claims: { tid: ["a", "b"] } },
    ["gateway"],
    ["C270 issuers.0.mcp_oauth"],
  ],
])("of mcp_oauth the check finds %s", (_because, entry, common, findings) => {
  const read = issuerEntry.parse({ issuer: "https://id.example", ...entry });
  const found = toolSignInFaults(read, common, ["issuers", 0]);
  expect(found.map(({ number, path }) => `${number} ${formatPath(path)}`)).toEqual(findings);
});
