import { describe, expect, test } from "vitest";
import { MODEL_CALL } from "@/lib/auth/access";
import { GatewayError } from "@/lib/errors";
import { readModelBody } from "@/lib/providers/model-body";
import { accessRequest } from "./access-request";

function endUser(family: "openai_routes" | "anthropic_routes", value: object): string | undefined {
  const request = { method: "POST", headers: {} } as Parameters<typeof accessRequest>[1];
  try {
    return accessRequest(
      { path: "/p", family, ...MODEL_CALL },
      request,
      readModelBody(Buffer.from(JSON.stringify({ model: "m", ...value }))),
    ).endUser;
  } catch (error) {
    if (error instanceof GatewayError) return `${error.code} ${error.options.param}`;
    throw error;
  }
}

describe("the end user that a body names", () => {
  test.each([
    ["openai_routes", { user: "u" }, "u"],
    ["openai_routes", { safety_identifier: "s" }, "s"],
    ["openai_routes", { user: "u", safety_identifier: "s" }, "u"],
    ["openai_routes", { user: "", safety_identifier: "s" }, "s"],
    ["openai_routes", { metadata: { user_id: "u" } }, undefined],
    ["openai_routes", { user: 7 }, undefined],
    ["openai_routes", { user: "x".repeat(257) }, "invalid_request user"],
    ["openai_routes", { safety_identifier: "\n" }, "invalid_request safety_identifier"],
    ["anthropic_routes", { metadata: { user_id: "u" } }, "u"],
    ["anthropic_routes", { user: "u" }, undefined],
    ["anthropic_routes", { metadata: null }, undefined],
    ["anthropic_routes", { metadata: { user_id: null } }, undefined],
    ["anthropic_routes", { metadata: { user_id: "x".repeat(257) } }, "invalid_request metadata.user_id"],
  ] as const)("the end user of a call of %s with the body %j is %s", (family, body, expected) => {
    expect(endUser(family, body)).toBe(expected);
  });
});
