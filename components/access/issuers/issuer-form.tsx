"use client";
import type { ReactNode } from "react";
import { ClaimsOfIssuer } from "@/components/claims/use-known-claims";
import { RequiredClaims, ServiceAccounts } from "./claim-rows";
import { withField } from "./issuer-draft";
import { type Edited, IssuerFieldInput } from "./issuer-field";
import type { SettingGroup } from "@/lib/config/access-settings/setting";
import { KeyGeneration } from "../key-generation";
import { AS_COMMON, issuerFields } from "./issuer-fields";
import { Audience, Introspection, Userinfo } from "./issuer-sections";
import { IssuerTables } from "./issuer-tables";
import { MicrosoftGraph } from "./microsoft-graph";
import { ToolSignIn } from "./tool-sign-in";

/** The fields of an issuer, by what they are about. */
export function IssuerForm({ entry, onChange, models }: Edited & { models: readonly string[] }) {
  const shared = { entry, onChange };
  const fields = (...groups: SettingGroup[]) =>
    groups
      .flatMap((group) => issuerFields(group))
      .map((field) => <IssuerFieldInput key={field.name} field={field} {...shared} />);
  /** Whether the entry has any field of the groups. */
  const has = (...groups: SettingGroup[]) =>
    groups.some((group) =>
      [...issuerFields(group), ...issuerFields(group, true)].some(({ name }) => entry[name] !== undefined),
    );
  return (
    <ClaimsOfIssuer value={typeof entry["issuer"] === "string" ? entry["issuer"] : undefined}>
      <div className="space-y-2">
        <Group title="Who it is" isOpen>
          {fields("identity")}
        </Group>
        <Group title="Keys" isOpen={has("keys")}>
          {fields("keys")}
        </Group>
        <Group title="Audience and required claims" isOpen>
          <Audience {...shared} />
          {fields("audience")}
          <RequiredClaims
            value={entry["required_claims"]}
            onChange={(required) => onChange(withField(entry, "required_claims", required))}
          />
        </Group>
        <Group title="Claims" isOpen={has("claims")}>
          <p className="text-meta text-ink-faint">
            Which claim of its tokens holds what. Leave a field empty to use the common setting.
          </p>
          {fields("claims")}
        </Group>
        <Group title="Tables" isOpen={has("tables")}>
          <IssuerTables {...shared} models={models} />
        </Group>
        <Group title="Who is admitted" isOpen={has("rights", "people", "enforcement")}>
          {fields("rights", "people", "enforcement")}
          <KeyGeneration
            value={entry["key_generation_settings"]}
            unset={AS_COMMON}
            // Empty settings differ from none here: with them, nobody makes keys.
            onChange={(settings) => {
              const { key_generation_settings: _, ...rest } = entry;
              onChange(settings === undefined ? rest : { ...rest, key_generation_settings: settings });
            }}
          />
        </Group>
        <Group title="Service accounts and many groups" isOpen={has("groups")}>
          <ServiceAccounts
            value={entry["service_accounts"]}
            onChange={(accounts) => onChange(withField(entry, "service_accounts", accounts))}
          />
          {fields("groups")}
          <MicrosoftGraph {...shared} />
        </Group>
        <Group title="Opaque tokens" isOpen={has("opaque")}>
          <Introspection {...shared} />
          <Userinfo {...shared} />
          {fields("opaque")}
        </Group>
        <Group title="Applications that use tools" isOpen={has("tools")}>
          <ToolSignIn {...shared} />
        </Group>
      </div>
    </ClaimsOfIssuer>
  );
}

function Group({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="rounded-md border" open={isOpen || undefined}>
      <summary className="cursor-pointer rounded-md px-3 py-2 font-semibold hover:bg-hover">{title}</summary>
      <div className="space-y-4 border-t p-3">{children}</div>
    </details>
  );
}
