"use client";
import { LockKeyhole, Plus, Search } from "lucide-react";
import { useState } from "react";
import { LIVE, useRead } from "@/components/api/use-read";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { useLast } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { lazyDialog, lazyPart } from "@/components/ui/lazy/lazy-part";
import { credentialContracts } from "@/lib/wire/contracts/credentials";
import type { CredentialView } from "@/lib/wire/credential";

const CredentialsTable = lazyPart(
  () => import("./credentials-table").then((module) => module.CredentialsTable),
  TableSkeleton,
);
const DeleteCredentialDialog = lazyDialog(
  () => import("./delete-credential-dialog").then((module) => module.DeleteCredentialDialog),
  ({ row }) => row !== undefined,
);
const CredentialDialog = lazyDialog(
  () => import("./credential-dialog").then((module) => module.CredentialDialog),
  ({ open }) => open,
);

/** What the address of the page holds: the search, and whether a new one is made. */
const USUAL = { search: "", new: "" };

export function CredentialsPage() {
  const [view, change] = useAddress(USUAL);
  const credentials = useRead(credentialContracts.list, {}, LIVE);
  const [editing, setEditing] = useState<string>();
  const edited = useLast(editing);
  const [deleting, setDeleting] = useState<CredentialView>();
  const search = view.search.trim().toLowerCase();
  const found = credentials.data?.data.filter(({ credential_name: name }) => name.toLowerCase().includes(search));
  const add = (
    <WriteButton variant="primary" onClick={() => change({ new: "1" })}>
      <Plus className="size-4" aria-hidden /> New credential
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Credentials"
        description="Keys, roles and service accounts that entries share. An entry names one; its own settings override it."
      >
        {add}
      </PageHeader>
      <Card>
        <CardHeader title="Named credentials">
          <Input
            type="search"
            aria-label="Search credentials"
            placeholder="Name"
            className="!w-48"
            value={view.search}
            onChange={({ target }) => change({ search: target.value }, "typed")}
          />
          <Freshness query={credentials} />
        </CardHeader>
        {credentials.isPending ? (
          <TableSkeleton />
        ) : credentials.isLoadingError ? (
          <ErrorState error={credentials.error} retry={() => void credentials.refetch()} />
        ) : found && found.length > 0 ? (
          <CredentialsTable rows={found} onEdit={setEditing} onDelete={setDeleting} />
        ) : search !== "" ? (
          <EmptyState
            icon={Search}
            title="No credential matches this search"
            action={<Button onClick={() => change({ search: "" })}>Clear search</Button>}
          />
        ) : (
          <EmptyState icon={LockKeyhole} title="No credentials yet" action={add}>
            Add one here, or below <code className="font-mono">credential_list</code> in config.yaml.
          </EmptyState>
        )}
      </Card>
      <CredentialDialog open={view.new !== ""} onClose={() => change({ new: "" })} />
      {edited !== undefined && (
        <CredentialDialog name={edited} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      )}
      <DeleteCredentialDialog row={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}
