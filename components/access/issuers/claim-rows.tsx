"use client";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ClaimInput } from "@/components/claims/claim-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { isObject } from "@/lib/is-object";
import { withField } from "./issuer-draft";
import { requiredClaimRows, requiredClaims, type RequiredClaimRow } from "./issuer-draft";
import type { Edited } from "./issuer-field";

/** The claims that every token of an issuer must have, with their values. */
export function RequiredClaims({ entry, onChange }: Edited) {
  const [rows, setRows] = useState(() => requiredClaimRows(entry["required_claims"]));
  if (rows === undefined) return <OnlyJson name="required_claims" value={entry["required_claims"]} />;
  // Rows stay as they are typed; the entry has only those that say something.
  const change = (to: RequiredClaimRow[]) => {
    setRows(to);
    onChange(withField(entry, "required_claims", requiredClaims(to)));
  };
  return (
    <Rows
      title="required_claims"
      hint="Every token must have these claims. * matches any run of characters; several values are separated by commas."
      add="Add a required claim"
      onAdd={() => change([...rows, { claim: "", values: "" }])}
    >
      {rows.map(({ claim, values }, index) => (
        <Row key={index} label={`Remove required claim ${index + 1}`} onRemove={() => change(rows.toSpliced(index, 1))}>
          <ClaimInput
            aria-label={`Required claim, row ${index + 1}`}
            placeholder="claim"
            className="font-mono"
            value={claim}
            onChange={({ target }) => change(rows.with(index, { claim: target.value, values }))}
          />
          <Input
            aria-label={`Values of required claim, row ${index + 1}`}
            placeholder="value, or a pattern with *"
            className="font-mono"
            value={values}
            onChange={({ target }) => change(rows.with(index, { claim, values: target.value }))}
          />
        </Row>
      ))}
    </Rows>
  );
}

/** The signs that a token is a service account's. */
export function ServiceAccounts({ entry, onChange }: Edited) {
  const given = entry["service_accounts"];
  if (given !== undefined && !(Array.isArray(given) && given.every(isObject)))
    return <OnlyJson name="service_accounts" value={given} />;
  const signs = (given ?? []).filter(isObject);
  const change = (to: readonly Readonly<Record<string, unknown>>[]) =>
    onChange(withField(entry, "service_accounts", to));
  return (
    <Rows
      title="service_accounts"
      hint="Signs that a token is a service account's and no person's; one is enough. Name claims that no user can edit. Empty: as for all issuers."
      add="Add a sign"
      onAdd={() => change([...signs, { claim: "" }])}
    >
      {signs.map((sign, index) => {
        const same = typeof sign["same_as"] === "string";
        const put = (name: string, text: string) => change(signs.with(index, withText(sign, name, text)));
        return (
          <Row key={index} label={`Remove sign ${index + 1}`} onRemove={() => change(signs.toSpliced(index, 1))}>
            <ClaimInput
              aria-label={`Claim of the sign, row ${index + 1}`}
              placeholder="claim"
              className="font-mono"
              value={textOf(sign["claim"])}
              onChange={({ target }) => change(signs.with(index, { ...sign, claim: target.value }))}
            />
            {same ? (
              <ClaimInput
                aria-label={`Claim that it equals, row ${index + 1}`}
                placeholder="the same as claim"
                className="font-mono"
                value={textOf(sign["same_as"])}
                onChange={({ target }) => put("same_as", target.value)}
              />
            ) : (
              <Input
                aria-label={`Value of the sign, row ${index + 1}`}
                placeholder="any value"
                className="font-mono"
                value={textOf(sign["value"])}
                onChange={({ target }) => put("value", target.value)}
              />
            )}
          </Row>
        );
      })}
    </Rows>
  );
}

function withText(
  sign: Readonly<Record<string, unknown>>,
  name: string,
  text: string,
): Readonly<Record<string, unknown>> {
  const { [name]: _, ...rest } = sign;
  return text === "" ? rest : { ...rest, [name]: text };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function OnlyJson({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <p className="font-mono text-[12.5px] font-medium">{name}</p>
      <p className="mt-1 font-mono text-[12.5px] break-all">{JSON.stringify(value)}</p>
      <p className="mt-1 text-[12.5px] text-ink-faint">This value is changed as JSON.</p>
    </div>
  );
}

function Rows({
  title,
  hint,
  add,
  onAdd,
  children,
}: {
  title: string;
  hint: string;
  add: string;
  onAdd: () => void;
  children: ReactNode;
}) {
  return (
    <div className="space-y-2">
      <div>
        <p className="font-mono text-[12.5px] font-medium">{title}</p>
        <p className="mt-0.5 text-[12.5px] leading-snug text-ink-faint">{hint}</p>
      </div>
      {children}
      <Button size="small" onClick={onAdd}>
        <Plus className="size-3.5" aria-hidden /> {add}
      </Button>
    </div>
  );
}

function Row({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap gap-2 sm:flex-nowrap">{children}</div>
      <Button variant="ghost" size="icon" aria-label={label} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </div>
  );
}
