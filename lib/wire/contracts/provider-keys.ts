import { z } from "zod";
import { defineContract } from "../contract";

const keyView = z.object({
  kid: z.string().nullable(),
  kty: z.enum(["RSA", "EC", "OKP"]),
  alg: z.string().nullable(),
  crv: z.string().nullable(),
  age_seconds: z.number().int().describe("Since this process first saw it."),
  tokens_seen: z.number().int().describe("Tokens this process verified with it."),
});
export type ProviderKey = z.output<typeof keyView>;

const providerView = z.object({
  url: z.string(),
  issuer: z.string().nullable().describe("The issuer its keys are pinned to, once known."),
  keys: z.array(keyView),
  fetched_at: z.string().nullable(),
  next_refresh_at: z.string().nullable().describe("From then on, the next token causes a fetch."),
  stale: z.boolean().describe("Older keys than the settings allow are served, as the provider is down."),
  usable: z.boolean(),
  last_error: z.string().nullable(),
});
export type IdentityProvider = z.output<typeof providerView>;

const providersView = z.object({
  node: z.string().describe("Each process has its own key sets."),
  data: z.array(providerView),
});
export type IdentityProviders = z.output<typeof providersView>;

const drillView = z.object({
  url: z.string(),
  reachable: z.boolean(),
  error: z.string().nullable(),
  added: z.array(keyView),
  removed: z.array(keyView),
  kept: z.array(keyView),
  recent_tokens: z.number().int().describe("Tokens verified recently with this provider's keys and still valid."),
  would_fail: z.number().int().describe("How many of them a removed key had signed."),
});
export type KeyDrill = z.output<typeof drillView>;

const address = z
  .string()
  .min(1)
  .max(2048)
  .describe("The address of the provider's keys, as `GET /provider/keys` shows it.");

/** `/provider/keys`: the public keys of the identity providers. */
export const providerKeyContracts = {
  show: defineContract({
    id: "provider.keys",
    method: "GET",
    path: "/provider/keys",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Show the identity providers' public keys as this process knows them",
    input: z.strictObject({}),
    output: providersView,
  }),
  refresh: defineContract({
    id: "provider.keys.refresh",
    method: "POST",
    path: "/provider/keys/refresh",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Fetch the keys of one provider, or of all, now and on every node; the answer shows what this process has then",
    input: z.strictObject({
      url: address
        .optional()
        .describe("The address of the provider's keys, as `GET /provider/keys` shows it; absent: every provider."),
    }),
    output: providersView,
  }),
  drill: defineContract({
    id: "provider.keys.drill",
    method: "POST",
    path: "/provider/keys/drill",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Fetch one provider's keys and say what would change, without using them",
    input: z.strictObject({ url: address }),
    output: drillView,
  }),
};
