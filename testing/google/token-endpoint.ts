import { createVerify, type KeyObject } from "node:crypto";

/** What Google's own clients sign for, whatever the address is that they ask. */
const GOOGLE = "https://oauth2.googleapis.com/token";

/** What a token endpoint answers. */
export interface TokenAnswer {
  readonly status: number;
  readonly json: object;
}

/** Tokens of the local Google: they are signed for, and end. */
export class TokenEndpoint {
  /** How often it was asked. */
  asked = 0;
  /** Seconds that a token lasts. */
  lifetime = 3600;
  /** Set to refuse everything. */
  isDown = false;
  readonly #ends = new Map<string, number>();

  constructor(
    readonly email: string,
    readonly key: KeyObject,
  ) {}

  /** Whether a header of a call has a token that has not ended. */
  accepts(authorization: string | undefined): boolean {
    const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
    return (this.#ends.get(token ?? "") ?? 0) > Date.now();
  }

  /** Ends every token that was given out. */
  revoke(): void {
    this.#ends.clear();
  }

  /** `audience`: its own address. */
  answer(form: URLSearchParams, audience: string): TokenAnswer {
    this.asked += 1;
    if (this.isDown) return { status: 503, json: { error: "unavailable" } };
    const fault = this.#faultOf(form, audience);
    if (fault !== undefined) return { status: 400, json: { error: "invalid_grant", error_description: fault } };
    const access_token = `ya29.local-${this.asked}`;
    this.#ends.set(access_token, Date.now() + this.lifetime * 1000);
    return { status: 200, json: { access_token, expires_in: this.lifetime, token_type: "Bearer" } };
  }

  /** Verified without a library: what signs and what checks must not share a mistake (RFC 7515 §5.2). */
  #faultOf(form: URLSearchParams, audience: string): string | undefined {
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return "unsupported grant_type";
    const [head = "", claims = "", signature = "", ...more] = (form.get("assertion") ?? "").split(".");
    const isSigned = createVerify("RSA-SHA256").update(`${head}.${claims}`).verify(this.key, signature, "base64url");
    if (!isSigned || more.length > 0) return "Invalid JWT Signature.";
    const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<
      string,
      unknown
    >;
    if (iss !== this.email) return "Invalid issuer";
    if (aud !== audience && aud !== GOOGLE) return "Invalid JWT: Failed audience check.";
    if (scope !== "https://www.googleapis.com/auth/cloud-platform") return "Invalid scope";
    const now = Date.now() / 1000;
    const isFresh =
      typeof iat === "number" && typeof exp === "number" && iat <= now + 60 && exp > now && exp <= iat + 3600;
    return isFresh ? undefined : "Invalid JWT: Token must be a short-lived token (60 minutes).";
  }
}
