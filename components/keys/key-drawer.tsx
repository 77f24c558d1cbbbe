"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { useRead } from "@/components/api/use-read";
import type { WithBudget } from "@/components/limits/budget-state";
import { LimitSummary } from "@/components/limits/limit-summary";
import { CallLines } from "@/components/shared/call-lines";
import { DetailDrawer, Section } from "@/components/shared/detail-drawer";
import { entityAddress } from "@/components/shared/entity-address";
import { useLast } from "@/components/ui/dialog";
import type { ListedKey } from "@/lib/wire/key";
import { type KeyActs, KeyActions } from "./key-actions";
import { KeyFacts } from "./key-facts";
import { keyName } from "./key-name";

/** A virtual key in full. Its secret is not stored, so it is not shown. */
export function KeyDrawer({
  tokenId,
  onClose,
  ...acts
}: {
  tokenId: string | undefined;
  onClose: () => void;
} & KeyActs) {
  const shown = useLast(tokenId);
  const query = useRead(keyContracts.info, { key: shown }, { enabled: tokenId !== undefined });
  return (
    <DetailDrawer
      open={tokenId !== undefined}
      title={query.data ? keyName(query.data) : "Key"}
      query={query}
      onClose={onClose}
      page={shown === undefined ? undefined : entityAddress("key", shown)}
      footer={(key) => <KeyActions row={key} {...acts} />}
    >
      {(key) => <KeyDetail row={key} />}
    </DetailDrawer>
  );
}

function KeyDetail({ row: key }: { row: WithBudget<ListedKey> }) {
  const calls = useRead(spendContracts.logs, { page: 1, size: 8, key_id: key.token_id });
  return (
    <>
      <KeyFacts row={key} />
      <Section title="Budget and limits">
        <LimitSummary row={key} />
      </Section>
      <Section title="Latest calls">
        <CallLines calls={calls} empty="This key has not made any calls yet." />
      </Section>
    </>
  );
}
