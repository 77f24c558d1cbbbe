import type { S3Settings } from "@/lib/config/observability/sink-schema";

/**
 * The address of an object: the storage's origin, the host that is signed, and the path with the key as it is signed.
 */
export function objectAddress(
  { bucket, region, endpoint, path_style: inPath = endpoint !== undefined }: Omit<S3Settings, "prefix">,
  key: string,
): { readonly origin: string; readonly host: string; readonly path: string } {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const escaped = key.split("/").map(escapedSegment).join("/");
  return inPath
    ? { origin: `${protocol}//${host}`, host, path: `/${bucket}/${escaped}` }
    : { origin: `${protocol}//${bucket}.${host}`, host: `${bucket}.${host}`, path: `/${escaped}` };
}

/** S3 signs paths in which every character but the unreserved ones of RFC 3986 is escaped. */
function escapedSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
