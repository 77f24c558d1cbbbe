"use client";
import { DoorClosed, LogOut, ShieldX } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { DeadEnd, Visitor } from "@/lib/wire/sign-in/console-access";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Note } from "@/components/ui/text";
import { AccessTokenUnused } from "./access-token-unused";
import { AdministratorPaths } from "./administrator-paths";
import { ClosedDoor } from "./closed-door";
import { RequestAccess } from "./request-access";
import { signOut } from "./sign-out";

/**
 * The door for a signed-in account that may neither use the gateway nor administer it: whom to ask for access, and with
 * what, and under a fold how it would become an administrator.
 */
export function NoAccess({ access }: { access: Visitor }) {
  const hasRight = carriesRight(access);
  return (
    <ClosedDoor className="p-6">
      {hasRight ? <ShieldX className="size-6 text-bad" aria-hidden /> : <DoorClosed className="size-6" aria-hidden />}
      <h1 className="mt-3 text-section font-semibold">
        {hasRight ? "You are not an administrator here" : "You have no access yet"}
      </h1>
      <p className="mt-1 text-ink-soft">
        {hasRight
          ? "Your token grants administrator access, but a gateway rule refuses this page."
          : "You are signed in, but this account belongs to no team or user that may call models here."}
      </p>
      {!hasRight && <DeadEnds ends={access.deadEnds} />}
      {!hasRight && (
        <div className="mt-3">
          <RequestAccess />
        </div>
      )}
      {!hasRight && <HowToAsk access={access} />}
      <Account access={access} />
      {hasRight ? (
        <p className="mt-3 text-ink-soft">
          Ask whoever runs this gateway, and show them the reason above. With the master key they can change the rule.
        </p>
      ) : (
        <details className="mt-4 rounded-lg border px-3 py-2">
          <summary className="cursor-pointer rounded font-medium">You administer this gateway?</summary>
          <h2 className="mt-2 font-semibold">How this account becomes an administrator</h2>
          <AdministratorPaths access={access} />
          <Note className="mt-2">
            Ask the administrator of your identity provider to grant it, then sign out and in again.
          </Note>
        </details>
      )}
      <Button className="mt-5 w-full" onClick={() => void signOut()}>
        <LogOut className="size-4" aria-hidden /> Sign out
      </Button>
    </ClosedDoor>
  );
}

/** How many values of a claim are named. */
const MOST_VALUES = 8;

/** What the login says about the account, claim by claim, and that it leads nowhere. */
function DeadEnds({ ends }: { ends: readonly DeadEnd[] }) {
  if (ends.length === 0) return null;
  return (
    <ul aria-label="What your login says" className="mt-3 space-y-1 rounded-lg border px-3 py-2">
      {ends.map(({ claim, names, values }) => (
        <li key={claim} className="break-words">
          <code className="font-mono text-meta">{claim}</code>
          {values.length === 0 ? (
            <span className="text-ink-soft">{` is missing from your login. It would name your ${names}.`}</span>
          ) : (
            <>
              {" says "}
              <strong className="font-medium">{values.slice(0, MOST_VALUES).join(", ")}</strong>
              {values.length > MOST_VALUES && ` and ${values.length - MOST_VALUES} more`}
              <span className="text-ink-soft">
                {values.length === 1 ? `. This gateway has no such ${names}.` : `. None of them is a ${names} here.`}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whom to ask, and the facts with which an administrator gives access. */
function HowToAsk({ access }: { access: Visitor }) {
  const { name, issuer, groups, reason, contact, deadEnds } = access;
  const request = [
    `Please give me access to the model gateway.`,
    `Account: ${name}`,
    `Provider: ${issuer ?? "none"}`,
    `Groups: ${groups.join(", ") || "none"}`,
    ...deadEnds.map(({ claim, values }) => `Claim ${claim}: ${values.join(", ") || "missing"}`),
    `Refused because: ${reason}`,
  ].join("\n");
  return (
    <div className="mt-3 space-y-2">
      <p>
        {contact === undefined ? (
          "Or ask whoever runs this gateway to add you to a team, or to make one of your groups a team."
        ) : (
          <>
            Or ask here: <Contact contact={contact} />
          </>
        )}
      </p>
      <CopyButton text={request} label="Copy a request for access" />
    </div>
  );
}

/** The contact as a link, if it is an address. */
function Contact({ contact }: { contact: string }) {
  const href = /^https?:\/\//.test(contact)
    ? contact
    : /^[^\s@]+@[^\s@]+$/.test(contact)
      ? `mailto:${contact}`
      : undefined;
  if (href === undefined) return <strong className="font-medium break-words">{contact}</strong>;
  return (
    <a href={href} rel="noreferrer" className="font-medium break-words text-accent-text hover:underline">
      {contact}
    </a>
  );
}

function Account({ access }: { access: Visitor }) {
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [
      "Signed in as",
      <strong key="name" className="font-medium">
        {access.name}
      </strong>,
    ],
    ...(access.issuer === undefined ? [] : [["Provider", access.issuer] as const]),
    ["Groups", access.groups.join(", ") || "none"],
    ["Scopes", access.scopes.join(", ") || "none"],
    ["Roles", access.roles.join(", ") || "none"],
    ["Refused because", access.reason],
    ...(access.accessTokenUnused === undefined
      ? []
      : [["Read from", <AccessTokenUnused key="unused" reason={access.accessTokenUnused} />] as const]),
  ];
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-lg border bg-muted/50 p-3 text-meta">
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-ink-faint">{label}</dt>
          <dd className="break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Whether the token has the scope or a role that makes administrators, so that something else is in the way. */
function carriesRight({ scopes, roles, adminScope, adminRoles }: Visitor): boolean {
  return (adminScope !== undefined && scopes.includes(adminScope)) || adminRoles.some((role) => roles.includes(role));
}
