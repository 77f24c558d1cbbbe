import type { Secret } from "@/lib/config/secret";
import { bearerCredential, type DeploymentCredential } from "@/lib/credentials/deployment-credential";
import { entraTokens, isLoopback } from "@/lib/credentials/azure/entra";
import type { EntryParams } from "../provider";

/**
 * The domains of Azure's services of models
 * (learn.microsoft.com/azure/ai-foundry/openai/how-to/switching-endpoints).
 */
export const AZURE_DOMAINS: readonly string[] = [
  ".openai.azure.com",
  ".services.ai.azure.com",
  ".cognitiveservices.azure.com",
];
const SCOPE = "https://cognitiveservices.azure.com/.default";

/**
 * What calls prove themselves with where that is not a key: tokens for the application whose secret the entry has;
 * without a key, for the identity of this process. Only Azure gets the latter, whatever address an entry names: it
 * is worth more than a key. Undefined: a key, a fixed token, or nothing.
 */
export function azureCredential(
  params: EntryParams,
  _variable: (name: string) => string | undefined,
  key: Secret | undefined,
): DeploymentCredential | undefined {
  if (params.azure_ad_token) return undefined;
  if (!params.client_secret && (key || !mayHaveOwnIdentity(params))) return undefined;
  return bearerCredential(
    entraTokens({
      tenantId: params.tenant_id,
      clientId: params.client_id,
      clientSecret: params.client_secret?.reveal(),
      scope: params.azure_scope ?? SCOPE,
      authorityHost: params.azure_authority_host,
    }),
  );
}

function mayHaveOwnIdentity({ api_base: base = "", client_id: client }: EntryParams): boolean {
  if (!URL.canParse(base)) return false;
  const { protocol, hostname } = new URL(base);
  if (protocol === "https:" && AZURE_DOMAINS.some((domain) => hostname.endsWith(domain))) return true;
  // A proxy on this machine, for those who ask for it.
  return client !== undefined && isLoopback(hostname);
}
