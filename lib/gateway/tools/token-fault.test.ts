import { expect, test } from "vitest";
import type { Claims } from "@/lib/auth/decision";
import { jwtAuth } from "@/lib/config/schema";
import { toolTokenFault } from "./token-fault";

const ISSUER = "https://id.example";
const OWN = "https://llm.example/sums/mcp";
const own = () => ["https://llm.example", OWN];
const CLIENTS = { mcp_allowed_clients: ["claude", "codex"] };

const CASES: [title: string, settings: Record<string, unknown>, claims: Claims | undefined, code?: string][] = [
  ["any accepted audience will do where none is named", {}, { aud: "gateway" }],
  ["a token without the named audience", { mcp_audience: "tools" }, { aud: "gateway" }, "invalid_audience"],
  ["a token without any", { mcp_audience: "tools" }, {}, "invalid_audience"],
  ["one of several audiences is the named one", { mcp_audience: "tools" }, { aud: ["gateway", "tools"] }],
  ["a part of the audience's name", { mcp_audience: "tools" }, { aud: "tools-of-others" }, "invalid_audience"],
  ["the address asked, instead of the named audience", { mcp_audience: "tools" }, { aud: OWN }],
  ["another address of the gateway", { mcp_audience: "tools" }, { aud: `${OWN}/x` }, "invalid_audience"],
  ["the address asked does not make an application known", CLIENTS, { aud: OWN, azp: "curl" }, "claim_not_accepted"],
  [
    "the claim that stands for the audience is compared",
    { mcp_audience: "tools", audience_claim: "resource" },
    { aud: "gateway", resource: "tools" },
  ],
  ["a listed application", CLIENTS, { azp: "codex" }],
  ["a listed application, as Okta names it", CLIENTS, { cid: "claude" }],
  ["another application", CLIENTS, { azp: "curl" }, "claim_not_accepted"],
  [
    "the application that a token names first counts",
    CLIENTS,
    { azp: "curl", client_id: "codex" },
    "claim_not_accepted",
  ],
  ["a token that names no application", CLIENTS, {}, "claim_not_accepted"],
  ["the named claim", { ...CLIENTS, mcp_client_id_jwt_field: "app.id" }, { azp: "curl", app: { id: "codex" } }],
  [
    "not another claim than the named one",
    { ...CLIENTS, mcp_client_id_jwt_field: "app.id" },
    { azp: "codex" },
    "claim_not_accepted",
  ],
  ["claims that are not kept are not held against a caller", { ...CLIENTS, mcp_audience: "tools" }, undefined],
];
test.each(CASES)("%s", (_, settings, claims, code) => {
  const inForce = { jwtAuth: jwtAuth.parse(settings), audiences: ["gateway"] };
  expect(toolTokenFault({ kind: "jwt", issuer: ISSUER }, claims, inForce, own)?.code).toBe(code);
  const ofIssuer = { jwtAuth: jwtAuth.parse({ issuers: [{ issuer: ISSUER, ...settings }] }), audiences: ["gateway"] };
  expect(toolTokenFault({ kind: "jwt", issuer: ISSUER }, claims, ofIssuer, own)?.code).toBe(code);
});

test("keys are not asked for an audience, and an issuer that checks none opens no tools", () => {
  const unchecked = { jwtAuth: jwtAuth.parse({ mcp_audience: "tools" }), audiences: [] };
  expect(toolTokenFault({ kind: "virtual-key", issuer: undefined }, undefined, unchecked, own)).toBeUndefined();
  expect(toolTokenFault({ kind: "jwt", issuer: ISSUER }, { aud: OWN }, unchecked, own)?.code).toBe("invalid_audience");
});
