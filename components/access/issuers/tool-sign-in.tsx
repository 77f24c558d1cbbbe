"use client";
import { addressOf } from "@/components/api/address";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { CodeBlock } from "@/components/ui/code-block";
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
            hint="Client id of the gateway at the provider, which must send users back to the address below."
            {...{ section, set }}
          />
          <CodeBlock
            label="Redirect address at the provider"
            code={window.location.origin + addressOf("/authorize/return")}
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
            hint="The address that the token is for (RFC 8707). Leave it out for a provider that refuses it, such as Microsoft Entra ID."
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
