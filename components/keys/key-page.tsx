"use client";
import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { LIVE, useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { AccessSection } from "@/components/detail-page/access-section";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { PAGE_TIME, type PageTime, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import { LimitsSection } from "@/components/detail-page/limits-section";
import type { PageTab } from "@/components/detail-page/page-tab";
import { RefusalsSection } from "@/components/detail-page/refusals-section";
import { SpendSection } from "@/components/detail-page/spend-section";
import type { WithBudget } from "@/components/limits/budget-state";
import { useAct } from "@/components/palette/use-act";
import { useAddress } from "@/components/shared/use-address";
import { Section } from "@/components/shared/detail-drawer";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key, ListedKey } from "@/lib/wire/key";
import { DeleteKeyDialog } from "./delete-key-dialog";
import { EditKeyDialog, RegenerateKeyDialog } from "./dialogs";
import { KeyActions } from "./key-actions";
import { KeyFacts } from "./key-facts";
import { keyName } from "./key-name";
import { KeyStatus } from "./key-status";

const LIST = "/console/keys";
const WORDS = { one: "key", many: "keys", list: LIST, icon: KeyRound };

/** What the address of the page holds: the id, the tab, and what is begun on the key. */
const USUAL_KEY = { id: "", tab: "", act: "", ...PAGE_TIME };

/** The page of one virtual key, by its token id: a secret must not stand in an address. */
export function KeyPage() {
  const asked = useIdParameter();
  const [view, change] = useAddress(USUAL_KEY);
  const time = usePageTime(view);
  const id = asked.startsWith("sk-") ? "" : asked;
  const router = useRouter();
  const [now] = useState(serverTime);
  const [editing, setEditing] = useState<Key>();
  const [regenerating, setRegenerating] = useState<Key>();
  const [deleting, setDeleting] = useState<Key>();
  const [deleted, setDeleted] = useState("");
  // Not read during its deletion, nor while the page is left afterwards: the read would fail.
  const isAsked = id !== "" && id !== deleted && deleting === undefined;
  const query = useRead(keyContracts.info, { key: id }, { enabled: isAsked, refetchInterval: LIVE.refetchInterval });
  useAct(view.act, query.data, (act, key) => {
    if (act === "edit") setEditing(key);
    if (act === "rotate") setRegenerating(key);
  });
  const end = (): void => {
    setEditing(undefined);
    setRegenerating(undefined);
    if (view.act !== "") change({ act: "" });
  };
  return (
    <>
      <DetailPage<WithBudget<ListedKey>>
        words={WORDS}
        id={id}
        query={query}
        time={<PageTimeBar view={view} time={time} onChange={change} />}
        name={keyName}
        status={(key) => <KeyStatus row={key} now={now} />}
        actions={(key) => (
          <KeyActions row={key} onEdit={setEditing} onRegenerate={setRegenerating} onDelete={setDeleting} />
        )}
        tab={{ name: view.tab, onChange: (tab) => change({ tab }) }}
        tabs={tabsOf(id, time)}
      />
      <EditKeyDialog row={editing} onClose={end} />
      <RegenerateKeyDialog row={regenerating} onClose={end} />
      <DeleteKeyDialog
        row={deleting}
        blocks
        onClose={() => setDeleting(undefined)}
        onDeleted={() => {
          setDeleted(id);
          router.push(addressOf(LIST));
        }}
      />
    </>
  );
}

function tabsOf(id: string, time: PageTime): readonly PageTab<WithBudget<ListedKey>>[] {
  return [
    {
      name: "",
      label: "Overview",
      isTimed: true,
      first: (key) => <LimitsSection row={key} payer={{ key_id: id }} />,
      main: () => (
        <>
          <SpendSection payer={{ key_id: id }} time={time} />
          <CallsSection of={{ key_id: id }} empty="This key has not made any calls yet." />
        </>
      ),
      side: (key) => (
        <Section title="About this key">
          <KeyFacts row={key} />
        </Section>
      ),
    },
    {
      name: "refusals",
      label: "Refusals",
      isTimed: true,
      main: () => <RefusalsSection of={{ kind: "key", principal: id }} time={time} />,
    },
    { name: "access", label: "Access", main: () => <AccessSection kind="key" id={id} /> },
    { name: "changes", label: "Changes", main: () => <AuditSection type="key" id={id} /> },
  ];
}
