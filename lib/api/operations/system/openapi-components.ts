import { ERRORS } from "@/lib/errors";

/** The parts of the OpenAPI document that all operations share. */
export const OPENAPI_COMPONENTS = {
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer", description: "A JWT, a virtual key or the master key." },
    api_key: {
      type: "apiKey",
      in: "header",
      name: "x-api-key",
      description: "The same, as Anthropic's clients send it.",
    },
    azure_api_key: {
      type: "apiKey",
      in: "header",
      name: "api-key",
      description: "The same, as the clients of Azure OpenAI send it.",
    },
    google_api_key: {
      type: "apiKey",
      in: "header",
      name: "x-goog-api-key",
      description: "The same, as Google's clients send it.",
    },
  },
  headers: {
    "x-request-id": header("The caller's own, else the id of the call or of the refusal."),
    "x-upstream-request-id": header("The upstream's own id of the last attempt. Absent: it gave none."),
    "x-gateway-call-id": header("The id of the call in the spend log."),
    "x-gateway-decision-id": header("The id of the refusal, for `GET /auth/explain?id=`."),
    "x-gateway-cost": header("What the call cost, in dollars. Absent for streams, and where no price is known."),
    "x-gateway-deployment": header("The deployment that served the call."),
    "x-gateway-attempts": header("How many attempts the call took."),
    "x-gateway-fallback": header("The fallback model that served the call. Absent if the model asked for served it."),
    "x-gateway-dropped": header(
      "The parameters that the upstream did not get, by their names. Absent: it got all. At most 1 kB; `...` stands for the rest.",
    ),
    "x-gateway-price-state": header("`unpriced`: no price of the model is known."),
    "x-gateway-estimated": header("`true`: the count is the gateway's estimate."),
    "x-gateway-budget-warning": header("The kinds of payers whose soft budgets are exceeded."),
    "x-should-retry": header("`false` if trying again cannot help."),
    "retry-after": header("Seconds to wait before trying again."),
    etag: header("The version of what can be edited in the answer, for `If-Match`. Absent: nothing can."),
  },
  parameters: {
    IfMatch: {
      name: "If-Match",
      in: "header",
      required: false,
      description:
        "The `ETag` that the request is based on, or several: of each row that it deletes. If another version is in force, nothing is written. Absent or `*`: any version.",
      schema: { type: "string" },
    },
  },
  schemas: {
    AnyJson: { description: "Any JSON value." },
    Error: {
      type: "object",
      required: ["error"],
      properties: {
        type: { type: "string", const: "error", description: "Only on the routes in Anthropic's dialect." },
        request_id: { type: "string", description: "Only on the routes in Anthropic's dialect." },
        error: {
          type: "object",
          required: ["message", "type", "param", "code"],
          properties: {
            message: { type: "string" },
            type: { type: "string", enum: [...new Set(Object.values(ERRORS).map(([, type]) => type))] },
            param: { type: ["string", "null"] },
            code: { type: "string", enum: Object.keys(ERRORS) },
            details: {
              type: "object",
              description: "What programs may need to know of a refusal; by the code, and often absent.",
            },
          },
        },
      },
    },
    InvalidToken: {
      type: "object",
      required: ["error"],
      properties: { error: { type: "string", const: "Invalid JWT token" } },
      description: "The operator's `custom_validate` refused the token.",
    },
  },
  responses: {
    Refused: refusal("Refused.", [
      "x-request-id",
      "x-gateway-call-id",
      "x-gateway-decision-id",
      "x-should-retry",
      "retry-after",
    ]),
    ChangedMeanwhile: refusal(
      "Another version than that of `If-Match` is in force; `error.details` has both. Nothing was written.",
      ["x-request-id", "etag"],
    ),
    Failed: refusal("The gateway or an upstream failed.", [
      "x-request-id",
      "x-upstream-request-id",
      "x-gateway-call-id",
      "retry-after",
    ]),
  },
};

/** The headers of a model call's answer. */
export const CALL_HEADERS = [
  "x-request-id",
  "x-upstream-request-id",
  "x-gateway-call-id",
  "x-gateway-cost",
  "x-gateway-deployment",
  "x-gateway-attempts",
  "x-gateway-fallback",
  "x-gateway-dropped",
  "x-gateway-price-state",
  "x-gateway-budget-warning",
] as const;

/** References to shared headers by their names. */
export function headerReferences(names: readonly string[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string) {
  return { description, schema: { type: "string" } };
}

function refusal(description: string, headers: readonly string[]) {
  const schema = {
    anyOf: [{ $ref: "#/components/schemas/Error" }, { $ref: "#/components/schemas/InvalidToken" }],
  };
  return { description, headers: headerReferences(headers), content: { "application/json": { schema } } };
}
