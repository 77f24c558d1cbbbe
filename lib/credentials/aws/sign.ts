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
  const time = signingTime(now);
  const added: Record<string, string> = { "x-amz-date": time };
  if (sessionToken !== undefined) added["x-amz-security-token"] = sessionToken;
  const signed: Record<string, string> = { host: new URL(origin).host, ...added };
  for (const [name, value] of Object.entries(headers))
    if (name === "content-type" || name.startsWith("x-amz-")) signed[name] = value;
  const request = { service, region, method, path, headers: signed, doNotModifyHeaders: true };
  const signedHeaders = signAt(time, { ...request, ...(body && { body }) }, { accessKeyId, secretAccessKey });
  added["authorization"] = String(signedHeaders["Authorization"]);
  return added;
}

/** A time in milliseconds since the epoch as the header `x-amz-date` has it. */
export function signingTime(now: number): string {
  return new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
}

/**
 * The headers of a request with its signature of a time, which must be that of its `x-amz-date`: by itself the signer
 * reads the clock once more, and a request that spans two seconds would be refused.
 */
export function signAt(
  time: string,
  request: ConstructorParameters<typeof aws4.RequestSigner>[0],
  keys: AwsKeys,
): Readonly<Record<string, string | number>> {
  const signer = new aws4.RequestSigner(request, keys);
  signer.datetime = time;
  return signer.sign().headers;
}
