/** The public members of a JSON Web Key that the gateway keeps (RFC 7517 §4). Private members are never read. */
export interface PublicJwk {
  readonly kty: "RSA" | "EC" | "OKP";
  readonly kid?: string;
  readonly alg?: string;
  readonly crv?: string;
  readonly n?: string;
  readonly e?: string;
  readonly x?: string;
  readonly y?: string;
}
