import { expect, test } from "vitest";
import { issuerEntry, type IssuerEntry } from "@/lib/config/schema";
import { opaqueIssuerOf } from "./opaque-issuer";

const introspection = { client_id: "gateway", client_secret: "secret" };

function entry(name: string, fields: Record<string, unknown>): IssuerEntry {
  return issuerEntry.parse({ issuer: name, jwks_url: "https://keys.example", ...fields });
}

const open = entry("open", { introspection });
const plain = entry("plain", {});
const short = entry("short", { introspection, token_prefix: "pp_" });
const long = entry("long", { userinfo: true, token_prefix: "pp_at_" });
const off = entry("off", { userinfo: false });

test.each<[token: string, issuers: readonly IssuerEntry[], asked: string | undefined, because: string]>([
  ["ya29.a0Af_x-y", [plain, open], "open", "the only issuer that takes opaque tokens is asked"],
  ["ya29.a0Af_x-y", [plain, off], undefined, "nobody takes opaque tokens"],
  ["ya29.a0Af_x-y", [open, entry("other", { userinfo: true })], undefined, "two issuers would take it"],
  ["pp_123", [open, short, long], "short", "its prefix fits"],
  ["pp_at_123", [open, short, long], "long", "the longest prefix wins"],
  ["qq_123", [open, short, long], "open", "no prefix fits, and one issuer takes the others"],
  ["qq_123", [short, long], undefined, "no prefix fits"],
  ["sk-123", [open, entry("odd", { introspection, token_prefix: "sk-" })], undefined, "it is a key of the gateway"],
  ["a b", [open], undefined, "no token has a blank"],
  ["töken", [open], undefined, "no token has such a letter"],
  ["=abc", [open], undefined, "padding comes last"],
  ["x".repeat(4_096), [open], "open", "it is as long as a token may be"],
  ["x".repeat(4_097), [open], undefined, "it is too long"],
])("for the token %.12s of %# the right issuer is asked", (token, issuers, asked, because) => {
  expect(opaqueIssuerOf(token, issuers)?.issuer, because).toBe(asked);
});
