import type { ModelEntry } from "@/lib/config/schema";
import type { FailedCredential } from "@/lib/credentials/keeper";
import type { Services } from "@/lib/gateway/services";
import { deploymentOf } from "@/lib/providers/resolve-deployment";

type Keeping = Pick<Services, "settings" | "credentials">;

/** Why the credential of an entry cannot be fetched. Nearly always none has failed, and no entry is looked at. */
export function credentialFailure({ settings, credentials }: Keeping, entry: ModelEntry, index: number): string | null {
  const failures = credentials.failures();
  if (failures.length === 0) return null;
  const { credential } = deploymentOf({ entry, index, upstreamModel: entry.gateway_params.model }, settings.current());
  const failed = failures.find(({ key }) => key === credential?.key);
  return failed ? failureText(failed) : null;
}

/** The entries that name a credential, and what this node has fetched for them with it. */
export interface CredentialUse {
  readonly used_by: string[];
  /** Of the one that ends first. */
  readonly ends_at: string | null;
  readonly failure: string | null;
}

/** How this node uses a named credential. */
export function credentialUse({ settings, credentials }: Keeping, name: string): CredentialUse {
  const current = settings.current();
  const using = current.models.flatMap((entry, index) =>
    entry.gateway_params.credential_name === name ? [{ entry, index, upstreamModel: entry.gateway_params.model }] : [],
  );
  const usable = using.filter(({ entry }) => !current.unusable.has(entry.model_info?.id ?? ""));
  const keys = new Set(usable.flatMap((one) => deploymentOf(one, current).credential?.key ?? []));
  const ends = [...keys].flatMap((key) => credentials.endsAt(key) ?? []);
  const failed = credentials.failures().find(({ key }) => keys.has(key));
  return {
    used_by: using.flatMap(({ entry }) => entry.model_info?.id ?? []),
    ends_at: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
    failure: failed ? failureText(failed) : null,
  };
}

function failureText({ label, reason }: FailedCredential): string {
  return `${label} cannot be fetched: ${reason}`;
}
