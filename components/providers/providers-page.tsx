"use client";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { FileKey2 } from "lucide-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { LoginSummary } from "@/components/login/login-summary";
import { useLogin } from "@/components/login/use-login";
import type { OutputOf } from "@/components/api/client";
import { LIVE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import { ProviderCard } from "./provider-card";

const VARIABLES = `JWT_PUBLIC_KEY_URL=https://id.example.com/.well-known/openid-configuration
JWT_AUDIENCE=model-gateway`;

export function ProvidersPage() {
  const providers = useRead(providerKeyContracts.show, {}, LIVE);
  const login = useLogin();
  // The login is what to begin with while there is no provider.
  const hasProviders = (providers.data?.data.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Sign-in providers"
        description="Whose tokens are accepted, and the public keys that verify them. Each node fetches the keys itself."
      >
        {!providers.isLoadingError && (
          <span className="text-meta text-ink-faint">
            As known to node{" "}
            {providers.data ? (
              <span className="font-mono wrap-anywhere">{providers.data.node}</span>
            ) : (
              <Skeleton className="inline-block! h-3 w-28" />
            )}
          </span>
        )}
        <Freshness query={providers} label="Read the list again" />
      </PageHeader>
      {/* Together, because the height of the one moves the others. */}
      {providers.isPending || login.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-5">
          <Skeleton className="h-72 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </div>
      ) : (
        <div className="space-y-5">
          {hasProviders ? (
            <>
              <Providers providers={providers} />
              <LoginSummary state={login.data?.body} />
            </>
          ) : (
            <>
              <LoginSummary state={login.data?.body} />
              <Providers providers={providers} />
            </>
          )}
        </div>
      )}
    </>
  );
}

function Providers({ providers }: { providers: UseQueryResult<OutputOf<typeof providerKeyContracts.show>> }) {
  if (providers.isLoadingError)
    return (
      <Card>
        <ErrorState error={providers.error} retry={() => void providers.refetch()} />
      </Card>
    );
  const all = providers.data?.data ?? [];
  if (all.length === 0)
    return (
      <Card>
        <EmptyState icon={FileKey2} title="No identity provider yet">
          Set <Mono as="code">JWT_PUBLIC_KEY_URL</Mono> to the address of your provider&apos;s key set or discovery
          document (separate several with commas), and <Mono as="code">enable_jwt_auth: true</Mono> under{" "}
          <Mono as="code">general_settings</Mono> in config.yaml. Then restart the gateway.
          <div className="mt-4 text-left">
            <CodeBlock label="Environment" code={VARIABLES} wrap />
          </div>
        </EmptyState>
      </Card>
    );
  return all.map((provider, index) => <ProviderCard key={`${index} ${provider.url}`} provider={provider} />);
}
