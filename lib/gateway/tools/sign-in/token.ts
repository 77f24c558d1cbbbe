import { createHash } from "node:crypto";
import { askGrant, type GrantedTokens } from "@/lib/credentials/oauth/code-grant";
import { CredentialError } from "@/lib/credentials/source";
import { decideToken, type OAuthFault, type Sent, type TokenWish } from "@/lib/mcp/sign-in/decide";
import { isSpent, spendCode } from "@/lib/store/settings/spent-codes";
import type { Services } from "../../services";
import { isApplicationId } from "./applications";
import { returnAddress } from "./authorize";
import { openPart, sealPart } from "./sealing";
import { findProvider, requiredEntries, type SignInEntry } from "./sign-in-provider";

type TokenServices = Pick<Services, "settings" | "secrets" | "credentials" | "database" | "now" | "log">;

/** Tokens for an application (RFC 6749 §5.1). The access token is the provider's. */
export interface GivenTokens {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in?: number;
  readonly scope?: string;
  /** The provider's, sealed for this application: nobody else can use it here, and it is of no use elsewhere. */
  readonly refresh_token?: string;
}

type Wish = Exclude<TokenWish, OAuthFault>;

/**
 * `/token`: exchanges a code, once, or renews an access token, at the provider.
 * @throws GatewayError not_found without an issuer for it, directory_unavailable
 */
export async function giveTokens(services: TokenServices, sent: Sent): Promise<GivenTokens | OAuthFault> {
  const { settings, secrets, now, database } = services;
  const entries = requiredEntries(settings.current());
  const wish = decideToken(sent, {
    isKnown: sent["client_id"] !== undefined && isApplicationId(services, sent["client_id"]),
    code: openPart(secrets, "code", sent["code"]),
    refresh: openPart(secrets, "refresh", sent["refresh_token"]),
    now: now(),
  });
  if ("error" in wish) return wish;
  const entry = entries.find(({ issuer }) => issuer === wish.given.issuer);
  if (!entry) return { error: "invalid_grant", text: "The provider is not one of this gateway any more." };
  if (wish.kind === "refresh") return askProvider(services, entry, wish);
  const spent = createHash("sha256")
    .update(JSON.stringify([wish.given.issuer, wish.given.code]))
    .digest("base64url");
  // Providers end a sign-in whose code comes twice, so a second one is not shown to them.
  if (await isSpent(database, spent)) return AGAIN;
  const given = await askProvider(services, entry, wish);
  // Only codes that a provider has taken are noted: nobody else can fill the table.
  return "error" in given || (await spendCode(database, spent)) ? given : AGAIN;
}

const AGAIN: OAuthFault = { error: "invalid_grant", text: "The code has been used already." };

async function askProvider(services: TokenServices, entry: SignInEntry, wish: Wish): Promise<GivenTokens | OAuthFault> {
  const { credentials, log } = services;
  const { ports, limit } = credentials.options;
  let reason: string;
  try {
    const { client } = await findProvider(services, entry);
    const answer = await askGrant(ports, client, formOf(wish, entry), limit());
    if (answer.tokens) return tokensOf(services, wish, answer.tokens, answer.members);
    if (answer.error === "invalid_grant")
      return { error: "invalid_grant", text: "The provider does not take it: sign in again." };
    reason = [answer.status, answer.error].filter(Boolean).join(", ");
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    reason = error.message;
  }
  log.warn("tools.sign_in_failed", { issuer: entry.issuer, reason });
  return { error: "temporarily_unavailable", text: "The provider gives no tokens at the moment. Ask again later." };
}

function formOf({ kind, given }: Wish, { mcp_oauth: { resource } }: SignInEntry): Record<string, string | undefined> {
  const sent = { resource: resource === "send" ? given.resource : undefined };
  if (kind === "refresh") return { grant_type: "refresh_token", refresh_token: given.token, ...sent };
  const { code, verifier, address } = given;
  const own = { code, code_verifier: verifier, redirect_uri: returnAddress(address) };
  return { grant_type: "authorization_code", ...own, ...sent };
}

function tokensOf(
  { secrets }: Pick<Services, "secrets">,
  { given: { application, issuer, resource } }: Wish,
  { accessToken, refreshToken }: GrantedTokens,
  { expires_in: seconds, scope }: Readonly<Record<string, unknown>>,
): GivenTokens {
  return {
    access_token: accessToken,
    token_type: "Bearer",
    ...(typeof seconds === "number" && { expires_in: seconds }),
    ...(typeof scope === "string" && { scope }),
    ...(refreshToken !== undefined && {
      refresh_token: sealPart(secrets, "refresh", { application, issuer, resource, token: refreshToken }),
    }),
  };
}
