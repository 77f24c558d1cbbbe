"use client";
import { ClaimInput } from "@/components/claims/claim-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Card, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { ALGORITHMS } from "@/lib/config/algorithms";
import { requiredProof } from "@/lib/config/issuer-schema";
import { isObject } from "@/lib/is-object";
import { findingsAt } from "../draft";
import { FindingLines } from "../finding-lines";
import { Labelled, NumberSetting, type Shared, SwitchSetting, TextSetting } from "../setting-fields";
import { RequiredClaims, ServiceAccounts } from "./claim-rows";
import { Choice } from "./issuer-field";
import { draftedGraph } from "./issuer-draft";
import { MicrosoftGraph } from "./microsoft-graph";

const OVERAGE = [
  { value: "refuse", words: "Refuse the call" },
  { value: "ignore", words: "No groups" },
  { value: "graph", words: "Ask Microsoft Graph" },
] as const;

const SWITCHES = [
  ["require_exp", "Refuses tokens without an expiry time."],
  [
    "allow_sender_constrained_tokens",
    "Accepts tokens that are bound to their sender (DPoP, mutual TLS) as plain bearer tokens, without checking the binding.",
  ],
] as const;

const NUMBERS = [
  ["clock_skew_seconds", "Seconds by which the clocks of the gateway and of a provider may differ, 300 at most."],
  ["public_key_ttl", "Seconds for which the keys of a provider are used before they are fetched again."],
  ["public_key_stale_ttl", "Seconds for which they may be used after that while the provider is down."],
] as const;

/** What the tokens of an issuer must fulfil unless its own entry says otherwise. */
export function TokenProof(shared: Shared) {
  const { draft, access, badge, configuration } = shared;
  // The gateway sends a mark in place of the secret, in the file's value as in that of a revision.
  const graph: unknown =
    draft.overrides.microsoft_graph ?? configuration.settings["microsoft_graph"]?.file_value ?? undefined;
  /** Whether the file has a value, which an empty one then overrides. */
  const isInFile = (setting: "required_claims" | "service_accounts") =>
    Object.keys(configuration.settings[setting]?.file_value ?? {}).length > 0;
  return (
    <Card>
      <CardHeader
        title="What tokens must fulfil"
        description="For the tokens of every issuer that does not say otherwise itself."
      />
      <div className="grid items-start gap-x-6 gap-y-4 p-4 lg:grid-cols-2">
        <div>
          <RequiredClaims
            badge={badge("required_claims")}
            value={access.required_claims}
            onChange={(required) =>
              Object.keys(required).length === 0 && !isInFile("required_claims")
                ? draft.reset("required_claims")
                : draft.set("required_claims", required)
            }
          />
          <FindingLines findings={findingsAt(draft.findings, "required_claims")} />
        </div>
        <div>
          <ServiceAccounts
            badge={badge("service_accounts")}
            value={access.service_accounts}
            empty="the signs of Entra ID, Auth0, Okta, Cognito and Keycloak."
            onChange={(signs) =>
              signs.length === 0 && !isInFile("service_accounts")
                ? draft.reset("service_accounts")
                : draft.set("service_accounts", signs)
            }
          />
          <FindingLines findings={findingsAt(draft.findings, "service_accounts")} />
        </div>
        <TextSetting
          setting="audience_claim"
          hint="The claim that is compared with the audiences instead of aud. Leave empty for aud."
          input={ClaimInput}
          {...shared}
        />
        <div>
          <Field
            label={<Labelled name="algorithms" badge={badge("algorithms")} />}
            hint="Signature algorithms of tokens. Leave empty for every RS, PS and ES algorithm, and EdDSA."
          >
            {(control) => (
              <NamePicker
                id={control.id}
                describedBy={control["aria-describedby"]}
                list="algorithms"
                values={access.algorithms ?? []}
                known={ALGORITHMS}
                onChange={(names) => {
                  const known = requiredProof.algorithms.safeParse(names);
                  if (known.success) draft.set("algorithms", known.data);
                  else if (names.length === 0) draft.reset("algorithms");
                }}
                placeholder="All algorithms"
              />
            )}
          </Field>
          <FindingLines findings={findingsAt(draft.findings, "algorithms")} />
        </div>
        {NUMBERS.map(([setting, hint]) => (
          <NumberSetting key={setting} setting={setting} hint={hint} {...shared} />
        ))}
        <div className="space-y-4">
          {SWITCHES.map(([setting, hint]) => (
            <SwitchSetting key={setting} setting={setting} hint={hint} {...shared} />
          ))}
        </div>
        <div>
          <Field
            label={<Labelled name="group_overage" badge={badge("group_overage")} />}
            hint="What to do when Entra ID leaves the groups out of a token because they are too many."
          >
            {(control) => (
              <Choice
                control={control}
                options={OVERAGE}
                value={access.group_overage}
                onChoice={(choice) => draft.set("group_overage", requiredProof.group_overage.parse(choice))}
              />
            )}
          </Field>
          <FindingLines findings={findingsAt(draft.findings, "group_overage")} />
          <div className="mt-3">
            <MicrosoftGraph
              // Each save makes the section anew, so that the typed secret becomes the kept one.
              key={configuration.revision?.id}
              entry={{ group_overage: access.group_overage, microsoft_graph: graph }}
              badge={badge("microsoft_graph")}
              onChange={({ microsoft_graph: changed }) =>
                isObject(changed)
                  ? draft.set("microsoft_graph", draftedGraph(changed, graph))
                  : draft.reset("microsoft_graph")
              }
            />
            <FindingLines findings={findingsAt(draft.findings, "microsoft_graph")} />
          </div>
        </div>
      </div>
    </Card>
  );
}
