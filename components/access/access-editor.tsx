"use client";
import type { ReactNode } from "react";
import { Card, CardHeader } from "@/components/ui/card";
import type { AccessSetting } from "@/lib/config/schema";
import { type Configuration, effectiveAccess, originOf } from "./draft";
import { draftedIssuers, issuerDrafts } from "./issuers/issuer-draft";
import { Issuers } from "./issuers/issuers";
import { PolicyTests } from "./policy-tests/policy-tests";
import { RULE_SECTIONS, type RuleSection, settingsIn, showsSetting } from "./rules/rule-sections";
import type { RulesForm } from "./rules/rules-controls";
import { RulesEditor } from "./rules/rules-editor";
import { RulesIndex } from "./rules/rules-index";
import { SaveBar } from "./save-bar";
import { SettingGroupInputs } from "./setting-input";
import type { Shared } from "./setting-fields";
import { SettingOriginBadge } from "./setting-heading";
import { useAccessDraft } from "./use-access-draft";

const GRID = "grid items-start gap-x-6 gap-y-4 p-4 lg:grid-cols-2";

/**
 * The rules of Access as one draft, with the findings about it and the bar that saves it. `search`: what the shown
 * settings have in their names, texts or sections; `onlySet`: whether those with their defaults are left out; `form`:
 * how those that are set are summed up.
 */
export function AccessEditor({
  configuration,
  search,
  onlySet,
  form,
}: {
  configuration: Configuration;
  search: string;
  onlySet: boolean;
  form: RulesForm;
}) {
  const draft = useAccessDraft(configuration);
  const access = effectiveAccess(draft.overrides, configuration);
  const badge = (setting: AccessSetting) => (
    <SettingOriginBadge
      setting={setting}
      origin={originOf(setting, draft.overrides, configuration)}
      overridden={setting in draft.overrides}
      onReset={draft.reset}
    />
  );
  const isSet = (setting: AccessSetting) => originOf(setting, draft.overrides, configuration) !== "default";
  const shows = (setting: AccessSetting) => showsSetting(setting, { search, onlySet, isSet });
  const sections = RULE_SECTIONS.filter((section) => settingsIn(section).some(shows));
  const shared = { draft, access, configuration, badge, shows };
  return (
    <div className="space-y-5">
      <RulesEditor
        access={access}
        overrides={draft.overrides}
        configuration={configuration}
        search={search}
        form={form}
      />
      {sections.length > 1 && <RulesIndex sections={sections} />}
      {sections.map((section) => (
        <div key={section.id} id={`rules-${section.id}`} tabIndex={-1} className="scroll-mt-16 space-y-5 rounded-lg">
          <Section section={section} {...shared} />
        </div>
      ))}
      {sections.length === 0 && (
        <Card>
          <p className="p-4 text-ink-faint">
            {search.trim() === "" ? "Nothing is set: every rule has its default." : "No setting has these words."}
          </p>
        </Card>
      )}
      <SaveBar draft={draft} />
    </div>
  );
}

type SectionProps = Omit<Shared, "draft"> & { draft: ReturnType<typeof useAccessDraft> };

function Section({ section, ...shared }: SectionProps & { section: RuleSection }) {
  const { draft, access, configuration, badge } = shared;
  switch (section.id) {
    case "mappings":
      return <SettingGroupInputs group="tables" {...shared} />;
    case "issuers":
      return (
        <Issuers
          // The gateway sends marks in place of secrets, in entries of the file as in those of a revision.
          issuers={issuerDrafts(draft.overrides.issuers ?? configuration.settings["issuers"]?.file_value)}
          saved={new Set(issuerDrafts(configuration.settings["issuers"]?.value).map(({ issuer }) => String(issuer)))}
          models={configuration.models}
          findings={draft.findings}
          badge={badge("issuers")}
          onChange={(issuers) => draft.set("issuers", draftedIssuers(issuers))}
        />
      );
    case "tests":
      return (
        <PolicyTests
          tests={access.policy_tests}
          results={draft.results}
          findings={draft.findings}
          badge={badge("policy_tests")}
          onChange={(tests) => draft.set("policy_tests", tests)}
        />
      );
    default:
      return (
        <Fields section={section}>
          {section.groups.map((group) => (
            <SettingGroupInputs key={group} group={group} {...shared} />
          ))}
          {section.id === "rights" && <CustomValidate name={configuration.custom_validate} />}
        </Fields>
      );
  }
}

/** A card of single fields. */
function Fields({ section: { id, title, description }, children }: { section: RuleSection; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} {...(description !== undefined && { description })} />
      <div className={id === "enforcement" ? "grid gap-4 p-4" : GRID}>{children}</div>
    </Card>
  );
}

function CustomValidate({ name }: { name: string | null }) {
  return (
    <div>
      <h3 className="flex min-h-6 items-center font-mono text-meta font-medium">custom_validate</h3>
      <p className="mt-1 font-mono text-meta wrap-anywhere">{name ?? "–"}</p>
      <p className="mt-1 text-meta text-ink-faint">
        The operator's own function, which can still refuse a token at the end. Only config.yaml can name it.
      </p>
    </div>
  );
}
