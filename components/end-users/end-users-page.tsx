"use client";
import { useQuery } from "@tanstack/react-query";
import { Contact, Plus, Search } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { customersQuery, PAGE_SIZE } from "@/components/api/queries";
import { BlockDialog, type BlockRequest } from "@/components/shared/block-dialog";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import type { DeleteRequest } from "@/components/shared/deletion";
import { ListFilter } from "@/components/shared/list-filter";
import type { StandingFilter } from "@/components/shared/standing";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { Customer } from "@/lib/wire/customer";
import { EndUserDialog } from "./end-user-dialog";
import { EndUserDrawer } from "./end-user-drawer";
import { EndUsersTable } from "./end-users-table";

export function EndUsersPage() {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StandingFilter>("");
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [blocking, setBlocking] = useState<BlockRequest>();
  const [editing, setEditing] = useState<Customer>();
  const [deleting, setDeleting] = useState<DeleteRequest>();
  const settledSearch = useDebounced(search.trim());
  const endUsers = useQuery(customersQuery({ search: settledSearch, blocked, page }));
  const filtered = settledSearch !== "" || blocked !== "";

  const askToDelete = (request: DeleteRequest) => {
    // The drawer would ask for what is gone.
    setOpened(undefined);
    setDeleting(request);
  };
  const deleted = () => {
    if (endUsers.data?.data.length === 1) setPage(Math.max(1, page - 1));
  };
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden /> New end user
    </Button>
  );
  return (
    <>
      <PageHeader title="End users" description="Whom your applications call for, by a claim of their token or by the request’s field “user”. Listed are those that have a name, a limit or a block.">
        {create}
      </PageHeader>
      <Card>
        <ListFilter
          what="end users"
          search={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
          blocked={blocked}
          onBlocked={(value) => {
            setBlocked(value);
            setPage(1);
          }}
        />
        {endUsers.isPending ? (
          <TableSkeleton />
        ) : endUsers.isError ? (
          <ErrorState error={endUsers.error} retry={() => void endUsers.refetch()} />
        ) : endUsers.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No end user fits">
              Nothing matches this search. End users are found by any part of their id or name. <InSpend />
            </EmptyState>
          ) : (
            <EmptyState icon={Contact} title="No end users yet" action={create}>
              Create one with the id that calls carry, to give it a budget and limits or to block it. <InSpend />
            </EmptyState>
          )
        ) : (
          <>
            <EndUsersTable endUsers={endUsers.data.data} dim={endUsers.isPlaceholderData} onOpen={setOpened} onBlock={setBlocking} />
            <Pager page={page} size={PAGE_SIZE} total={endUsers.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <EndUserDrawer endUserId={opened} onClose={() => setOpened(undefined)} onBlock={setBlocking} onEdit={setEditing} onDelete={askToDelete} />
      <EndUserDialog open={creating} onOpenChange={setCreating} />
      <EndUserDialog endUser={editing} open={editing !== undefined} onOpenChange={() => setEditing(undefined)} />
      <DeleteDialog request={deleting} onClose={() => setDeleting(undefined)} onDeleted={deleted} />
      <BlockDialog request={blocking} onClose={() => setBlocking(undefined)} />
    </>
  );
}

/** Where those stand that only calls know. */
function InSpend() {
  return (
    <>
      Those that only calls know are under{" "}
      <Link href="/console/spend?by=end_user" prefetch={false} className="font-medium underline underline-offset-2">
        Spend
      </Link>
      .
    </>
  );
}
