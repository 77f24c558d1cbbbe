import type { ReactNode } from "react";
import { SecretInput } from "@/components/provider-settings/settings-fields";
import { TextField } from "@/components/shared/forms/text-field";
import { Field, Textarea } from "@/components/ui/field";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { HEADERS, type ServerDraft, TOOL_COSTS } from "./server-draft";

/** Fields that few need. `isOpen`: one of them is in use. */
export function More({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="rounded-md border" open={isOpen || undefined}>
      <summary className="cursor-pointer rounded-md px-3 py-2 font-medium hover:bg-hover">{title}</summary>
      <div className="space-y-4 border-t p-3">{children}</div>
    </details>
  );
}

const NUMBERS = [
  { name: "mcp_rpm_limit", label: "Requests per minute", hint: "From each gateway process. Empty: no limit." },
  { name: "max_parallel_requests", label: "Parallel requests", hint: "From each gateway process. Empty: no limit." },
] as const;

/** Prices by tool, the headers of every request, and how much goes to the server. */
export function MoreRuleFields({
  draft: { settings, removed },
  row,
  onChange,
}: {
  draft: ServerDraft;
  row: ToolServerView | null;
  onChange: (to: Partial<ServerDraft>) => void;
}) {
  const set = (name: string, value: string): void => onChange({ settings: { ...settings, [name]: value } });
  const stored = headerNames(row);
  const inUse = [TOOL_COSTS, ...NUMBERS.map(({ name }) => name)].some((name) => (settings[name] ?? "") !== "");
  return (
    <More title="Cost by tool, headers and limits" isOpen={inUse || stored !== undefined}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Cost of a call by tool, in dollars" hint="One per line. Replaces the cost above.">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              className="font-mono text-meta"
              placeholder="create_ticket: 0.05"
              value={settings[TOOL_COSTS] ?? ""}
              onChange={(event) => set(TOOL_COSTS, event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Headers of every request"
          hint="One per line, as name: value. What you type replaces all of them."
        >
          {(control) => (
            <SecretInput
              control={control}
              name="headers"
              isLong
              stored={stored}
              isRemoved={removed.includes(HEADERS)}
              value={settings[HEADERS] ?? ""}
              onValue={(value) =>
                onChange({
                  settings: { ...settings, [HEADERS]: value },
                  removed: removed.filter((name) => name !== HEADERS),
                })
              }
              onRemove={() => onChange({ settings: { ...settings, [HEADERS]: "" }, removed: [...removed, HEADERS] })}
            />
          )}
        </Field>
        {NUMBERS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            inputMode="numeric"
            value={settings[name] ?? ""}
            onValue={(value) => set(name, value)}
          />
        ))}
      </div>
    </More>
  );
}

/** What may be shown of the stored headers; undefined: there are none. */
function headerNames(row: ToolServerView | null): string | undefined {
  const headers: unknown = row && Reflect.get(row, HEADERS);
  const names = typeof headers === "object" && headers !== null ? Object.keys(headers) : [];
  return names.length === 0 ? undefined : names.join(", ");
}
