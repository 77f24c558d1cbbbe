import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { MANAGEMENT } from "@/testing/gateway/management-nodes";
import { createLocalFeed } from "@/testing/gateway/local-feed";
import { composeTestServices } from "@/testing/gateway/test-services";
import { chosenSettings, testSettings } from "@/testing/gateway/test-settings";
import { dispatch } from "@/lib/api/dispatch";
import { NO_PRICES } from "@/lib/prices/price-catalog";
import { apiRequest } from "@/testing/gateway/api-request";

/** No database answers at this address: invalid input is refused before anything is read or written. */
const NO_DATABASE = "postgresql://127.0.0.1:1/none";
const settings = testSettings();
const { services, close } = await composeTestServices(
  { databaseUrl: NO_DATABASE },
  {
    changes: createLocalFeed(),
    settings: chosenSettings(() => settings),
    prices: { current: () => NO_PRICES, refresh: async () => {} },
  },
);
afterAll(close);

async function send(path: string, input: unknown): Promise<{ status: number; error: unknown }> {
  const method = MANAGEMENT.find((operation) => operation.path === path)?.method ?? "POST";
  const query = method === "GET" ? new URLSearchParams(input as Record<string, string>).toString() : "";
  const bytes = Buffer.from(JSON.stringify(input));
  const headers = { authorization: `Bearer ${settings.masterKey.reveal()}` };
  const reply = await dispatch(services, apiRequest({ method, path, query, headers, body: bytes }));
  return { status: reply.status, error: JSON.parse(String(reply.body)).error };
}

const ID = "must be 1 to 256 characters, none of them a control character";
const READABLE = "must hold no invisible characters, none that turn text around, and more than blanks";
const DURATION = "must be a whole number and a unit, such as 30s, 15m, 1h, 30d, 1w or 1mo";

describe("invalid input of the management operations", () => {
  test.each([
    ["/organization/new", { organization_id: "" }, "organization_id", ID],
    ["/organization/new", { organization_id: "o\u202e1" }, "organization_id", READABLE],
    ["/organization/new", { organization_alias: "Sales\u200b" }, "organization_alias", READABLE],
    ["/team/new", { team_id: "team\u2066red" }, "team_id", READABLE],
    ["/team/update", { team_id: "t1", team_alias: "\u200d" }, "team_alias", READABLE],
    ["/user/new", { user_id: "ad\u00admin" }, "user_id", READABLE],
    ["/user/update", { user_id: "u1", user_email: "ada\u200b@example.com" }, "user_email", READABLE],
    ["/customer/new", { user_id: "c\u200f1" }, "user_id", READABLE],
    ["/key/generate", { key_alias: "night\u202ely" }, "key_alias", READABLE],
    ["/model/new", { model_name: "gpt\u200b-4o", gateway_params: { model: "openai/gpt-4o" } }, "model_name", READABLE],
    ["/organization/new", { organization_alias: "a\nb" }, "organization_alias", ID],
    ["/organization/new", { max_budget: -1 }, "max_budget", "must be at least 0"],
    ["/organization/update", { organization_id: "o1", budget_duration: "1 year" }, "budget_duration", DURATION],
    ["/organization/update", { organization_id: "o1", rpm_limit: 1.5 }, "rpm_limit", "must be a whole number"],
    ["/organization/delete", { organization_ids: [] }, "organization_ids", "must have at least 1 item"],
    [
      "/organization/delete",
      { organization_ids: ["o1", 7] },
      "organization_ids.1",
      "must be a string, but is a number",
    ],
    ["/organization/list", { size: "501" }, "size", "must be at most 500"],
    ["/organization/list", { page: "0" }, "page", "must be at least 1"],
    ["/organization/list", { sort: "models" }, "sort", 'must be one of "created_at", "updated_at", "spend", "alias"'],
    ["/customer/new", { alias: "x" }, "user_id", "is required"],
    ["/customer/new", { user_id: "x".repeat(257) }, "user_id", ID],
    ["/customer/update", { user_id: "c1", blocked: "yes" }, "blocked", "must be true or false, but is a string"],
    ["/customer/block", {}, "user_ids", "send either user_id or user_ids"],
    ["/customer/block", { user_id: "c1", user_ids: ["c2"] }, "user_ids", "send either user_id or user_ids"],
    ["/customer/list", { blocked: "maybe" }, "blocked", 'must be one of "true", "false"'],
    ["/user/update", { user_alias: "x" }, "user_id", "is required"],
    ["/user/update", { user_id: "u1", models: [""] }, "models.0", ID],
    [
      "/user/update",
      { user_id: "u1", metadata: { deep: ["a\0b"] } },
      "metadata",
      "must not contain NUL characters or lone surrogates",
    ],
    ["/user/delete", { user_ids: ["u1"], cascade: "true" }, "cascade", "must be true or false, but is a string"],
    [
      "/team/delete",
      { team_ids: Array.from({ length: 101 }, (_, index) => `t${index}`) },
      "team_ids",
      "must have at most 100 items",
    ],
    ["/team/member_add", { team_id: "t1" }, "member", "is required"],
    ["/team/member_add", { team_id: "t1", member: { user_id: "" } }, "member.0.user_id", ID],
    [
      "/team/member_add",
      { team_id: "t1", member: [{ user_id: "u1" }, { user_id: "u1" }] },
      "member",
      "each user_id may appear only once",
    ],
    [
      "/team/member_add",
      { team_id: "t1", member: { user_id: "u1", role: "owner" } },
      "member.0.role",
      'must be one of "admin", "user"',
    ],
    ["/team/member_delete", { team_id: "t1", user_id: [] }, "user_id", "must have at least 1 item"],
    ["/key/update", { models: ["a"] }, "key", "is required"],
    ["/key/update", { key: "key_1", tpm_limit: 2 ** 31 }, "tpm_limit", "must be at most 2147483647"],
    ["/key/update", { key: "key_1", duration: "0h" }, "duration", DURATION],
    ["/key/regenerate", { key: "key_1", grace_period: "soon" }, "grace_period", DURATION],
    ["/key/regenerate", { key: "key_1", duration: null }, "duration", "must be a string, but is null"],
    ["/key/list", { expired: "1" }, "expired", 'must be one of "true", "false"'],
  ])("%s refuses %j and names the field and what it must be", async (path, input, param, message) => {
    const { status, error } = await send(path, input);
    expect({ status, error }).toEqual({
      status: 400,
      error: { message: `${param}: ${message}`, type: "invalid_request_error", param, code: "invalid_request" },
    });
  });

  test.each(MANAGEMENT.map(({ path, input }) => [path, input] as const))(
    "%s refuses fields that it does not know",
    (_, input) => {
      expect(z.toJSONSchema(input!, { io: "input", unrepresentable: "any" }).additionalProperties).toBe(false);
    },
  );
});
