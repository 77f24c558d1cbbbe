"use client";
import type { ReactNode } from "react";
import { hintOfField } from "@/lib/config/access-settings/setting";
import { microsoftGraph } from "@/lib/config/group-overage-settings";
import { isObject } from "@/lib/is-object";
import { Labelled } from "../setting-fields";
import { withField } from "./issuer-draft";
import type { Edited } from "./issuer-field";
import { SecretText, SectionText } from "./section-fields";

const SECTION = microsoftGraph.shape;

/** How Microsoft Graph is asked for groups that a token leaves out. */
export function MicrosoftGraph({ entry, badge, onChange }: Edited & { badge?: ReactNode }) {
  const given = entry["microsoft_graph"];
  if (entry["group_overage"] !== "graph" && given === undefined) return null;
  const section = isObject(given) ? given : {};
  const set = (to: unknown) => onChange(withField(entry, "microsoft_graph", to));
  return (
    <div className="grid gap-3 border-l-2 pl-3">
      <Labelled name="microsoft_graph" badge={badge} />
      <SectionText name="client_id" hint={hintOfField(SECTION.client_id)} {...{ section, set }} />
      <SecretText of="Microsoft Graph" {...{ section, set }} />
      <SectionText name="graph_url" hint={hintOfField(SECTION.graph_url)} {...{ section, set }} />
      <SectionText name="login_url" hint={hintOfField(SECTION.login_url)} {...{ section, set }} />
    </div>
  );
}
