"use client";
import { Checkbox } from "./form";
import { NamesField } from "./names-field";

/** Those that providers have; other types, and addresses of servers, can be typed. */
const KNOWN = ["web_search*", "web_fetch*", "code_interpreter", "code_execution*", "file_search", "google_search"];

/** The `hosted_tools` of a team or a key. `values`: null: model calls may bring any. */
export function HostedToolsField({
  values,
  onChange,
}: {
  values: readonly string[] | null;
  onChange: (tools: string[] | null) => void;
}) {
  return (
    <div className="space-y-2">
      <Checkbox
        label="Restrict hosted tools"
        hint="Tools that model calls bring and that run elsewhere, such as a provider's web search or a server's tools."
        checked={values !== null}
        onChange={(isRestricted) => onChange(isRestricted ? [] : null)}
      />
      {values !== null && (
        <NamesField
          label="Hosted tools"
          hint="Types, addresses of servers, or * patterns. Leave empty to allow none."
          values={values}
          known={KNOWN}
          onChange={onChange}
          placeholder="None"
        />
      )}
    </div>
  );
}
