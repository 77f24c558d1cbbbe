import { ChosenInput } from "@/components/shared/forms/chosen-input";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { ModelField } from "@/components/shared/forms/model-field";
import { TextField } from "@/components/shared/forms/text-field";
import { useModelNames } from "@/components/shared/use-model-names";
import { Field } from "@/components/ui/field";
import type { Draft, Faults, Route } from "./question";

const FAMILIES: Readonly<Record<string, string>> = {
  openai_routes: "OpenAI format",
  anthropic_routes: "Anthropic format",
  google_routes: "Google format",
  mcp_routes: "Tools",
  info_routes: "Information",
  management_routes: "Management",
  spend_routes: "Spend",
};

const EXAMPLE_BODY = '{"max_tokens": 1000, "messages": []}';

export interface Edited {
  draft: Draft;
  faults: Faults;
  change: (name: keyof Draft) => (value: string) => void;
}

/** What is asked with the credential. `route`: the chosen one of the routes. */
export function RequestFields({
  draft,
  faults,
  routes,
  route,
  change,
}: Edited & { routes: readonly Route[]; route: Route | undefined }) {
  const models = useModelNames();
  return (
    <>
      <Field label="Route">
        {(control) => (
          <ChosenInput
            {...control}
            look="font-mono text-meta"
            value={route?.name ?? ""}
            offered={routes.map(({ name, family }) => ({ id: name, name, detail: FAMILIES[family] ?? family }))}
            onChoose={change("route")}
          />
        )}
      </Field>
      {route?.namesModel && (
        <ModelField
          label="Model"
          models={models.data ?? []}
          placeholder="openai/gpt-4o-mini"
          value={draft.model}
          fault={faults.model}
          onChange={change("model")}
        />
      )}
      {route?.namesTool && <ToolFields {...{ draft, faults, change }} />}
      <TextField
        label="Team header"
        hint="x-gateway-team-id: the group of the token that pays. Optional."
        className="font-mono text-meta"
        value={draft.team}
        onValue={change("team")}
      />
      <TextField
        label="Organisation header"
        hint="x-gateway-organization-id: the organisation of the token that pays. Optional."
        className="font-mono text-meta"
        value={draft.organization}
        onValue={change("organization")}
      />
      {route?.namesModel && (
        <Field
          label="Body"
          hint="Optional. Its length and max_tokens determine what the call may cost and use. Without a body, the smallest possible call is assumed."
          error={faults.body}
        >
          {(control) => (
            <JsonTextarea
              {...control}
              rows={2}
              placeholder={EXAMPLE_BODY}
              value={draft.body}
              onChange={(event) => change("body")(event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The tool server that is asked, and its tool. */
function ToolFields({ draft, faults, change }: Edited) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Tool server"
        hint="Its name in mcp_servers. Without one, only the route is decided."
        className="font-mono text-meta"
        value={draft.server}
        error={faults.server}
        onValue={change("server")}
      />
      <TextField
        label="Tool"
        hint="Its own name. Without one, the server's prompts and resources are meant."
        className="font-mono text-meta"
        value={draft.tool}
        onValue={change("tool")}
      />
    </div>
  );
}
