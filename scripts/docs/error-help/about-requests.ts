import type { ErrorHelp } from "./help";

/** Codes for requests that are wrong in themselves, whoever sends them. */
export const ABOUT_REQUESTS = {
  invalid_request: {
    cause:
      "A member, header or path of the request is missing, has the wrong type, or asks for something that the model's provider cannot do. `error.param` names it.",
    cure: "Correct what `error.param` names. Remove a parameter that the provider does not accept, or have `drop_params: true` set on the model's entry ([Parameters](parameters.md)).",
    who: ["caller", "administrator"],
    example: "messages must be a list of messages.",
  },
  invalid_json: {
    cause: "The body is not JSON.",
    cure: "Send valid JSON with `Content-Type: application/json`. Look for a proxy in between that cuts or rewrites bodies.",
    who: ["caller"],
    example: "The body is not valid JSON.",
  },
  loop_detected: {
    cause: "The call has already passed several gateways, and this one would send it on to another.",
    cure: "Look at the `api_base` of the model's entry: it probably leads back to this gateway, or to one that calls it.",
    who: ["administrator"],
    example:
      "The call has passed 5 gateways before this one and goes no further: the api_base of a model probably leads back to a gateway that the call came from.",
  },
  payload_too_large: {
    cause: "The body, after decompression, is longer than `max_request_bytes` in `general_settings`.",
    cure: "Send less, or have `max_request_bytes` raised.",
    who: ["caller", "operator"],
    example: "The body is larger than 33554432 bytes once it is unpacked.",
  },
  uri_too_long: {
    cause: "The path and the query are together longer than 8 KiB.",
    cure: "Move long values into the body, or ask for fewer ids at once.",
    who: ["caller"],
    example: "The path and the query are longer than 8192 bytes.",
  },
  expectation_failed: {
    cause: "The request has an `Expect` header other than `100-continue`.",
    cure: "Leave the header out.",
    who: ["caller"],
    example: "The only expectation that can be met is 100-continue.",
  },
  headers_too_large: {
    cause: "The headers are too many, or too long together. A token with hundreds of groups is the usual reason.",
    cure: "Let the identity provider write fewer claims into the token; the provider's page under [Identity providers](../providers/README.md) says how.",
    who: ["administrator"],
    example: "The headers of the request are too large.",
  },
  unsupported_media_type: {
    cause: "The route does not read bodies of this content type or content coding.",
    cure: "Send JSON, or a multipart form where the route takes files. A body may be compressed once, by gzip, br or zstd.",
    who: ["caller"],
    example: "This route takes JSON: the content type must be application/json.",
  },
  request_timeout: {
    cause: "The request did not arrive in time.",
    cure: "Send it again. If it happens often, look at the network between the client and the gateway.",
    who: ["caller"],
    example: "The request did not arrive in time.",
  },
  not_found: {
    cause: "The path is not one of the gateway's, or nothing that the caller may see has this id.",
    cure: "Compare the path with the [API](api.md). Clients need the gateway's address with `/v1`; some add `/v1` themselves.",
    who: ["caller"],
    example: "There is no route POST /v1/chat/completion.",
  },
  content_not_found: {
    cause:
      "The call's content is not kept: neither its team nor its key [has opted in](../guides/content.md), its caller declined, it was dropped or has expired, or the caller may not see the call.",
    cure: "Look at `content` in the call's row, which names the reason. To keep content from now on, set `log_content` of the team or the key.",
    who: ["caller", "administrator"],
    example: "There is no call with this id that you may see and whose content is kept.",
  },
  method_not_allowed: {
    cause: "The path exists, but not with this method.",
    cure: "Use a method that the `Allow` header names.",
    who: ["caller"],
    example: "/v1/chat/completions takes POST.",
  },
  already_exists: {
    cause: "Something with this id exists already.",
    cure: "Choose another id, or update the one that exists.",
    who: ["administrator"],
    example: "There is already a model with this id; choose another or leave it out.",
  },
  revision_conflict: {
    cause: "The settings have changed since the revision that the change was based on.",
    cure: "Read the settings again, repeat the change on the newer revision, and save it.",
    who: ["administrator"],
    example: "The settings were changed meanwhile.",
  },
  in_use: {
    cause: "Something else still needs what was to be replaced or deleted. The message names it.",
    cure: "Change what the message names first.",
    who: ["administrator"],
    example: "WEBHOOK_SECRET is set, so no secret is generated.",
  },
  would_lock_out: {
    cause: "After this change, the administrator who makes it could no longer administer the gateway.",
    cure: "Keep yourself in the rule, or send `force: true` if you mean it. The master key can undo it.",
    who: ["administrator"],
    example:
      "This change would lock you out: you could no longer call the management API. Nothing was changed; send force: true to do it anyway.",
  },
  changed_meanwhile: {
    cause: "`If-Match` names a version that is no longer the current one.",
    cure: "Merge the two versions, which are in `error.details`, and repeat the request with the newer `ETag`.",
    who: ["administrator"],
    example: "This was changed meanwhile, and nothing is overwritten.",
  },
  policy_test_failed: {
    cause: "A [policy test](../guides/policy-tests.md) would fail under the new settings, so they were not saved.",
    cure: "Correct the change, or the test if its expectation is out of date.",
    who: ["administrator"],
    example: "A policy test would fail, so nothing was saved.",
  },
  model_not_found: {
    cause:
      "No entry of the model list has this name or a pattern that matches it. Callers get this code only for names that their rights cover.",
    cure: "Compare the name with `GET /v1/models`. An administrator can add an entry, or a wildcard such as `openai/*`, in *Models*.",
    who: ["caller", "administrator"],
    example: 'The model "gpt-9" does not exist.',
  },
} as const satisfies Readonly<Record<string, ErrorHelp>>;
