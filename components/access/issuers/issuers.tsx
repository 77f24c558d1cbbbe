"use client";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FindingView } from "@/components/shared/findings";
import { EntityLink } from "@/components/shared/entity-link";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { findingsAt } from "../draft";
import { FindingLines } from "../finding-lines";
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
  /** Those in force. */
  saved: ReadonlySet<string>;
  models: readonly string[];
  findings: readonly FindingView[];
  onChange: (issuers: IssuerDraft[]) => void;
  badge: ReactNode;
}) {
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  return (
    <Card>
      <CardHeader
        title="Issuers"
        description="Providers with keys, an audience, claims and rights of their own. Addresses in JWT_PUBLIC_KEY_URL are trusted beside them."
      >
        {badge}
      </CardHeader>
      <div className="p-4">
        {issuers.length === 0 && <p className="text-ink-faint">No issuer has an entry of its own.</p>}
        <ol className="divide-y">
          {issuers.map((entry, index) => (
            <li key={index} className="flex items-start gap-2 py-2 first:pt-0">
              <div className="min-w-0 flex-1">
                <p className="font-mono text-[12.5px] font-medium wrap-anywhere">
                  <IssuerName issuer={String(entry["issuer"])} hasPage={saved.has(String(entry["issuer"]))} />
                </p>
                <p className="text-[12.5px] wrap-anywhere text-ink-faint">{issuerFacts(entry).join(" · ")}</p>
                <FindingLines findings={findingsAt(findings, `issuers.${index}`)} />
              </div>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Edit issuer ${index + 1}`}
                onClick={() => setOpened(index)}
              >
                <Pencil className="size-4" aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove issuer ${index + 1}`}
                onClick={() => onChange(issuers.filter((_, at) => at !== index))}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
        <FindingLines findings={findings.filter(({ path }) => path === "issuers")} />
        <Button size="small" className="mt-3" onClick={() => setOpened(issuers.length)}>
          <Plus className="size-3.5" aria-hidden /> Add issuer
        </Button>
      </div>
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
    </Card>
  );
}

/** Only issuers in force have a page, and each tenant of an entry its own. */
function IssuerName({ issuer, hasPage }: { issuer: string; hasPage: boolean }) {
  return hasPage && !issuer.includes("{tid}") ? <EntityLink kind="issuer" id={issuer} /> : issuer;
}
