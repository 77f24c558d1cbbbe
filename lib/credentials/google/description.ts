import { z } from "zod";
import { CredentialError } from "../source";

const address = z.string().refine(isTokenAddress, "must be an https: address (http: on loopback only)");
const TOKEN_URI = "https://oauth2.googleapis.com/token";

/** Whether secrets may be sent there. */
function isTokenAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}

const serviceAccount = z.object({
  type: z.literal("service_account"),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: address.default(TOKEN_URI),
});

const authorizedUser = z.object({
  type: z.literal("authorized_user"),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  refresh_token: z.string().min(1),
  token_uri: address.default(TOKEN_URI),
});

const format = z
  .object({ type: z.enum(["text", "json"]).default("text"), subject_token_field_name: z.string().optional() })
  .default({ type: "text" });

const externalAccount = z.object({
  type: z.literal("external_account"),
  audience: z.string().min(1),
  subject_token_type: z.string().min(1),
  token_url: address,
  service_account_impersonation_url: address.optional(),
  credential_source: z.union([
    z.object({ file: z.string().min(1), format }),
    z.object({
      environment_id: z.string().regex(/^aws\d$/),
      regional_cred_verification_url: z.string().optional(),
    }),
    z.object({ url: address, headers: z.record(z.string(), z.string()).default({}), format }),
  ]),
});

const impersonated = z.object({
  type: z.literal("impersonated_service_account"),
  service_account_impersonation_url: address,
  delegates: z.array(z.string()).default([]),
  source_credentials: z.discriminatedUnion("type", [serviceAccount, authorizedUser, externalAccount]),
});

const description = z.discriminatedUnion("type", [serviceAccount, authorizedUser, externalAccount, impersonated]);

export type ServiceAccount = z.infer<typeof serviceAccount>;
export type AuthorizedUser = z.infer<typeof authorizedUser>;
export type ExternalAccount = z.infer<typeof externalAccount>;
export type GoogleDescription = z.infer<typeof description>;

const TYPES = "service_account, authorized_user, external_account or impersonated_service_account";

/**
 * Reads a description of credentials as Google hands them out (google.aip.dev/auth). `from`: what the message calls it.
 * @throws CredentialError that names the member at fault and repeats no secret
 */
export function readDescription(text: string, from: string): GoogleDescription {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CredentialError(`${from} is not JSON`);
  }
  const read = description.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join(".") ?? "";
  if (path === "type" || path === "source_credentials.type")
    throw new CredentialError(`${path} of ${from} must be ${TYPES}`);
  if (path.startsWith("credential_source") || path.startsWith("source_credentials.credential_source"))
    throw new CredentialError(
      `${path} of ${from} must name a file, a url or aws1: other sources of tokens are not supported`,
    );
  throw new CredentialError(`${path === "" ? from : `${path} of ${from}`} ${faultOf(issue)}`);
}

function faultOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "custom") return issue.message;
  return issue?.code === "invalid_type" ? "is missing or of another type" : "cannot be used";
}
