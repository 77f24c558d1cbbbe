"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Configuration } from "@/components/access/draft";
import { configContracts } from "@/lib/wire/contracts/config";
import { addressOf } from "@/components/api/address";
import { useRead } from "@/components/api/use-read";
import { useReadiness } from "@/components/shared/use-readiness";
import { journalState, type NodeState, nodeState } from "./node-state";
import { NodesCard } from "./nodes-card";
import { OperationCard } from "./operation-card";
import { PageHeader } from "@/components/shell/page-header";
import { Facts } from "@/components/shared/facts";
import { Findings } from "@/components/shared/findings";
import { NodeWarnings } from "@/components/shared/node-warnings";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";

/** The paths of the API that the page shows: its address, and what a browser can open. */
const CALLED = "/v1/chat/completions";
const API_LINES = [
  ["Models", "/v1/models"],
  ["API description", "/openapi.json"],
  ["Readiness", "/health/readiness"],
] as const;

export function SettingsPage() {
  const configuration = useRead(configContracts.get, {});
  return (
    <>
      <PageHeader
        title="Settings"
        description="The state of this gateway. Most settings are in config.yaml and the environment, rules under Access."
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="in-turn min-w-0 space-y-5">
          <NodeCard />
          <NodesCard />
          <NodeWarnings />
          <AddressesCard />
        </div>
        <div className="in-turn min-w-0 space-y-5">
          <ConfigurationCard query={configuration} />
          {configuration.data ? (
            <OperationCard facts={configuration.data} />
          ) : (
            configuration.isPending && <Skeleton className="h-66 w-full rounded-lg" />
          )}
          <Card>
            <CardHeader
              title="Findings"
              description="The findings of the configuration check, as printed by npm run lint:config."
            />
            <div className="p-4">
              {configuration.data ? (
                <Findings findings={configuration.data.findings} />
              ) : configuration.isPending ? (
                <Skeleton className="h-10 w-full" />
              ) : (
                <p className="text-ink-faint">Not known while the configuration cannot be loaded.</p>
              )}
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}

function NodeCard() {
  const readiness = useReadiness();
  return (
    <Card>
      <CardHeader title="This node">
        {readiness.data && <State state={nodeState(readiness.data.status)} tone="bad" />}
      </CardHeader>
      <div className="p-4">
        {readiness.isPending ? (
          <Skeleton className="h-47 w-full" />
        ) : readiness.isLoadingError ? (
          <ErrorState error={readiness.error} retry={() => void readiness.refetch()} />
        ) : (
          <Facts
            rows={[
              ["Version", readiness.data.version],
              ["Database", <State key="database" state={nodeState(readiness.data.database)} />],
              ["Spend journal", <State key="journal" state={journalState(readiness.data.journal)} />],
              ["Models", <State key="models" state={nodeState(readiness.data.models)} />],
              ["Configuration", <State key="configuration" state={nodeState(readiness.data.configuration)} />],
              ["Encryption", <State key="encryption" state={nodeState(readiness.data.encryption)} />],
              ["Change feed", <State key="feed" state={nodeState(readiness.data.change_feed)} />],
            ]}
          />
        )}
      </div>
    </Card>
  );
}

function AddressesCard() {
  return (
    <Card>
      <CardHeader
        title="Addresses"
        description="Below the address of this console. Clients call them with a token or a key."
      />
      <div className="p-4">
        <Facts
          rows={[
            [
              "Chat completions",
              <Mono as="code" key={CALLED} className="wrap-anywhere">
                {CALLED}
              </Mono>,
            ],
            ...API_LINES.map(
              ([name, path]) =>
                [
                  name,
                  <a
                    key={path}
                    href={addressOf(path)}
                    target="_blank"
                    rel="noreferrer"
                    className="rounded font-mono text-meta wrap-anywhere text-accent-text hover:underline"
                  >
                    {path}
                  </a>,
                ] as const,
            ),
          ]}
        />
      </div>
    </Card>
  );
}

function ConfigurationCard({ query: configuration }: { query: UseQueryResult<Configuration> }) {
  return (
    <Card>
      <CardHeader title="Configuration" />
      <div className="p-4">
        {configuration.isPending ? (
          <Skeleton className="h-[4.55rem] w-full" />
        ) : configuration.isLoadingError ? (
          <ErrorState error={configuration.error} retry={() => void configuration.refetch()} />
        ) : (
          <Facts
            rows={[
              ["Generation", configuration.data.generation],
              [
                "Access revision",
                configuration.data.revision ? (
                  <span key="revision">
                    {configuration.data.revision.id}, by {configuration.data.revision.actor},{" "}
                    <Ago iso={configuration.data.revision.created_at} />
                  </span>
                ) : (
                  "None: only config.yaml is in force"
                ),
              ],
              ["Model names", configuration.data.models.length],
            ]}
          />
        )}
      </div>
    </Card>
  );
}

/** The state of a part as a word, with what is wrong below it. */
function State({ state: { word, isGood, because }, tone = "warn" }: { state: NodeState; tone?: "warn" | "bad" }) {
  return (
    <>
      <Badge tone={isGood ? "good" : tone}>{word}</Badge>
      {because !== undefined && <span className="mt-1 block wrap-anywhere text-ink-soft">{because}</span>}
    </>
  );
}
