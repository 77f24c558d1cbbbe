"use client";
import { useState } from "react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Field, Input } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { isObject } from "@/lib/is-object";
import { withField } from "./issuer-draft";
import { SecretText, SectionText } from "./section-fields";
import { Choice, type Edited } from "./issuer-field";

const AUDIENCES = [
  { value: "common", words: "Those of JWT_AUDIENCE" },
  { value: "own", words: "These" },
  { value: "none", words: "Not checked" },
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
        label={<span className="font-mono text-note">audience</span>}
        hint={
          chosen === "none"
            ? "Tokens of this issuer that were made for other services are accepted too."
            : "Tokens must have one of these audiences."
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

/** How the issuer is asked about opaque tokens by introspection. */
export function Introspection({ entry, onChange }: Edited) {
  const section = isObject(entry["introspection"]) ? entry["introspection"] : undefined;
  const set = (to: unknown) =>
    onChange({ ...withField(entry, "introspection", undefined), ...(to ? { introspection: to } : {}) });
  return (
    <div className="space-y-3">
      <Switch
        label="introspection"
        hint="Asks the issuer about opaque tokens (RFC 7662), with client credentials."
        checked={section !== undefined}
        onChange={(on) => set(on ? { client_id: "", client_secret: "" } : undefined)}
      />
      {section && (
        <div className="grid gap-3 border-l-2 pl-3">
          <SectionText name="client_id" hint="Client id with which the gateway asks." {...{ section, set }} />
          <SecretText of="introspection" {...{ section, set }} />
          <SectionText
            name="url"
            label="introspection url"
            hint="Leave empty to find it by the discovery document."
            {...{ section, set }}
          />
          <Switch
            label="jwts"
            hint="Also asks about the JWTs of this issuer, for lightweight tokens and those that can be revoked."
            checked={section["jwts"] === true}
            onChange={(on) => set(withField(section, "jwts", on ? true : undefined))}
          />
        </div>
      )}
    </div>
  );
}

const USERINFO = [
  { value: undefined, words: "Not asked" },
  { value: true, words: "The one of the discovery document" },
  { value: "address", words: "This address" },
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
        label={<span className="font-mono text-note">userinfo</span>}
        hint="Asked for the claims of opaque tokens. Beside introspection it adds claims; alone it proves the token, whose audience is then not known."
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
