"use client";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { TableProperties } from "lucide-react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListPage } from "@/components/shared/lists/use-list-page";
import type { AccessView } from "../access-address";
import type { Configuration } from "../draft";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { Card, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { EmptyState } from "@/components/ui/states";
import { ROW_KINDS, type RowKind } from "@/lib/wire/matrix";
import { DraftChanges } from "./draft-changes";
import { MatrixGraph } from "../graph/matrix-graph";
import { MatrixTable } from "./matrix-table";
import { ModelQuestion } from "./model-question";
import { useAccessDraft } from "../use-access-draft";

/** The kinds of rows to choose from. `noun`: the word in the sentence that says there are none. */
const KINDS = [
  { value: "role,scope,team", label: "All", noun: "roles, scopes or teams" },
  { value: "role", label: "Roles", noun: "role mappings" },
  { value: "scope", label: "Scopes", noun: "scopes" },
  { value: "team", label: "Teams", noun: "teams" },
  { value: "user", label: "Users", noun: "users" },
  { value: "key", label: "Keys", noun: "keys" },
] as const satisfies readonly { value: RowKind | "role,scope,team"; label: string; noun: string }[];

const SHOWN_AS = [
  { value: "", label: "Table" },
  { value: "graph", label: "Graph" },
] as const;

/** The rows that a draft is compared for unless one kind is chosen: users and keys too, as only changes are listed. */
const EVERYBODY = ROW_KINDS.join(",");

/** The rows and columns that the address asks for. No models: all columns. */
function chosenIn(view: AccessView) {
  const { value: kinds, noun } = KINDS.find(({ value }) => value === view.rows) ?? KINDS[0];
  return { kinds, noun, models: view.models === "" ? [] : view.models.split(",") };
}

interface MatrixView {
  configuration: Configuration;
  view: AccessView;
  onChange: (to: Partial<AccessView>, how?: "typed") => void;
}

/** Who may use which models and routes under the rules in force, and by which rule. */
export function Matrix({ configuration, view, onChange }: MatrixView) {
  const { kinds, noun, models } = chosenIn(view);
  const { overrides: draft, changed } = useAccessDraft(configuration);
  const page = useListPage(
    { page: view.page, after: view.cursor },
    (to) => onChange({ page: to.page, cursor: to.after }),
    `${kinds} ${view.models}`,
  );
  const isGraph = view.as === "graph";
  const compared = kinds === KINDS[0].value ? EVERYBODY : kinds;
  const named = models.join(",") || undefined;
  const matrix = useRead(decisionContracts.matrix, { kinds, models: named, ...page.asked, size: PAGE_SIZE }, LIVE);
  return (
    <div className="flex flex-col gap-5">
      {changed.length > 0 && (
        <DraftChanges
          {...{ draft, models }}
          kinds={compared}
          cursor={view.after}
          onTurn={(after) => onChange({ after })}
        />
      )}
      <Card>
        <CardHeader
          title="Who may use what"
          description={`Computed by the function that decides about real calls, under the rules in force.${isGraph ? "" : " Select a mark to see the rule behind it."}`}
        >
          <Segmented
            label="Shown as"
            options={SHOWN_AS}
            value={isGraph ? "graph" : ""}
            onChange={(as) => onChange({ as })}
          />
          <Freshness query={matrix} />
        </CardHeader>
        <MatrixFilters {...{ configuration, view, onChange }} />
        <ListBody
          page={page}
          query={matrix}
          many="rows"
          skeletonRows={6}
          whenNone={
            <EmptyState icon={TableProperties} title="Nobody to ask about">
              There are no {noun} yet.
            </EmptyState>
          }
        >
          {(shown, dim) =>
            isGraph ? (
              <MatrixGraph
                matrix={shown}
                configuration={configuration}
                asked={changed.length === 0 ? undefined : { settings: draft, kinds: compared, models: named }}
                dim={dim}
                days={view.days}
                onDays={(days) => onChange({ days })}
              />
            ) : (
              <MatrixTable matrix={shown} dim={dim} />
            )
          }
        </ListBody>
      </Card>
      {/* Shown once the table above is there, because nobody knows its height before. */}
      {!matrix.isPending && (
        <ModelQuestion
          model={view.model}
          known={configuration.models}
          view={{ page: view.users_page, after: view.users_after }}
          onModel={(model) => onChange({ model, users_page: "", users_after: "" }, "typed")}
          onTurn={(to) => onChange({ users_page: to.page, users_after: to.after })}
        />
      )}
    </div>
  );
}

/** The choice of rows and columns. */
function MatrixFilters({ configuration, view, onChange }: MatrixView) {
  const { kinds, models } = chosenIn(view);
  const first = { page: "", cursor: "", after: "" };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
      <div className="max-w-full overflow-x-auto">
        <Segmented label="Rows" options={KINDS} value={kinds} onChange={(rows) => onChange({ rows, ...first })} />
      </div>
      <div className="min-w-52 flex-1">
        <NamePicker
          label="Models"
          values={models}
          known={configuration.models}
          onChange={(names) => onChange({ models: names.join(","), ...first })}
          placeholder="Every model of the configuration"
        />
      </div>
    </div>
  );
}
