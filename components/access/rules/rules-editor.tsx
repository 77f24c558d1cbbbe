"use client";
import { CodeBlock } from "@/components/ui/code-block";
import { Card } from "@/components/ui/card";
import { PlainButton } from "@/components/ui/plain-button";
import { Mono } from "@/components/ui/text";
import { COMMON_SETTINGS } from "@/lib/config/access-settings/table";
import type { AccessSetting } from "@/lib/config/schema";
import { type Configuration, type EffectiveAccess, originOf } from "../draft";
import type { AccessOverrides } from "@/lib/config/schema";
import type { RulesForm } from "./rules-controls";
import { ruleSentences, type SentencePart, sentenceText } from "./rule-sentences";
import { useYaml } from "./use-yaml";

/**
 * What is set, drafts included, as sentences or as the lines of config.yaml. The rest has its default. A sentence leads
 * to the fields that say it.
 */
export function RulesEditor({
  access,
  overrides,
  configuration,
  search,
  form,
}: {
  access: EffectiveAccess;
  overrides: AccessOverrides;
  configuration: Configuration;
  search: string;
  form: RulesForm;
}) {
  const isSet = (setting: AccessSetting) => originOf(setting, overrides, configuration) !== "default";
  const wanted = search.trim().toLowerCase();
  const sentences = ruleSentences(access).filter(
    (sentence) => wanted === "" || `${sentence.setting} ${sentenceText(sentence)}`.toLowerCase().includes(wanted),
  );
  return (
    <Card>
      <h2 className="sr-only">The rules</h2>
      {form === "yaml" ? (
        <div className="p-4">
          <Yaml values={access} isSet={isSet} />
        </div>
      ) : sentences.length === 0 ? (
        <p className="p-4 text-ink-faint">{wanted === "" ? "No rule is set." : "No sentence has these words."}</p>
      ) : (
        <ol aria-label="Rules in words" className="max-h-96 divide-y overflow-y-auto">
          {sentences.map(({ setting, index, parts }) => (
            <li key={`${setting} ${index ?? ""}`}>
              <PlainButton
                type="button"
                className="flex w-full flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
                onClick={() => showSetting(setting, index)}
              >
                <span className="min-w-0 break-words">
                  <Parts parts={parts} />
                </span>
                <Mono className="text-ink-faint">{setting}</Mono>
              </PlainButton>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Parts({ parts }: { parts: readonly SentencePart[] }) {
  return parts.map((part, index) =>
    typeof part === "string" ? (
      <span key={index}>{part}</span>
    ) : (
      <Mono key={index} className="font-medium text-ink">
        {part.name}
      </Mono>
    ),
  );
}

/** The settings that are set, and no secret: those stay with their forms. */
function Yaml({ values, isSet }: { values: EffectiveAccess; isSet: (setting: AccessSetting) => boolean }) {
  const rows: Readonly<Record<string, { readonly group: string } | undefined>> = COMMON_SETTINGS;
  const shown = Object.entries(values).filter(
    ([name, value]) =>
      value !== undefined && rows[name] !== undefined && name !== "microsoft_graph" && isSet(name as AccessSetting),
  );
  const text = useYaml(shown.length === 0 ? undefined : { gateway_jwtauth: Object.fromEntries(shown) });
  if (shown.length === 0) return <p className="text-ink-faint">Nothing is set.</p>;
  return <CodeBlock label="gateway_jwtauth" code={text ?? ""} />;
}

/**
 * Scrolls to the fields of a setting on the page and puts the focus there. `index`: the entry, in a setting that is a
 * list.
 */
function showSetting(setting: string, index?: number): void {
  const badge = document.querySelector(`[data-setting="${CSS.escape(setting)}"]`);
  const around = badge?.closest("section") ?? undefined;
  const entry = index === undefined ? undefined : around?.querySelectorAll("ol > li")[index];
  const place = entry ?? badge?.closest("div") ?? badge;
  if (!place) return;
  place.scrollIntoView({ block: "center" });
  (entry ?? badge?.closest("div"))?.querySelector<HTMLElement>("input, select, textarea, button")?.focus({
    preventScroll: true,
  });
}
