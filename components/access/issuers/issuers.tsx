"use client";
import { type ReactNode, useState } from "react";
import type { FindingView } from "@/components/shared/findings";
import { EntityLink } from "@/components/shared/entity-link";
import { EntryList } from "../entry-list";
import { IssuerDialog } from "./issuer-dialog";
import { issuerFacts, type IssuerDraft } from "./issuer-draft";

const NEW_ISSUER: IssuerDraft = { issuer: "" };

/** The providers whose tokens are accepted, each with its own keys, audience, claims and rights. */
export function Issuers({
  issuers,
  saved,
  models,
  findings,
  onChange,
  badge,
}: {
  issuers: readonly IssuerDraft[];
  /** The issuers in force. */
  saved: ReadonlySet<string>;
  models: readonly string[];
  findings: readonly FindingView[];
  onChange: (issuers: IssuerDraft[]) => void;
  badge: ReactNode;
}) {
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  return (
    <EntryList
      title="Issuers"
      description="Providers with their own keys, audience, claims and rights. Addresses in JWT_PUBLIC_KEY_URL are trusted as well."
      badge={badge}
      setting="issuers"
      noun="issuer"
      none="No issuer has its own entry."
      entries={issuers}
      findings={findings}
      row={(entry) => (
        <>
          <p className="font-mono text-meta font-medium wrap-anywhere">
            <IssuerName issuer={String(entry["issuer"])} hasPage={saved.has(String(entry["issuer"]))} />
          </p>
          <p className="text-meta wrap-anywhere text-ink-faint">{issuerFacts(entry).join(" · ")}</p>
        </>
      )}
      onOpen={setOpened}
      onChange={onChange}
    >
      <IssuerDialog
        initial={opened === undefined ? undefined : (issuers[opened] ?? NEW_ISSUER)}
        isNew={opened === issuers.length}
        models={models}
        onClose={close}
        onSubmit={(entry) => {
          onChange(opened === undefined ? [...issuers] : issuers.toSpliced(opened, 1, entry));
          close();
        }}
      />
    </EntryList>
  );
}

/** The name of an issuer, as a link if it has a page: it is in force, and not a pattern for tenants (`{tid}`). */
function IssuerName({ issuer, hasPage }: { issuer: string; hasPage: boolean }) {
  return hasPage && !issuer.includes("{tid}") ? <EntityLink kind="issuer" id={issuer} /> : issuer;
}
