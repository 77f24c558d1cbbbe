"use client";
import type { ReactNode } from "react";
import { ClaimsOfIssuer } from "@/components/claims/use-known-claims";
import { RequiredClaims, ServiceAccounts } from "./claim-rows";
import { withField } from "./issuer-draft";
import { type Edited, IssuerFieldInput } from "./issuer-field";
import { ISSUER_GROUPS, type IssuerField } from "./issuer-groups";
import { Audience, Introspection, Userinfo } from "./issuer-sections";
import { IssuerTables } from "./issuer-tables";
import { MicrosoftGraph } from "./microsoft-graph";

/** The fields of an issuer, by what they are about. */
export function IssuerForm({ entry, onChange, models }: Edited & { models: readonly string[] }) {
  const shared = { entry, onChange };
  const fields = (group: readonly IssuerField[]) =>
    group.map((field) => <IssuerFieldInput key={field.name} field={field} {...shared} />);
  return (
    <ClaimsOfIssuer value={typeof entry["issuer"] === "string" ? entry["issuer"] : undefined}>
      <div className="space-y-2">
        <Group title="Who it is" isOpen>
          {fields(ISSUER_GROUPS.identity)}
        </Group>
        <Group title="Keys" isOpen={has(entry, ISSUER_GROUPS.keys)}>
          {fields(ISSUER_GROUPS.keys)}
        </Group>
        <Group title="Audience and required claims" isOpen>
          <Audience {...shared} />
          {fields(ISSUER_GROUPS.audience)}
          <RequiredClaims
            value={entry["required_claims"]}
            onChange={(required) => onChange(withField(entry, "required_claims", required))}
          />
        </Group>
        <Group title="Claims" isOpen={has(entry, ISSUER_GROUPS.claims)}>
          <p className="text-note text-ink-faint">
            Which claim of its tokens says what. An empty field is as for all issuers.
          </p>
          {fields(ISSUER_GROUPS.claims)}
        </Group>
        <Group title="Tables" isOpen={TABLES.some((name) => entry[name] !== undefined)}>
          <IssuerTables {...shared} models={models} />
        </Group>
        <Group title="Who is admitted" isOpen={has(entry, ISSUER_GROUPS.admission)}>
          {fields(ISSUER_GROUPS.admission)}
        </Group>
        <Group
          title="Service accounts and many groups"
          isOpen={["service_accounts", "group_overage", "microsoft_graph"].some((name) => entry[name] !== undefined)}
        >
          <ServiceAccounts
            value={entry["service_accounts"]}
            empty="as for all issuers."
            onChange={(signs) => onChange(withField(entry, "service_accounts", signs))}
          />
          {fields(ISSUER_GROUPS.groups)}
          <MicrosoftGraph {...shared} />
        </Group>
        <Group
          title="Opaque tokens"
          isOpen={["introspection", "userinfo", "token_prefix"].some((name) => entry[name] !== undefined)}
        >
          <Introspection {...shared} />
          <Userinfo {...shared} />
          {fields(ISSUER_GROUPS.opaque)}
        </Group>
      </div>
    </ClaimsOfIssuer>
  );
}

const TABLES = ["role_mappings", "role_permissions", "group_mappings", "scope_mappings", "key_generation_settings"];

function has(entry: Edited["entry"], fields: readonly IssuerField[]): boolean {
  return fields.some(({ name }) => entry[name] !== undefined);
}

function Group({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="rounded-md border" open={isOpen || undefined}>
      <summary className="cursor-pointer rounded-md px-3 py-2 font-semibold hover:bg-hover">{title}</summary>
      <div className="space-y-4 border-t p-3">{children}</div>
    </details>
  );
}
