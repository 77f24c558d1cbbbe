"use client";
import { configContracts } from "@/lib/wire/contracts/config";
import { useRead } from "@/components/api/use-read";
import { ClaimsSeen } from "@/components/claims/claims-seen";
import { useReadOnly } from "@/components/shared/read-only";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import { Tabs } from "@/components/ui/tabs";
import { USUAL_ACCESS } from "./access-address";
import { RulesControls } from "./rules/rules-controls";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

// What checks a draft as the gateway does is the largest part of the console after the charts.
const AccessEditor = lazyPart(() => import("./access-editor").then((module) => module.AccessEditor), Loading);
const Matrix = lazyPart(() => import("./matrix/matrix").then((module) => module.Matrix), Loading);
const Revisions = lazyPart(() => import("./revisions").then((module) => module.Revisions), Loading);

const TABS = ["rules", "matrix", "claims", "revisions"] as const;

export function AccessPage() {
  const readOnly = useReadOnly();
  const configuration = useRead(configContracts.get, {});
  const [view, change] = useAddress(USUAL_ACCESS);
  const tab = TABS.find((name) => name === view.tab) ?? "rules";
  const form = view.as === "yaml" ? "yaml" : "";
  return (
    <>
      <PageHeader
        title="Access"
        description="Who may call what. Changes are revisions on top of config.yaml, in force on every node at once."
      />
      {configuration.isPending ? (
        <Loading />
      ) : configuration.isLoadingError ? (
        <Card>
          <ErrorState error={configuration.error} retry={() => void configuration.refetch()} />
        </Card>
      ) : (
        <>
          {readOnly && (
            <Note className="mb-4">
              You can try changes here: they are checked and not saved. Only administrators save them.
            </Note>
          )}
          <Tabs
            label="Access"
            value={tab}
            onChange={(to) => change({ ...USUAL_ACCESS, tab: to })}
            end={
              tab === "rules" && (
                <RulesControls search={view.search} onlySet={view.only === "set"} form={form} onChange={change} />
              )
            }
            tabs={[
              {
                value: "rules",
                label: "Rules",
                panel: (
                  <AccessEditor
                    configuration={configuration.data}
                    search={view.search}
                    onlySet={view.only === "set"}
                    form={form}
                  />
                ),
              },
              {
                value: "matrix",
                label: "Who may use what",
                panel: <Matrix configuration={configuration.data} view={view} onChange={change} />,
              },
              { value: "claims", label: "Claims seen", panel: <ClaimsSeen /> },
              {
                value: "revisions",
                label: "Revisions",
                panel: <Revisions configuration={configuration.data} view={view} onChange={change} />,
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="space-y-5">
      <Skeleton className="h-48 w-full rounded-lg" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  );
}
