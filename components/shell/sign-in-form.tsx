"use client";
import { ArrowRight, CircleAlert, KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { addressOf } from "@/components/api/address";
import { queryString } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field, Input } from "@/components/ui/field";
import { Note } from "@/components/ui/text";
import { signInFaultText } from "@/lib/wire/sign-in/sign-in-faults";
import { Brand } from "./brand";
import { EnvironmentName } from "./console-look";

/** The environment that lets people sign in to the console through an OpenID provider. */
const LOGIN_LINES = `OIDC_ISSUER=https://id.example.com/realms/main
OIDC_CLIENT_ID=model-gateway-console
OIDC_CLIENT_SECRET=...`;

const MASTER_KEY = "master-key";
const MASTER_KEY_PATH = "/api/auth/callback/master-key";

/** An OpenID provider, and what its button says after "Continue with". */
interface Provider {
  readonly id: string;
  readonly label: string;
  readonly issuer: string;
}

/** Starts a next-auth sign-in. Returns the address to go to next. */
async function startSignIn(provider: string, fields: Record<string, string>, returnTo: string): Promise<URL> {
  const { csrfToken } = (await (await fetch(addressOf("/api/auth/csrf"), { cache: "no-store" })).json()) as {
    csrfToken: string;
  };
  const action = provider === MASTER_KEY ? "callback" : "signin";
  const response = await fetch(addressOf(`/api/auth/${action}/${provider}`), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...fields,
      csrfToken,
      callbackUrl: returnTo,
      json: "true",
    }),
  });
  const { url } = (await response.json()) as { url: string };
  return new URL(url, window.location.origin);
}

/**
 * The form to sign in. `returnTo`: the page of the console that follows. `detail`: what the provider or the gateway
 * said about `error`. `isSignedOutHere`: somebody has signed out, and their session at the provider goes on.
 * `formToken`: the CSRF token with which the form of the master key works before the page's scripts run.
 */
export function SignInForm({
  providers,
  masterKey,
  error,
  detail,
  isSignedOutHere,
  returnTo,
  formToken,
}: {
  providers: readonly Provider[];
  masterKey: boolean;
  error: string | undefined;
  detail: string | undefined;
  isSignedOutHere: boolean;
  returnTo: string;
  formToken: string;
}) {
  const { busy, fault, signIn } = useSignIn(error, returnTo);
  const hasProvider = providers.length > 0;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="flex items-center justify-between gap-3">
          <Brand />
          <EnvironmentName />
        </div>
        <div className="mt-6 rounded-xl border bg-surface p-6 shadow-card">
          <h1 className="text-section font-semibold">Sign in to the console</h1>
          {fault && (
            <p role="alert" className="mt-3 flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
              <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span>
                {signInFaultText(fault)}
                {fault === error && detail && <span className="mt-1 block break-words">It said: {detail}</span>}
              </span>
            </p>
          )}
          {isSignedOutHere && !fault && (
            <p role="status" className="mt-3 text-ink-soft">
              You are signed out here. The gateway could not tell your provider, so you are still signed in there.
            </p>
          )}
          {providers.map((provider, index) => (
            <ProviderButton
              key={provider.id}
              provider={provider}
              isFirst={index === 0}
              busy={busy === provider.id}
              onClick={() => void signIn(provider.id)}
            />
          ))}
          {hasProvider && masterKey && (
            <div className="my-4 flex items-center gap-3 text-meta text-ink-faint" aria-hidden>
              <span className="h-px flex-1 bg-line" /> or <span className="h-px flex-1 bg-line" />
            </div>
          )}
          {masterKey && (
            <MasterKeyForm
              returnTo={returnTo}
              formToken={formToken}
              isOnly={!hasProvider}
              busy={busy === MASTER_KEY}
              onKey={(key) => void signIn(MASTER_KEY, { key })}
            />
          )}
          {!hasProvider && !masterKey && (
            <p className="mt-3 text-ink-soft">
              Nobody can sign in now: no OpenID provider is configured, and console_master_key_login is off.
            </p>
          )}
        </div>
        {!hasProvider && <HowToAddProvider />}
      </div>
    </main>
  );
}

/** Signs in by a provider or by the master key. `error`: why it failed before the page was loaded. */
function useSignIn(error: string | undefined, returnTo: string) {
  const [busy, setBusy] = useState<string>();
  const [fault, setFault] = useState(error);

  const signIn = async (way: string, fields: Record<string, string> = {}) => {
    setBusy(way);
    setFault(undefined);
    try {
      const next = await startSignIn(way, fields, returnTo);
      const failed = next.searchParams.get("error");
      if (next.origin !== window.location.origin || !failed) return window.location.assign(next);
      setFault(failed);
    } catch {
      setFault("unreachable");
    }
    setBusy(undefined);
  };
  return { busy, fault, signIn };
}

function ProviderButton({
  provider: { label, issuer },
  isFirst,
  busy,
  onClick,
}: {
  provider: Provider;
  isFirst: boolean;
  busy: boolean;
  onClick: () => void;
}) {
  return (
    <div className="mt-4">
      <Button variant={isFirst ? "primary" : "secondary"} className="h-9 w-full" busy={busy} onClick={onClick}>
        <span className="truncate">Continue with {label}</span> <ArrowRight className="size-4" aria-hidden />
      </Button>
      <Note className="mt-1.5 truncate text-center" title={issuer}>
        {issuer}
      </Note>
    </div>
  );
}

/** The form for the master key, which works before the page's scripts run, too. */
function MasterKeyForm({
  returnTo,
  formToken,
  isOnly,
  busy,
  onKey,
}: {
  returnTo: string;
  formToken: string;
  /** Whether there is no other way to sign in. */
  isOnly: boolean;
  busy: boolean;
  onKey: (key: string) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Read from the form, which may have been filled in before the page's scripts ran.
    onKey(String(new FormData(event.currentTarget).get("key")));
  };
  return (
    <form
      onSubmit={submit}
      method="post"
      action={`${addressOf(MASTER_KEY_PATH)}${queryString({ callbackUrl: returnTo })}`}
      className="mt-4 space-y-3"
    >
      <input type="hidden" name="csrfToken" value={formToken} />
      {/* The user name under which password managers keep the key. */}
      <input hidden readOnly name="username" autoComplete="username" value="master key" />
      <Field label="Master key" hint="Printed once when the gateway first started, or set as GATEWAY_MASTER_KEY.">
        {(control) => (
          <Input
            {...control}
            type="password"
            name="key"
            autoComplete="current-password"
            placeholder="sk-…"
            className="font-mono"
            autoFocus={isOnly}
            required
          />
        )}
      </Field>
      <Button type="submit" worksAlone variant={isOnly ? "primary" : "secondary"} className="h-9 w-full" busy={busy}>
        <KeyRound className="size-4" aria-hidden /> Sign in with the master key
      </Button>
    </form>
  );
}

function HowToAddProvider() {
  return (
    <div className="mt-5 space-y-2">
      <p className="text-ink-soft">
        No OpenID provider is configured yet. To let people sign in with their own accounts, start the gateway with:
      </p>
      <CodeBlock label="Environment" code={LOGIN_LINES} />
      <Note>
        The provider must allow the redirect address{" "}
        <code className="font-mono wrap-anywhere">{addressOf("/api/auth/callback/oidc")}</code> of this host.
      </Note>
    </div>
  );
}
