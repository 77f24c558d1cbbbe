"use client";
import { LogOut, ShieldX } from "lucide-react";
import type { Refused } from "@/lib/wire/console-access";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/text";
import { AccessTokenUnused } from "./access-token-unused";
import { AdministratorWays } from "./administrator-ways";
import { Brand } from "./brand";
import { signOut } from "./sign-out";

/** The page for a signed-in account that is not an administrator, with the ways to become one. */
export function Refusal({ access }: { access: Refused }) {
  const hasRight = carriesRight(access);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <Brand />
        <div className="mt-6 rounded-xl border bg-surface p-6 shadow-card">
          <ShieldX className="size-6 text-bad" aria-hidden />
          <h1 className="mt-3 text-lg font-semibold">You are not an administrator here</h1>
          <p className="mt-1 text-ink-soft">
            {hasRight
              ? "Your token carries what makes an administrator, but a rule of the gateway refuses this page all the same."
              : "You are signed in, but nothing in this account's token makes it an administrator of the gateway."}
          </p>
          <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-lg border bg-muted/50 p-3 text-note">
            <dt className="text-ink-faint">Signed in as</dt>
            <dd className="font-medium break-words">{access.name}</dd>
            {access.issuer && (
              <>
                <dt className="text-ink-faint">Provider</dt>
                <dd className="break-words">{access.issuer}</dd>
              </>
            )}
            <dt className="text-ink-faint">Scopes</dt>
            <dd className="break-words">{access.scopes.join(", ") || "none"}</dd>
            <dt className="text-ink-faint">Roles</dt>
            <dd className="break-words">{access.roles.join(", ") || "none"}</dd>
            <dt className="text-ink-faint">Refused because</dt>
            <dd className="break-words">{access.reason}</dd>
            {access.accessTokenUnused && (
              <>
                <dt className="text-ink-faint">Read from</dt>
                <dd className="break-words">
                  <AccessTokenUnused reason={access.accessTokenUnused} />
                </dd>
              </>
            )}
          </dl>
          {hasRight ? (
            <p className="mt-3 text-ink-soft">
              Ask whoever runs this gateway, and show them the reason above. With the master key they can change the
              rule.
            </p>
          ) : (
            <>
              <h2 className="mt-4 font-semibold">What would make this account an administrator</h2>
              <AdministratorWays access={access} />
              <Note className="mt-3">
                Ask the administrator of your identity provider to grant it, then sign out and in again.
              </Note>
            </>
          )}
          <Button className="mt-5 w-full" onClick={() => void signOut()}>
            <LogOut className="size-4" aria-hidden /> Sign out
          </Button>
        </div>
      </div>
    </main>
  );
}

/** Whether the token has the scope or a role that makes administrators, so that something else is in the way. */
function carriesRight({ scopes, roles, adminScope, adminRoles }: Refused): boolean {
  return (adminScope !== undefined && scopes.includes(adminScope)) || adminRoles.some((role) => roles.includes(role));
}
