"use client";
import { Card, CardHeader } from "@/components/ui/card";
import type { AccessSetting } from "@/lib/config/schema";
import { type Configuration, effectiveAccess, originOf } from "./draft";
import { draftedIssuers, issuerDrafts } from "./issuers/issuer-draft";
import { Issuers } from "./issuers/issuers";
import { PolicyTests } from "./policy-tests/policy-tests";
import { SaveBar } from "./save-bar";
import { SettingGroupInputs } from "./setting-input";
import { SettingOriginBadge } from "./setting-heading";
import { useAccessDraft } from "./use-access-draft";

const GRID = "grid items-start gap-x-6 gap-y-4 p-4 lg:grid-cols-2";

/** The rules of Access as one draft, with the findings about it and the bar that saves it. */
export function AccessEditor({ configuration }: { configuration: Configuration }) {
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
  const shared = { draft, access, configuration, badge };
  return (
    <div className="space-y-5">
      <Card>
        <CardHeader title="Enforcement" />
        <div className="grid gap-4 p-4">
          <SettingGroupInputs group="enforcement" {...shared} />
        </div>
      </Card>
      <SettingGroupInputs group="tables" {...shared} />
      <Card>
        <CardHeader
          title="Claims"
          description="Which claim of a token says what. Fields offer the claims of recent tokens."
        />
        <div className={GRID}>
          <SettingGroupInputs group="claims" {...shared} />
        </div>
      </Card>
      <Card>
        <CardHeader
          title="Token requirements"
          description="For the tokens of every issuer that does not say otherwise itself."
        />
        <div className={GRID}>
          <SettingGroupInputs group="audience" {...shared} />
          <SettingGroupInputs group="keys" {...shared} />
          <SettingGroupInputs group="groups" {...shared} />
        </div>
      </Card>
      <Issuers
        // The gateway sends marks in place of secrets, in entries of the file as in those of a revision.
        issuers={issuerDrafts(draft.overrides.issuers ?? configuration.settings["issuers"]?.file_value)}
        saved={new Set(issuerDrafts(configuration.settings["issuers"]?.value).map(({ issuer }) => String(issuer)))}
        models={configuration.models}
        findings={draft.findings}
        badge={badge("issuers")}
        onChange={(issuers) => draft.set("issuers", draftedIssuers(issuers))}
      />
      <Card>
        <CardHeader title="Users and teams" />
        <div className={GRID}>
          <SettingGroupInputs group="people" {...shared} />
        </div>
      </Card>
      <Card>
        <CardHeader title="Administrators and routes" />
        <div className={GRID}>
          <SettingGroupInputs group="rights" {...shared} />
          <div>
            <h3 className="flex min-h-6 items-center font-mono text-meta font-medium">custom_validate</h3>
            <p className="mt-1 font-mono text-meta break-all">{configuration.custom_validate ?? "–"}</p>
            <p className="mt-1 text-meta text-ink-faint">
              A function of the operator that has the last word about a token. Only config.yaml can name it.
            </p>
          </div>
        </div>
      </Card>
      <PolicyTests
        tests={access.policy_tests}
        results={draft.results}
        findings={draft.findings}
        badge={badge("policy_tests")}
        onChange={(tests) => draft.set("policy_tests", tests)}
      />
      <SaveBar draft={draft} />
    </div>
  );
}
