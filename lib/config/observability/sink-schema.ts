import { z } from "zod";
import { Secret } from "../secret";

const text = z.string().trim().min(1);
const secret = text.transform((value) => new Secret(value));
const address = z.url({ protocol: /^https?$/ });
const headers = z
  .record(text.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is not a valid header name"), secret)
  .default({})
  .describe("Headers that every request carries; values preferably as `os.environ/NAME`. They are never shown.");

const s3 = z.strictObject({
  bucket: text
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is not a valid bucket name")
    .describe("Name of the bucket."),
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9!_.*'()=/-]{0,200}$/, "may have letters, digits, / and !_.*'()=- only")
    .default("")
    .describe("What the names of all objects begin with, without the `/` that follows."),
  region: text.default("us-east-1").describe("Region that requests are signed for."),
  endpoint: address
    .optional()
    .describe("Address of storage other than Amazon's, without the bucket. Unset: `https://s3.REGION.amazonaws.com`."),
  path_style: z
    .boolean()
    .optional()
    .describe("Puts the bucket into the path, not the host name. Unset: `true` with an `endpoint`, else `false`."),
  access_key_id: secret
    .optional()
    .describe(
      "Id of the access key, with `secret_access_key`, preferably as `os.environ/NAME`. Unset: the gateway finds keys as AWS's own clients do ([access](bedrock.md#access)).",
    ),
  secret_access_key: secret.optional().describe("The access key's secret, preferably as `os.environ/NAME`."),
  session_token: secret.optional().describe("Session token that belongs to a temporary access key."),
});
export type S3Settings = z.infer<typeof s3>;

const http = z.strictObject({
  url: address.describe("Where batches are posted to, preferably as `os.environ/NAME` if it contains a token."),
  headers,
  signing_secret: secret
    .refine((value) => /^(whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/.test(value.reveal()), "must be whsec_ and base64")
    .optional()
    .describe("Signs each batch as Standard Webhooks: `whsec_` and at least 16 bytes as base64. Unset: not signed."),
});
export type HttpSinkSettings = z.infer<typeof http>;

const otlpLogs = z.strictObject({
  endpoint: address.describe("Base address of the collector; `/v1/logs` is added unless it ends with that."),
  headers,
});
export type OtlpLogsSettings = z.infer<typeof otlpLogs>;

/** One place that finished calls are sent to. */
export const sinkEntry = z.strictObject({
  name: text
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be 1 to 40 lower-case letters, digits and dashes")
    .describe("The name of the sink. Its position is kept under this name, so a renamed sink starts over."),
  start: z
    .enum(["now", "beginning"])
    .default("now")
    .describe("Whether a new sink begins with the next call that is booked, or with the oldest call that is kept."),
  flush_seconds: z
    .number()
    .min(1)
    .max(300)
    .optional()
    .describe("Seconds after which calls are sent even if the batch is not full. Unset: 60 for `s3`, else 5."),
  batch_calls: z
    .number()
    .int()
    .min(1)
    .max(50_000)
    .optional()
    .describe("How many calls a batch has at most. Unset: 10,000 for `s3`, else 1,000."),
  s3: s3.optional().describe("Compressed files in storage that speaks S3."),
  http: http.optional().describe("Compressed JSON lines, posted to an address."),
  otlp_logs: otlpLogs.optional().describe("Log records for a collector of OpenTelemetry (OTLP over HTTP, as JSON)."),
});
export type SinkSettings = z.infer<typeof sinkEntry>;

/** The fields of `general_settings` about what happens to finished calls. */
export const sinkSettings = {
  sinks: z
    .array(sinkEntry)
    .max(20)
    .default([])
    .describe("Where finished calls are sent to, each with exactly one of `s3`, `http` and `otlp_logs`."),
};
