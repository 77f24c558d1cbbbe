"use client";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { ClaimInput } from "@/components/claims/claim-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { hintOf } from "@/lib/config/access-settings/setting";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import type { ServiceAccountMarker } from "@/lib/config/service-account-settings";
import { RemovableRow } from "../removable-row";
import { requiredClaimRows, requiredClaims, type RequiredClaimRow } from "./issuer-draft";

/** The claims that every token of an issuer must have, with their values. */
export function RequiredClaims({
  value,
  badge,
  onChange,
}: {
  value: unknown;
  badge?: ReactNode;
  onChange: (required: Record<string, string | string[]>) => void;
}) {
  const [typed, setRows] = useState(() => requiredClaimRows(value));
  // Where they differ, the entry was changed elsewhere, for example reset, and what was typed no longer counts.
  const isTyped = typed !== undefined && isSame(requiredClaims(typed), value);
  const rows = isTyped ? typed : requiredClaimRows(value);
  if (rows === undefined) return <OnlyJson name="required_claims" value={value} />;
  // Rows keep what is typed. The entry gets only the rows that are filled in.
  const change = (to: RequiredClaimRow[]) => {
    setRows(to);
    onChange(requiredClaims(to));
  };
  return (
    <Rows
      title="required_claims"
      badge={badge}
      hint={`${hintOf(COMMON_SETTINGS.required_claims, false)} Separate several values by commas.`}
      add="Add a required claim"
      onAdd={() => change([...rows, { claim: "", values: "" }])}
    >
      {rows.map(({ claim, values }, index) => (
        <RemovableRow
          key={index}
          label={`Remove required claim ${index + 1}`}
          onRemove={() => change(rows.toSpliced(index, 1))}
        >
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
        </RemovableRow>
      ))}
    </Rows>
  );
}

function isSame(typed: object, given: unknown): boolean {
  return JSON.stringify(typed) === JSON.stringify(given ?? {});
}

/** Checks only the shape, because rows may be half typed. The check of the draft says what is missing. */
const MARKERS = z.array(
  z.strictObject({ claim: z.string(), value: z.string().optional(), same_as: z.string().optional() }),
);

/** The markers that a token is a service account's. */
export function ServiceAccounts({
  value,
  isCommon = false,
  badge,
  onChange,
}: {
  value: unknown;
  badge?: ReactNode;
  /** Whether they hold for all issuers. */
  isCommon?: boolean;
  onChange: (markers: ServiceAccountMarker[]) => void;
}) {
  const given = MARKERS.safeParse(value ?? []);
  if (!given.success) return <OnlyJson name="service_accounts" value={value} />;
  const markers = given.data;
  return (
    <Rows
      title="service_accounts"
      badge={badge}
      hint={hintOf(COMMON_SETTINGS.service_accounts, isCommon)}
      add="Add a marker"
      onAdd={() => onChange([...markers, { claim: "" }])}
    >
      {markers.map((marker, index) => {
        const put = (change: Partial<ServiceAccountMarker>) => onChange(markers.with(index, { ...marker, ...change }));
        return (
          <RemovableRow
            key={index}
            label={`Remove marker ${index + 1}`}
            onRemove={() => onChange(markers.toSpliced(index, 1))}
          >
            <ClaimInput
              aria-label={`Claim of the marker, row ${index + 1}`}
              placeholder="claim"
              className="font-mono"
              value={marker.claim}
              onChange={({ target }) => put({ claim: target.value })}
            />
            {marker.same_as !== undefined ? (
              <ClaimInput
                aria-label={`Claim that it equals, row ${index + 1}`}
                placeholder="the same as claim"
                className="font-mono"
                value={marker.same_as}
                onChange={({ target }) => put({ same_as: target.value })}
              />
            ) : (
              <Input
                aria-label={`Value of the marker, row ${index + 1}`}
                placeholder="any value"
                className="font-mono"
                value={marker.value ?? ""}
                onChange={({ target }) => onChange(markers.with(index, withValue(marker, target.value)))}
              />
            )}
          </RemovableRow>
        );
      })}
    </Rows>
  );
}

/** The marker with a value, or without one, which any value fits. */
function withValue({ value: _, ...marker }: ServiceAccountMarker, value: string): ServiceAccountMarker {
  return value === "" ? marker : { ...marker, value };
}

function OnlyJson({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <p className="font-mono text-meta font-medium">{name}</p>
      <p className="mt-1 font-mono text-meta wrap-anywhere">{JSON.stringify(value)}</p>
      <p className="mt-1 text-meta text-ink-faint">This value is changed as JSON.</p>
    </div>
  );
}

function Rows({
  title,
  badge,
  hint,
  add,
  onAdd,
  children,
}: {
  title: string;
  badge: ReactNode;
  hint: string;
  add: string;
  onAdd: () => void;
  children: ReactNode;
}) {
  return (
    <div className="space-y-2">
      <div>
        <p className="flex min-h-6 flex-wrap items-center gap-2">
          <span className="font-mono text-meta font-medium">{title}</span>
          {badge}
        </p>
        <p className="mt-0.5 text-meta leading-snug text-ink-faint">{hint}</p>
      </div>
      {children}
      <Button size="small" onClick={onAdd}>
        <Plus className="size-3.5" aria-hidden /> {add}
      </Button>
    </div>
  );
}
