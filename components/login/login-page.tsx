"use client";
import { useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { LoginState } from "@/lib/wire/contracts/sign-in/login";
import { LoginCard } from "./login-card";
import { LoginSteps } from "./login-steps";
import { useLogin } from "./use-login";

/** Sets up, tests and puts in force the login through a company's provider. */
export function LoginPage() {
  const login = useLogin();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      <PageHeader
        title="Login to the console"
        description="People log in through your company's provider, at once on every node. It opens only the console, no model."
      >
        <Link href="/console/providers" className="rounded text-accent-text hover:underline">
          Sign-in providers
        </Link>
      </PageHeader>
      {login.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-4">
          <Skeleton className="h-56 w-full rounded-lg" />
        </div>
      ) : login.isLoadingError ? (
        <Card>
          <ErrorState error={login.error} retry={() => void login.refetch()} />
        </Card>
      ) : (
        <div className="max-w-3xl space-y-4">
          <WhoWins state={login.data.body} />
          {login.data.body.stored && !isChanging ? (
            <LoginCard state={login.data.body} stored={login.data.body.stored} onChange={() => setIsChanging(true)} />
          ) : (
            <LoginSteps
              state={login.data.body}
              etag={login.data.etag}
              onDone={() => setIsChanging(false)}
              onCancel={isChanging ? () => setIsChanging(false) : undefined}
            />
          )}
          <MasterKeyNotice state={login.data.body} />
        </div>
      )}
    </>
  );
}

/** What the environment and the file say, which win. */
function WhoWins({ state: { because, in_environment: inEnvironment, in_file: inFile } }: { state: LoginState }) {
  if (inEnvironment === null && inFile.length === 0) return null;
  return (
    <div className="space-y-1 rounded-lg border border-line bg-muted/50 px-4 py-3">
      {inEnvironment !== null && (
        <p>
          <code className="font-mono text-meta">OIDC_ISSUER</code> is set to{" "}
          <span className="wrap-anywhere">{inEnvironment}</span>, and the environment wins over this page.
        </p>
      )}
      {inFile.length > 0 && (
        <p>
          <code className="font-mono text-meta">console_login</code> of config.yaml has{" "}
          {inFile.map(({ name }) => name).join(", ")}, with buttons of their own.
        </p>
      )}
      {because !== null && inEnvironment === null && <p className="text-warn">{because}</p>}
      {inEnvironment !== null && (
        <p className="text-ink-soft">
          You can set up and test a login here. It takes effect once the variable is unset.
        </p>
      )}
    </div>
  );
}

/** The way in that this page cannot close. */
function MasterKeyNotice({ state: { master_key: opens } }: { state: LoginState }) {
  return (
    <p className="text-meta text-ink-faint">
      {opens
        ? "The master key still opens the console, whatever you set up here."
        : "config.yaml keeps the master key from opening the console (console_master_key_login: false), so the last login in force cannot be removed here. The API still accepts the master key."}
    </p>
  );
}
