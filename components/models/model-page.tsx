"use client";
import { ListTree } from "lucide-react";
import { useMemo } from "react";
import { useRead } from "@/components/api/use-read";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { PAGE_TIME, type PageTime, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import type { PageTab } from "@/components/detail-page/page-tab";
import { RefusalsSection } from "@/components/detail-page/refusals-section";
import { SpendSection } from "@/components/detail-page/spend-section";
import { FIRST_USERS, type UsersList, UsersSection } from "@/components/detail-page/users-section";
import { Section } from "@/components/shared/detail-drawer";
import { useAddress } from "@/components/shared/use-address";
import { EntityLink } from "@/components/shared/entity-link";
import { Facts } from "@/components/shared/facts";
import { counted } from "@/components/shared/wording";
import { useLastHour } from "@/components/shared/use-last-hour";
import { Badge } from "@/components/ui/badge";
import { InlineError } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import { modelContracts } from "@/lib/wire/contracts/models";
import { CalledNames } from "./called-names";
import { EntryStatus } from "./entries-table";
import { type EntryNotes, notesOf } from "./entry-notes";
import { entryPrice } from "./entry-price";
import { modelHealth } from "./model-health";
import { type ModelName, modelNamed } from "./model-named";
import { UnreadHour } from "./unread-hour";

const WORDS = { one: "model", many: "models", list: "/console/models", icon: ListTree };

/** What the address of the page holds. */
const USUAL_ADDRESS = { id: "", tab: "", ...PAGE_TIME, ...FIRST_USERS };

/** The page of one model name: a name that callers use, or a pattern of the model list. */
export function ModelPage() {
  const id = useIdParameter();
  const [view, change] = useAddress(USUAL_ADDRESS);
  const time = usePageTime(view);
  const query = useRead(
    modelContracts.info,
    {},
    { enabled: id !== "", refetchInterval: 15_000, select: (list) => modelNamed(id, list) ?? null },
  );
  return (
    <DetailPage<ModelName>
      words={WORDS}
      id={id}
      query={query}
      time={<PageTimeBar view={view} time={time} onChange={change} />}
      name={() => id}
      status={({ entries, isPattern, served }) => (
        <>
          <Health entries={entries} />
          {isPattern && <Badge>Pattern</Badge>}
          {served !== undefined && (
            <span className="text-ink-soft">
              Served by <EntityLink kind="model" id={served} className="font-mono text-meta" />
            </span>
          )}
        </>
      )}
      tab={{ name: view.tab, onChange: (tab) => change({ tab }) }}
      tabs={tabsOf(id, time, { view, change })}
    />
  );
}

function tabsOf(id: string, time: PageTime, users: UsersList): readonly PageTab<ModelName>[] {
  return [
    {
      name: "",
      label: "Overview",
      isTimed: true,
      first: (model) => <ModelFacts model={model} />,
      main: (model) => (
        <>
          <Deployments model={model} />
          {model.isPattern ? (
            <CalledNames pattern={id} list={model.list} time={time} />
          ) : (
            <>
              <SpendSection payer={{ requested_model: id }} time={time} linked={false} />
              <CallsSection of={{ requested_model: id }} name="caller" empty="Nobody has called this model yet." />
            </>
          )}
        </>
      ),
    },
    {
      name: "refusals",
      label: "Refusals",
      isTimed: true,
      main: () => <RefusalsSection of={{ model: id }} time={time} />,
    },
    { name: "access", label: "Access", main: () => <UsersSection model={id} list={users} /> },
    {
      name: "changes",
      label: "Changes",
      main: ({ entries }) => entries.map((entry) => <AuditSection key={entry.id} type="model" id={entry.id} />),
    },
  ];
}

/** The health of a model in the last hour. */
function Health({ entries }: Pick<ModelName, "entries">) {
  const { byId } = useLastHour();
  const health = byId && modelHealth(entries, byId);
  return (
    health && (
      <Badge tone={health.tone} title={health.because}>
        {health.label}
      </Badge>
    )
  );
}

/** What calls cost, if all deployments have the same price. */
function priceText(entries: ModelName["entries"]): string {
  const prices = new Set(
    entries.map((entry) => {
      const price = entryPrice(entry);
      return price === undefined ? undefined : `${price.short}${price.unit === "" ? "" : ` per ${price.unit}`}`;
    }),
  );
  if (prices.has(undefined)) return prices.size === 1 ? "Not known" : "Not known for every deployment";
  return prices.size === 1 ? [...prices].join("") : "Differs by deployment";
}

function ModelFacts({ model: { entries } }: { model: ModelName }) {
  const name = entries[0]?.model_name ?? "";
  const groups = useRead(modelContracts.groups, { model_group: name }, { enabled: name !== "" });
  const group = groups.data?.data[0];
  const unread = groups.isLoadingError ? "Not known" : "…";
  const limits =
    group &&
    [
      group.rpm !== null && `${counted(group.rpm, "request")}/min`,
      group.tpm !== null && `${counted(group.tpm, "token")}/min`,
    ].filter(Boolean);
  return (
    <Section title="About this model">
      <Facts
        rows={[
          ["Providers", [...new Set(entries.map(({ provider }) => provider))].join(", ")],
          ["Deployments", entries.length],
          ["Price", priceText(entries)],
          ["Rate", limits ? (limits.length === 0 ? "No limit" : limits.join(" · ")) : unread],
          [
            "Fallbacks",
            !group ? (
              unread
            ) : group.fallbacks.length === 0 ? (
              "None"
            ) : (
              <ul key="fallbacks">
                {group.fallbacks.map((fallback) => (
                  <li key={fallback}>
                    <EntityLink kind="model" id={fallback} className="font-mono text-meta" />
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {groups.isLoadingError && (
        <div className="mt-3">
          <InlineError error={groups.error} name="rates and fallbacks" retry={() => void groups.refetch()} />
        </div>
      )}
    </Section>
  );
}

function Deployments({ model: { entries, list } }: { model: ModelName }) {
  const { byId: recent } = useLastHour();
  const notes: ReadonlyMap<string, EntryNotes> = useMemo(() => notesOf(list), [list]);
  return (
    <Section title={`Deployments (${entries.length})`}>
      <UnreadHour />
      <ul className="divide-y rounded-md border" aria-label="Deployments">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Mono className="min-w-0 flex-1 truncate">
              <EntityLink kind="deployment" id={entry.id}>
                {entry.upstream_model}
              </EntityLink>
              <span className="block truncate font-sans text-meta text-ink-faint">
                {entry.provider} · {entry.api_base ?? "The provider's own address"}
              </span>
            </Mono>
            <EntryStatus entry={entry} notes={notes.get(entry.id)} recent={recent} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
