import type { ErrorHelp } from "./help";

/** Codes for limits that are used up, and for what fails at the gateway or behind it. */
export const ABOUT_FAILURES = {
  budget_exceeded: {
    cause:
      "A budget of the key, user, team, organisation, end user or tag is used up, or the call might cost more than is left. The message names whose, and when it resets. The answer has `x-should-retry: false`.",
    cure: "Wait for the reset, ask for a smaller `max_tokens`, or have the budget raised ([Limits](../explain/limits.md)).",
    who: ["administrator", "caller"],
    example: 'The budget of the team "fraud" is used up.',
  },
  rate_limit_exceeded: {
    cause:
      "A limit of requests or tokens a minute, or of calls at once, is reached. The message names whose; `Retry-After` says when to try again.",
    cure: "Wait as long as `Retry-After` says, as OpenAI's and Anthropic's clients do automatically. If the limit is reached constantly, have it raised.",
    who: ["caller", "administrator"],
    example: 'The team "fraud" may send 60 requests a minute.',
  },
  internal_error: {
    cause: "A fault of the gateway. The log has the reason under the answer's `x-request-id`.",
    cure: "Send the request id to the operator; report it if the log does not explain it.",
    who: ["operator"],
    example: "Something went wrong in the gateway; its log has the reason.",
  },
  upstream_unreachable: {
    cause: "The gateway cannot connect to the upstream, or the connection broke before the answer.",
    cure: "Look at *Models* and at the provider's status page; `npm run doctor` tries every address. Behind a company proxy, check `HTTPS_PROXY` and `NO_PROXY`.",
    who: ["operator"],
    example: "The upstream cannot be reached, or the connection broke.",
  },
  upstream_access_refused: {
    cause: "The upstream refuses the gateway's own credential (401, 402, 403), or that credential cannot be fetched.",
    cure: "Replace or top up the credential of the model's entry; *Models* shows which one and why.",
    who: ["administrator"],
    example: "The upstream refuses the gateway's own key.",
  },
  upstream_invalid_response: {
    cause: "The upstream sent something that is not a valid answer in its dialect.",
    cure: "Check `api_base` and the prefix of `model` in the entry: an HTML page or another dialect is the usual reason.",
    who: ["administrator"],
    example: "The upstream's answer is not valid HTTP, or its encoding is broken.",
  },
  upstream_timeout: {
    cause:
      "The upstream did not begin to answer within `first_byte_timeout`, paused for longer than `idle_timeout`, or the whole call took longer than `timeout`.",
    cure: "Ask for less, stream the answer, or have the entry's `timeout` raised.",
    who: ["caller", "administrator"],
    example: "The upstream did not answer in time.",
  },
  no_healthy_deployment: {
    cause:
      "No deployment of the model can serve now: this node cannot use the entry, or the only deployment is on cooldown. With a cooldown the answer has `Retry-After`.",
    cure: "Look at *Models*: it names the deployment and what failed. A second deployment or a fallback keeps such a model up ([Routing](../explain/routing.md)).",
    who: ["administrator"],
    example: 'The only deployment of "gpt-4o" is on cooldown and is tried again in 12 s.',
  },
  auth_provider_unavailable: {
    cause: "The identity provider's keys cannot be fetched, and no cached key may be used any longer.",
    cure: "Restore the connection from the gateway to the provider. Virtual keys keep working meanwhile.",
    who: ["operator"],
    example: "The identity provider cannot be reached.",
  },
  directory_unavailable: {
    cause:
      "The database cannot be reached, or lacks disk, memory, connections or the right to write, and what this caller needs is not cached.",
    cure: "Restore the database; [Database](../explain/database.md) says what is served meanwhile. The log names the reason.",
    who: ["operator"],
    example: "The gateway's database cannot be reached.",
  },
  database_too_slow: {
    cause: "The database cancelled a report, list or change that took too long. Nothing was changed.",
    cure: "Ask for fewer days or a narrower filter, or try again later. With large data, [Analytics](../guides/analytics.md) answers reports.",
    who: ["caller", "operator"],
    example: "The gateway's database answers, but this took too long and was cancelled; nothing was changed.",
  },
  journal_unavailable: {
    cause: "The spend journal cannot be written, so that a call could be lost: usually a full disk.",
    cure: "Free space in the folder of `GATEWAY_DATA_DIR`. Calls are served again at once.",
    who: ["operator"],
    example: "The call cannot be recorded, so it is not served.",
  },
  content_unreadable: {
    cause: "The prompt and answer of the call were encrypted with a key that this node does not have, or are damaged.",
    cure: "Give the node the key that they were encrypted with, in `GATEWAY_ENCRYPTION_KEY_PREVIOUS` ([rotation](../operate/rotation.md)).",
    who: ["operator"],
    example: "The content of the call cannot be decrypted: another key.",
  },
  overloaded: {
    cause:
      "The bodies of calls in flight, of this caller or of all callers, have reached their memory limit. The answer has `Retry-After`.",
    cure: "Send fewer large bodies at once, or give the gateway more memory ([Sizes](../operate/sizes.md)).",
    who: ["caller", "operator"],
    example: "Too many large bodies of this caller are in flight.",
  },
  starting: {
    cause: "The gateway is starting and does not serve yet. The answer has `Retry-After`.",
    cure: "Wait. Let the load balancer ask `/health/readiness` first.",
    who: ["caller", "operator"],
    example: "The gateway is starting.",
  },
  shutting_down: {
    cause: "The gateway is stopping, and the time that running calls had is over.",
    cure: "Send the call again: another node, or the next process, serves it.",
    who: ["caller"],
    example: "The gateway is stopping, and its running calls were ended. Send it again.",
  },
} as const satisfies Readonly<Record<string, ErrorHelp>>;
