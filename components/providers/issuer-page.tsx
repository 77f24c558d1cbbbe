"use client";
import { FileKey2 } from "lucide-react";
import { useRead } from "@/components/api/use-read";
import { IssuerClaims } from "@/components/claims/claims-seen";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { DetailPage, useAskedId } from "@/components/detail-page/detail-page";
import { ReadSection } from "@/components/detail-page/read-section";
import { SpendSection } from "@/components/detail-page/spend-section";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { type IdentityProvider, providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { IssuerTraffic, RefusedTokens } from "./issuer-traffic";
import { ProviderCard, ProviderStatus } from "./provider-card";

const WORDS = { one: "issuer", many: "providers", list: "/console/providers", icon: FileKey2 };

/** The page of one issuer of tokens: its keys, what its tokens spent, called and asked for, what was refused, and their claims. */
export function IssuerPage() {
  const id = useAskedId();
  const query = useRead(
    providerKeyContracts.show,
    {},
    {
      enabled: id !== "",
      refetchInterval: 15_000,
      select: ({ data }) => {
        const found = data.filter(({ issuer, url }) => issuer === id || (issuer === null && url === id));
        return found.length > 0 ? found : null;
      },
    },
  );
  return (
    <DetailPage<readonly IdentityProvider[]>
      words={WORDS}
      id={id}
      query={query}
      name={() => id}
      status={(providers) => providers.map((provider) => <ProviderStatus key={provider.url} provider={provider} />)}
      main={(providers) => (
        <>
          {providers.map((provider) => (
            <ProviderCard key={provider.url} provider={provider} />
          ))}
          {providers.some(({ issuer }) => issuer === id) && (
            <>
              <SpendSection payer={{ issuer: id }} />
              <CallsSection of={{ issuer: id }} empty="No call was made with a token of this issuer yet." />
            </>
          )}
          <IssuerTraffic issuer={id} />
          <RefusedTokens issuer={id} />
          <ClaimsOfIssuer issuer={id} />
          {[...new Set(providers.map(({ url }) => url))].map((url) => (
            <AuditSection key={url} type="provider_keys" id={url} />
          ))}
        </>
      )}
    />
  );
}

function ClaimsOfIssuer({ issuer }: { issuer: string }) {
  const claims = useRead(decisionContracts.claims, {});
  const seen = claims.data?.issuers.find((one) => one.issuer === issuer);
  if (seen && claims.data) return <IssuerClaims hours={claims.data.hours} {...seen} />;
  return (
    <ReadSection title="Claims seen" query={claims}>
      {({ hours }) => (
        <p className="text-ink-faint">
          No token that names this issuer was accepted in the last {hours} hours, or the issuer has no entry in issuers.
        </p>
      )}
    </ReadSection>
  );
}
