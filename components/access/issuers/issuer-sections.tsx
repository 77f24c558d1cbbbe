"use client";
import { useState } from "react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Field, Input } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { ISSUER_SETTINGS } from "@/lib/config/access-settings/issuer";
import { hintOf, hintOfField } from "@/lib/config/access-settings/setting";
import { introspection } from "@/lib/config/opaque-token-settings";
import { isObject } from "@/lib/is-object";
import { withField } from "./issuer-draft";
import { SecretText, SectionText } from "./section-fields";
import { Choice } from "../choice";
import type { Edited } from "./issuer-field";

const AUDIENCES = [
  { value: "common", label: "From JWT_AUDIENCE" },
  { value: "own", label: "These" },
  { value: "none", label: "Not checked" },
] as const;

/** Which audiences the tokens of an issuer may have. */
export function Audience({ entry, onChange }: Edited) {
  const { audience } = entry;
  const given = audience === undefined ? "common" : audience === "none" ? "none" : "own";
  // Kept here too, because "These" may be chosen before any audience is typed.
  const [chosen, setChosen] = useState<unknown>(given);
  const set = (to: unknown) => onChange(withField(entry, "audience", to));
  return (
    <div className="grid gap-2">
      <Field
        label={<span className="font-mono text-meta">audience</span>}
        hint={
          chosen === "none"
            ? "Also accept tokens that this issuer made for other services."
            : hintOf(ISSUER_SETTINGS.audience, false)
        }
      >
        {(control) => (
          <Choice
            control={control}
            options={AUDIENCES}
            value={chosen}
            onChoice={(choice) => {
              setChosen(choice);
              set(choice === "none" ? "none" : undefined);
            }}
          />
        )}
      </Field>
      {chosen === "own" && (
        <NamePicker
          label="Audiences"
          list="the audiences"
          values={given === "own" ? [audience].flat().map(String) : []}
          known={[]}
          onChange={set}
          placeholder="Audience, then Enter"
        />
      )}
    </div>
  );
}

const SECTION = introspection.shape;

/** How the issuer is asked about opaque tokens by introspection. */
export function Introspection({ entry, onChange }: Edited) {
  const section = isObject(entry["introspection"]) ? entry["introspection"] : undefined;
  const set = (to: unknown) =>
    onChange({ ...withField(entry, "introspection", undefined), ...(to ? { introspection: to } : {}) });
  return (
    <div className="space-y-3">
      <Switch
        label="introspection"
        hint={hintOf(ISSUER_SETTINGS.introspection, false)}
        checked={section !== undefined}
        onChange={(on) => set(on ? { client_id: "", client_secret: "" } : undefined)}
      />
      {section && (
        <div className="grid gap-3 border-l-2 pl-3">
          <SectionText name="client_id" hint={hintOfField(SECTION.client_id)} {...{ section, set }} />
          <SecretText of="introspection" {...{ section, set }} />
          <SectionText name="url" label="introspection url" hint={hintOfField(SECTION.url)} {...{ section, set }} />
          <Switch
            label="jwts"
            hint={hintOfField(SECTION.jwts)}
            checked={section["jwts"] === true}
            onChange={(on) => set(withField(section, "jwts", on ? true : undefined))}
          />
        </div>
      )}
    </div>
  );
}

const USERINFO = [
  { value: undefined, label: "Not asked" },
  { value: true, label: "From the discovery document" },
  { value: "address", label: "This address" },
] as const;

/** Whether the issuer's userinfo endpoint is asked. */
export function Userinfo({ entry, onChange }: Edited) {
  const { userinfo } = entry;
  const [chosen, setChosen] = useState<unknown>(() =>
    typeof userinfo === "string" ? "address" : userinfo || undefined,
  );
  const set = (to: unknown) => onChange(withField(entry, "userinfo", to));
  return (
    <div className="grid gap-2">
      <Field
        label={<span className="font-mono text-meta">userinfo</span>}
        hint={hintOf(ISSUER_SETTINGS.userinfo, false)}
      >
        {(control) => (
          <Choice
            control={control}
            options={USERINFO}
            value={chosen}
            onChoice={(choice) => {
              setChosen(choice);
              set(choice === true ? true : undefined);
            }}
          />
        )}
      </Field>
      {chosen === "address" && (
        <Input
          aria-label="Address of userinfo"
          placeholder="https://…"
          className="font-mono"
          value={typeof userinfo === "string" ? userinfo : ""}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </div>
  );
}
