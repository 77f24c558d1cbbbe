import { createHash, createHmac } from "node:crypto";

/** A request as a server of AWS sees it. */
export interface SignedAt {
  readonly method: string;
  /** As it was sent, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/**
 * Checks a signature as AWS's services do (docs.aws.amazon.com, "Create a signed AWS API request"), written from the
 * description and apart from what signs. `secretOf`: the secret of an access key. Undefined: it is right.
 */
export function signatureFault(
  { method, path, headers, body }: SignedAt,
  secretOf: (accessKeyId: string) => string | undefined,
): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers["authorization"] ?? "",
    );
  if (!match) return "MissingAuthenticationTokenException";
  const [, id = "", day = "", region = "", service = "", names = "", signature = ""] = match;
  const secret = secretOf(id);
  if (secret === undefined) return "UnrecognizedClientException";
  const signed = names.split(";");
  if (!signed.includes("host") || names !== [...signed].sort().join(";")) return "InvalidSignatureException";
  const [pathname = "", query = ""] = path.split("?");
  const canonical = [
    method,
    pathname.split("/").map(encode).join("/"),
    query.split("&").sort().join("&"),
    ...signed.map((name) => `${name}:${(headers[name] ?? "").trim()}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const time = headers["x-amz-date"] ?? "";
  if (!time.startsWith(day)) return "InvalidSignatureException";
  const text = ["AWS4-HMAC-SHA256", time, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(
    (secretSoFar, part) => createHmac("sha256", secretSoFar).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac("sha256", key).update(text).digest("hex") === signature ? undefined : "InvalidSignatureException";
}

/** Every byte but the unreserved ones, of what was sent encoded already. */
function encode(part: string): string {
  return encodeURIComponent(part).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
