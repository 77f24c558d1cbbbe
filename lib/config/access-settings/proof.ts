import { z } from "zod";
import { listOf } from "../bounded-lists";
import { ALGORITHMS } from "../algorithms";
import { microsoftGraph } from "../group-overage-settings";
import { serviceAccountMarker } from "../service-account-settings";
import { setting, text } from "./setting";

const seconds = z.number().finite().nonnegative();

/** YAML and JSON parsers round greater integers, so two different ones could become the same. */
const exactNumber = z.number().refine((number) => !Number.isInteger(number) || Number.isSafeInteger(number), {
  error: "is an integer beyond 2^53, which is rounded: put it in quotes if the tokens have it as a text",
});
const claimValue = z.union([z.boolean(), exactNumber, text, listOf(text).min(1)]);
export type RequiredClaim = z.infer<typeof claimValue>;

/** What every token must fulfil besides its signature and times. */
export const PROOF_SETTINGS = {
  audience_claim: setting(text, {
    group: "audience",
    editor: "claim",
    text: "Claim that is compared with the audiences instead of `aud`, such as `client_id` for Amazon Cognito.",
    more: "ID tokens are always compared by `aud`.",
    unset: "`aud`.",
  }),
  mcp_audience: setting(text, {
    group: "audience",
    editor: "text",
    text: "Audience that a token must name to open tools, unless it names the address of the tools or of the gateway.",
    more: "Such a token needs no other audience there. Keys are not asked for one.",
    unset: "every accepted audience opens tools.",
  }),
  mcp_allowed_clients: setting(listOf(text).min(1), {
    group: "audience",
    editor: { names: [] },
    text: "Ids of the applications whose tokens open tools.",
    more: "Keys are not asked for one.",
    unset: "those of every application.",
  }),
  mcp_client_id_jwt_field: setting(text, {
    group: "audience",
    editor: "claim",
    text: "Claim with the id of the application that a token was issued to, for `mcp_allowed_clients`.",
    unset: "the first of `azp`, `client_id`, `cid` and `appid` that the token has.",
  }),
  required_claims: setting(z.record(text, claimValue), {
    group: "audience",
    editor: "own",
    default: {},
    text: "Claims that every token must have, each with a value, a pattern with `*` or a list of them.",
    more: "For example `repository_owner: acme`. In a claim that is a list, one entry is enough.",
  }),
  algorithms: setting(listOf(z.enum(ALGORITHMS)).min(1), {
    group: "keys",
    editor: { names: ALGORITHMS },
    text: "Signature algorithms that tokens may have.",
    unset: "every RS, PS and ES algorithm, and EdDSA.",
  }),
  require_exp: setting(z.boolean(), {
    group: "keys",
    editor: "switch",
    default: true,
    text: "Refuses tokens without an expiry time.",
  }),
  clock_skew_seconds: setting(seconds.max(300), {
    group: "keys",
    editor: "number",
    default: 5,
    text: "By how many seconds the clocks of the gateway and the provider may differ, 300 at most.",
  }),
  public_key_ttl: setting(seconds, {
    group: "keys",
    editor: "number",
    default: 600,
    text: "Seconds for which a provider's public keys are used before they are fetched again.",
  }),
  public_key_stale_ttl: setting(seconds, {
    group: "keys",
    editor: "number",
    default: 3600,
    text: "Seconds for which public keys may be used after that while their provider is down.",
  }),
  allow_sender_constrained_tokens: setting(z.boolean(), {
    group: "keys",
    editor: "switch",
    default: false,
    text: "Accepts tokens that are bound to their sender (`cnf`: DPoP, mutual TLS) as plain bearer tokens. The gateway does not check the binding, so whoever steals such a token can use it.",
  }),
  service_accounts: setting(listOf(serviceAccountMarker), {
    group: "groups",
    editor: "own",
    text: "Claims that mark a service account's token; any one is enough. Name claims that no user can edit.",
    more: "Such a token needs no user and creates none, and its `azp`, `cid` or `appid` replaces a missing `client_id`. Empty: no token is a service account's.",
    unset:
      "`idtyp: app` (Entra ID), `gty: client-credentials` (Auth0), a `sub` that is the client's id (`client_id` or `cid`), and Keycloak's `client_id`.",
  }),
  group_overage: setting(z.enum(["refuse", "ignore", "graph"]), {
    group: "groups",
    editor: {
      choices: [
        { value: "refuse", label: "Refuse the call" },
        { value: "ignore", label: "No groups" },
        { value: "graph", label: "Ask Microsoft Graph" },
      ],
    },
    default: "refuse",
    text: "What to do with a token that leaves its groups out because they are too many (Entra ID, above 200).",
    more: "`refuse` refuses the call, `ignore` treats the caller as in no group, `graph` asks Microsoft Graph.",
  }),
  microsoft_graph: setting(microsoftGraph, {
    group: "groups",
    editor: "own",
    text: "How Microsoft Graph is asked, for `group_overage: graph`.",
  }),
};
