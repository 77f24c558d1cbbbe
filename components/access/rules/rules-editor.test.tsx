import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import type { Configuration } from "../draft";
import { RULE_SECTIONS } from "./rule-sections";
import { RulesControls } from "./rules-controls";
import { RulesEditor } from "./rules-editor";
import { RulesIndex } from "./rules-index";

const configuration: Configuration = {
  revision: null,
  settings: {},
  models: [],
  custom_validate: null,
} as unknown as Configuration;

function words(rules: object, search = ""): string {
  const access = jwtAuth.parse(rules);
  const html = renderToStaticMarkup(
    <RulesEditor access={access} overrides={{}} configuration={configuration} search={search} form="" />,
  );
  return html.replace(/<[^>]+>/g, " ").replace(/ +/g, " ");
}

test("each rule is a sentence, with the name of its setting behind it", () => {
  const rules = { user_id_upsert: true, user_allowed_email_domain: "example.com" };
  expect(words(rules)).toContain("Users need an e-mail address at example.com . user_allowed_email_domain");
  expect(words(rules, "users are created")).not.toContain("e-mail");
  expect(words(rules, "nothing like it")).toContain("No sentence has these words.");
});

test("without a rule, that is said", () => {
  expect(words({})).toContain("No rule is set.");
});

test("the index names the sections that are shown", () => {
  const html = renderToStaticMarkup(<RulesIndex sections={RULE_SECTIONS.slice(0, 2)} />);
  expect(html.match(/Enforcement|Roles, groups, scopes|Claims/g)).toEqual(["Enforcement", "Roles, groups, scopes"]);
});

test("the controls say what is shown", () => {
  const html = renderToStaticMarkup(<RulesControls search="" onlySet form="yaml" onChange={() => undefined} />);
  expect(html).toMatch(/aria-pressed="true"[^>]*>As YAML/);
  expect(html).toMatch(/aria-pressed="true"[^>]*>Only what is set/);
});
