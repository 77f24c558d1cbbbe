"use client";
import { BellOff, Plus, Send } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Tabs } from "@/components/ui/tabs";
import { lazyDialog, lazyPart } from "@/components/ui/lazy/lazy-part";
import { TableSkeleton } from "@/components/ui/skeleton";
import { AlertsNotice } from "./alerts-notice";
import { HistoryFilters, HistoryTab, useAlertHistory } from "./history-tab";
import type { SilencedThing } from "./silence-words";
import { useAlertingStatus, useSilences } from "./use-alerts";

const RulesTab = lazyPart(() => import("./rules-tab").then((module) => module.RulesTab), TableSkeleton);
const ChannelsTab = lazyPart(() => import("./channels-tab").then((module) => module.ChannelsTab), TableSkeleton);
const SilencesTab = lazyPart(() => import("./silences-tab").then((module) => module.SilencesTab), TableSkeleton);
const ChannelDialog = lazyDialog(
  () => import("./channel-dialog").then((module) => module.ChannelDialog),
  ({ open }) => open,
);
const SilenceDialog = lazyDialog(
  () => import("./silence-dialog").then((module) => module.SilenceDialog),
  ({ about }) => about !== undefined,
);
const TestDialog = lazyDialog(
  () => import("./test-dialog").then((module) => module.TestDialog),
  ({ open }) => open,
);

const EVERYTHING: SilencedThing = { type: null, subject: null };

const TABS = ["history", "rules", "channels", "silences"] as const;

/** The tab, the filters of the history, and whether a channel is added. */
const USUAL = { tab: "history", state: "", type: "", new: "", ...FIRST_PAGE };

/** What needs attention, when that is told, to whom, and when not. */
export function AlertsPage() {
  const [view, change] = useAddress(USUAL);
  const status = useAlertingStatus();
  const { inForce: silences, query: silencesRead } = useSilences();
  const [about, setAbout] = useState<SilencedThing>();
  const [isTesting, setIsTesting] = useState(false);
  const hasChannel = status.data?.channels.some(({ enabled }) => enabled) ?? false;
  const open = status.data?.open.length ?? 0;
  const tab = TABS.find((one) => one === view.tab) ?? "history";
  const history = useAlertHistory(view, change, tab === "history");
  const addChannel = () => change({ new: "1" });
  const tabs = [
    {
      value: "history",
      label: <Counted label="History" count={open} what="open" />,
      panel: <HistoryTab history={history} change={change} onSilence={setAbout} />,
    },
    { value: "rules", label: "Rules", panel: <RulesTab /> },
    { value: "channels", label: "Channels", panel: <ChannelsTab onAdd={addChannel} /> },
    {
      value: "silences",
      label: <Counted label="Silences" count={silences.length} what="in force" />,
      panel: <SilencesTab onAdd={() => setAbout(EVERYTHING)} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Messages to Slack or a webhook when something needs attention, and when it is over."
      >
        {hasChannel && (
          <>
            <WriteButton onClick={() => setAbout(EVERYTHING)}>
              <BellOff className="size-4" aria-hidden /> Silence
            </WriteButton>
            <WriteButton onClick={() => setIsTesting(true)}>
              <Send className="size-4" aria-hidden /> Send a test
            </WriteButton>
          </>
        )}
        <WriteButton variant="primary" onClick={addChannel}>
          <Plus className="size-4" aria-hidden /> New channel
        </WriteButton>
      </PageHeader>
      <AlertsNotice status={status.data} silences={silences} />
      {/* Seen once it is known whether a notice stands above it, so that nothing moves. */}
      <div className={status.isPending || silencesRead.isPending ? "invisible" : undefined}>
        <Tabs
          label="Alerts"
          tabs={tabs}
          value={tab}
          onChange={(to) => change({ tab: to, ...FIRST_PAGE })}
          end={tab === "history" && <HistoryFilters history={history} change={change} />}
        />
      </div>
      <ChannelDialog open={view.new !== ""} onClose={() => change({ new: "" })} />
      <SilenceDialog about={about} onClose={() => setAbout(undefined)} />
      <TestDialog open={isTesting} onClose={() => setIsTesting(false)} />
    </>
  );
}

function Counted({ label, count, what }: { label: string; count: number; what: string }) {
  return (
    <>
      {label}
      {count > 0 && (
        <span className="rounded-full bg-muted px-1.5 text-meta tabular-nums" title={`${count} ${what}`}>
          {count}
        </span>
      )}
    </>
  );
}
