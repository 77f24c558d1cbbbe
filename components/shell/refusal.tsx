"use client";
import { LogOut, ShieldX } from "lucide-react";
import type { ConsoleAccess } from "@/app/console/access";
import { Button } from "@/components/ui/button";
import { Brand } from "./brand";
import { signOut } from "./sign-out";

/** Signed in, but not an administrator: who that is, and what would change it. */
export function Refusal({ access }: { access: Extract<ConsoleAccess, { state: "refused" }> }) {
  const ways = [
    access.adminScope && (
      <>
        its token carries the scope <Name>{access.adminScope}</Name>
      </>
    ),
    access.adminRoles.length > 0 && (
      <>
        the claim <Name>{access.rolesClaim ?? "named by roles_jwt_field"}</Name> holds the role{" "}
        {access.adminRoles.map((role, index) => (
          <span key={role}>
            {index > 0 && " or "}
            <Name>{role}</Name>
          </span>
        ))}
      </>
    ),
  ].filter(Boolean);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <Brand />
        <div className="mt-6 rounded-xl border bg-surface p-6 shadow-card">
          <ShieldX className="size-6 text-bad" aria-hidden />
          <h1 className="mt-3 text-lg font-semibold">You are not an administrator here</h1>
          <p className="mt-1 text-ink-soft">You are signed in, but nothing in this account&apos;s token makes it an administrator of the gateway.</p>
          <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-lg border bg-muted/50 p-3 text-[12.5px]">
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
          </dl>
          <h2 className="mt-4 font-semibold">What would make this account an administrator</h2>
          {ways.length > 0 ? (
            <ul className="mt-1 list-disc space-y-1 pl-5 text-ink-soft">
              {ways.map((way, index) => (
                <li key={index}>{way}</li>
              ))}
            </ul>
          ) : (
            <p className="mt-1 text-ink-soft">
              Nothing yet: neither <Name>admin_jwt_scope</Name> nor a role mapped to <Name>proxy_admin</Name> is configured.
              Whoever holds the master key can sign in with it and map a role.
            </p>
          )}
          <p className="mt-3 text-[12.5px] text-ink-faint">
            Ask whoever runs your identity provider to grant it, then sign out and in again.
          </p>
          <Button className="mt-5 w-full" onClick={() => void signOut()}>
            <LogOut className="size-4" aria-hidden /> Sign out
          </Button>
        </div>
      </div>
    </main>
  );
}

function Name({ children }: { children: string }) {
  return <code className="rounded bg-muted px-1 font-mono text-[12.5px] text-ink">{children}</code>;
}
