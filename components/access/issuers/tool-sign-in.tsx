"use client";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { ISSUER_SETTINGS } from "@/lib/config/access-settings/issuer";
import { hintOf, hintOfField } from "@/lib/config/access-settings/setting";
import { toolSignIn } from "@/lib/config/mcp/tool-sign-in-settings";
import { isObject } from "@/lib/is-object";
import { Choice } from "../choice";
import { withField } from "./issuer-draft";
import type { Edited } from "./issuer-field";
import { SecretText, SectionText } from "./section-fields";

const SECTION = toolSignIn.shape;

const RESOURCES = [
  { value: undefined, label: "Send it" },
  { value: "drop", label: "Leave it out" },
] as const;

/** How the gateway signs users in for applications that use tools. */
export function ToolSignIn({ entry, onChange }: Edited) {
  const section = isObject(entry["mcp_oauth"]) ? entry["mcp_oauth"] : undefined;
  const set = (to: unknown) =>
    onChange({ ...withField(entry, "mcp_oauth", undefined), ...(to ? { mcp_oauth: to } : {}) });
  const scopes = section && Array.isArray(section["scopes"]) ? section["scopes"].map(String) : [];
  return (
    <div className="space-y-3">
      <Switch
        label="mcp_oauth"
        hint={hintOf(ISSUER_SETTINGS.mcp_oauth, false)}
        checked={section !== undefined}
        onChange={(on) => set(on ? { client_id: "" } : undefined)}
      />
      {section && (
        <div className="grid gap-3 border-l-2 pl-3">
          <SectionText
            name="client_id"
            label="mcp_oauth client_id"
            hint={hintOfField(SECTION.client_id)}
            {...{ section, set }}
          />
          <SecretText
            of="mcp_oauth"
            section={section}
            // Without a secret, the client has none.
            set={(to) => set(isObject(to) && to["client_secret"] === "" ? withField(to, "client_secret", "") : to)}
          />
          <Field
            label={<span className="font-mono text-meta">mcp_oauth scopes</span>}
            hint={hintOfField(SECTION.scopes)}
          >
            {(control) => (
              <NamePicker
                id={control.id}
                describedBy={control["aria-describedby"]}
                list="mcp_oauth scopes"
                values={scopes}
                known={[]}
                onChange={(names) => set(withField(section, "scopes", names))}
                placeholder="Scope, then Enter"
              />
            )}
          </Field>
          <Field
            label={<span className="font-mono text-meta">mcp_oauth resource</span>}
            hint={hintOfField(SECTION.resource)}
          >
            {(control) => (
              <Choice
                control={control}
                options={RESOURCES}
                value={section["resource"] === "drop" ? "drop" : undefined}
                onChoice={(choice) => set(withField(section, "resource", choice))}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}
