import aws4 from "aws4";
import type { UnsignedRequest } from "../deployment-credential";

/** What requests to AWS are signed with. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of a key that ends. */
  readonly sessionToken?: string | undefined;
}

export interface SigningScope {
  /** As AWS signs for it: `bedrock`, `sts`, `s3`. */
  readonly service: string;
  readonly region: string;
}

/**
 * The headers that sign a request for AWS (docs.aws.amazon.com, Signature Version 4). Host, content type and those of
 * AWS are signed: a proxy may change any other. `path`: as it is sent; each part of it is encoded once more for
 * signing, as all services but S3 do.
 */
export function signAws(
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  { method, origin, path, headers, body }: UnsignedRequest,
  { service, region }: SigningScope,
  now: number,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const added: Record<string, string> = { "x-amz-date": time };
  if (sessionToken !== undefined) added["x-amz-security-token"] = sessionToken;
  const signed: Record<string, string> = { host: new URL(origin).host, ...added };
  for (const [name, value] of Object.entries(headers))
    if (name === "content-type" || name.startsWith("x-amz-")) signed[name] = value;
  const request = { service, region, method, path, headers: signed, doNotModifyHeaders: true };
  const signer = new aws4.RequestSigner({ ...request, ...(body && { body }) }, { accessKeyId, secretAccessKey });
  signer.datetime = time;
  added["authorization"] = String(signer.sign().headers["Authorization"]);
  return added;
}
