"use client";
import { FileKey2 } from "lucide-react";
import { useRead } from "@/components/api/use-read";
import { issuerDrafts } from "@/components/access/issuers/issuer-draft";
import { claimsOfIssuer } from "@/components/claims/claims-of-issuer";
import { IssuerClaims } from "@/components/claims/claims-seen";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { PAGE_TIME, type PageTime, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import type { PageTab } from "@/components/detail-page/page-tab";
import { ReadSection } from "@/components/detail-page/read-section";
import { SpendSection } from "@/components/detail-page/spend-section";
import { Section } from "@/components/shared/detail-drawer";
import { useAddress } from "@/components/shared/use-address";
import { Badge } from "@/components/ui/badge";
import { configContracts } from "@/lib/wire/contracts/config";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { type IdentityProvider, providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { requestContracts } from "@/lib/wire/contracts/requests";
import { IssuerTraffic, RefusedTokens } from "./issuer-traffic";
import { ProviderCard, ProviderStatus } from "./provider-card";

const WORDS = { one: "issuer", many: "providers", list: "/console/providers", icon: FileKey2 };

/** What the address of the page holds. */
const USUAL_ADDRESS = { id: "", tab: "", ...PAGE_TIME };

/**
 * The page of one issuer of tokens: its keys, and the spend, calls, traffic, refusals and claims of its tokens.
 */
export function IssuerPage() {
  const id = useIdParameter();
  const [view, change] = useAddress(USUAL_ADDRESS);
  const time = usePageTime(view);
  return (
    <DetailPage<readonly IdentityProvider[]>
      words={WORDS}
      id={id}
      query={useIssuer(id)}
      time={<PageTimeBar view={view} time={time} onChange={change} />}
      name={() => id}
      status={(providers) =>
        providers.length === 0 ? (
          <Badge>No keys on this node</Badge>
        ) : (
          providers.map((provider) => <ProviderStatus key={provider.url} provider={provider} />)
        )
      }
      tab={{ name: view.tab, onChange: (tab) => change({ tab }) }}
      tabs={tabsOf(id, time)}
    />
  );
}

function tabsOf(id: string, time: PageTime): readonly PageTab<readonly IdentityProvider[]>[] {
  return [
    {
      name: "",
      label: "Overview",
      isTimed: true,
      main: (providers) => (
        <>
          {providers.map((provider) => (
            <ProviderCard key={provider.url} provider={provider} />
          ))}
          {providers.length === 0 && (
            <Section title="Keys">
              <p className="text-ink-faint">
                This node has not fetched keys of this issuer. No token of it has arrived since the node started, its
                provider is asked about each token, it is only a login of the console, or the settings no longer name
                it.
              </p>
            </Section>
          )}
          {(providers.length === 0 || providers.some(({ issuer }) => issuer === id)) && (
            <>
              <SpendSection payer={{ issuer: id }} time={time} />
              <CallsSection of={{ issuer: id }} empty="No call was made with a token of this issuer yet." />
            </>
          )}
        </>
      ),
    },
    {
      name: "requests",
      label: "Requests",
      main: () => (
        <>
          <IssuerTraffic issuer={id} />
          <RefusedTokens issuer={id} />
        </>
      ),
    },
    { name: "claims", label: "Claims", main: () => <ClaimsOfIssuer issuer={id} /> },
    {
      name: "changes",
      label: "Changes",
      main: (providers) =>
        [...new Set(providers.map(({ url }) => url))].map((url) => (
          <AuditSection key={url} type="provider_keys" id={url} />
        )),
    },
  ];
}

/**
 * Reads the key sets of an issuer. Empty: this node has none, but there are requests with its tokens. Null: there are
 * neither.
 */
function useIssuer(id: string) {
  const keys = useRead(
    providerKeyContracts.show,
    {},
    {
      enabled: id !== "",
      refetchInterval: 15_000,
      select: ({ data }) => data.filter(({ issuer, url }) => issuer === id || (issuer === null && url === id)),
    },
  );
  const hasNone = keys.data?.length === 0;
  const requests = useRead(requestContracts.list, { issuer: id, size: 1 }, { enabled: hasNone });
  const found = requests.data?.data.length;
  return {
    data: hasNone && !found ? (found === 0 ? null : undefined) : keys.data,
    error: keys.error ?? (hasNone ? requests.error : null),
    isPending: keys.isPending || (hasNone && requests.isPending),
    isFetching: keys.isFetching || requests.isFetching,
    dataUpdatedAt: keys.dataUpdatedAt,
    refetch: () => Promise.all([keys.refetch(), ...(hasNone ? [requests.refetch()] : [])]),
  };
}

function ClaimsOfIssuer({ issuer }: { issuer: string }) {
  const claims = useRead(decisionContracts.claims, {});
  const configuration = useRead(configContracts.get, {});
  const entries = configuration.data && issuerDrafts(configuration.data.settings["issuers"]?.value);
  const own =
    claims.data &&
    claimsOfIssuer(
      claims.data.issuers,
      issuer,
      entries?.flatMap((entry) => (typeof entry.issuer === "string" ? [entry.issuer] : [])),
    );
  if (own && claims.data) return <IssuerClaims hours={claims.data.hours} {...own} />;
  return (
    <ReadSection title="Claims seen" query={claims}>
      {({ hours }) => <p className="text-ink-faint">No token of this issuer was accepted in the last {hours} hours.</p>}
    </ReadSection>
  );
}
