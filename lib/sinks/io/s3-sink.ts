import { createHash } from "node:crypto";
import type { S3Settings } from "@/lib/config/observability/sink-schema";
import { type AwsKeys, signAt, signingTime } from "@/lib/credentials/aws/sign";
import { awsSource } from "@/lib/credentials/aws/source";
import { CredentialFailure, type CredentialKeeper } from "@/lib/credentials/keeper";
import type { Deliver, Delivery } from "@/lib/sinks/delivery";
import { objectAddress } from "@/lib/sinks/object-address";
import { objectFiles, type ObjectFile } from "@/lib/sinks/object-files";
import { compressText, joinLines } from "./compress-text";
import { sendRequest, type SinkLine } from "./send-request";

/**
 * Writes each batch as files into S3 storage. A repeated file overwrites itself. `credentials`: keeps the keys that the
 * settings do not name.
 */
export function createS3Sink(settings: S3Settings, line: SinkLine, credentials: CredentialKeeper): Deliver {
  const source = awsSource({
    accessKeyId: settings.access_key_id?.reveal(),
    secretAccessKey: settings.secret_access_key?.reveal(),
    sessionToken: settings.session_token?.reveal(),
    region: settings.region,
  });
  return async (batch, signal) => {
    let keys: AwsKeys;
    try {
      keys = await credentials.current(source);
    } catch (error) {
      if (error instanceof CredentialFailure) return { arrived: false, error: error.message };
      throw error;
    }
    for (const file of objectFiles(settings.prefix, batch)) {
      const delivery = await putFile(settings, keys, line, file, signal);
      if (!delivery.arrived) return delivery;
    }
    return { arrived: true };
  };
}

async function putFile(
  settings: S3Settings,
  keys: AwsKeys,
  line: SinkLine,
  { key, lines }: ObjectFile,
  signal: AbortSignal,
): Promise<Delivery> {
  const body = await compressText(joinLines(lines));
  const { origin, host, path } = objectAddress(settings, key);
  const time = signingTime(line.now());
  const unsigned = {
    host,
    "content-type": "application/gzip",
    "content-length": body.length,
    // Buckets with object locks require this header.
    "content-md5": createHash("md5").update(body).digest("base64"),
    "x-amz-date": time,
  };
  const request = { service: "s3", region: settings.region, method: "PUT", host, path, headers: unsigned, body };
  const headers = signAt(time, request, keys);
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return sendRequest(line, { method: "PUT", url: new URL(origin), path, headers: signed, body }, signal, {
    refusal: errorCode,
  });
}

/** S3's code of an error, such as `NoSuchBucket`. The rest of the answer may repeat the access key. */
function errorCode(text: string): string | undefined {
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1];
}
