"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Search, UserRound } from "lucide-react";
import { useState } from "react";
import { PAGE_SIZE, usersQuery } from "@/components/api/queries";
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
import type { User } from "@/lib/wire/user";
import { UserDialog } from "./user-dialog";
import { UserDrawer } from "./user-drawer";
import { UsersTable } from "./users-table";

export function UsersPage() {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StandingFilter>("");
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [blocking, setBlocking] = useState<BlockRequest>();
  const [editing, setEditing] = useState<User>();
  const [deleting, setDeleting] = useState<DeleteRequest>();
  const settledSearch = useDebounced(search.trim());
  const users = useQuery(usersQuery({ search: settledSearch, blocked, page }));
  const filtered = settledSearch !== "" || blocked !== "";

  const askToDelete = (request: DeleteRequest) => {
    // The drawer would ask for what is gone.
    setOpened(undefined);
    setDeleting(request);
  };
  const deleted = () => {
    if (users.data?.data.length === 1) setPage(Math.max(1, page - 1));
  };
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden /> New user
    </Button>
  );
  return (
    <>
      <PageHeader title="Users" description="A user is a person whom a token or a key names. Models, spend and a block apply to every call the user makes.">
        {create}
      </PageHeader>
      <Card>
        <ListFilter
          what="users"
          by="id, name or e-mail"
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
        {users.isPending ? (
          <TableSkeleton />
        ) : users.isError ? (
          <ErrorState error={users.error} retry={() => void users.refetch()} />
        ) : users.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No user fits">
              Nothing matches this search. Users are found by any part of their id, name or e-mail.
            </EmptyState>
          ) : (
            <EmptyState icon={UserRound} title="No users yet" action={create}>
              Create one with the id that tokens carry in the claim <code className="font-mono text-[12.5px]">user_id_jwt_field</code> names, or let{" "}
              <code className="font-mono text-[12.5px]">user_id_upsert</code> do it at the first call.
            </EmptyState>
          )
        ) : (
          <>
            <UsersTable users={users.data.data} dim={users.isPlaceholderData} onOpen={setOpened} onBlock={setBlocking} />
            <Pager page={page} size={PAGE_SIZE} total={users.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <UserDrawer userId={opened} onClose={() => setOpened(undefined)} onBlock={setBlocking} onEdit={setEditing} onDelete={askToDelete} />
      <UserDialog open={creating} onOpenChange={setCreating} />
      <UserDialog user={editing} open={editing !== undefined} onOpenChange={() => setEditing(undefined)} />
      <DeleteDialog request={deleting} onClose={() => setDeleting(undefined)} onDeleted={deleted} />
      <BlockDialog request={blocking} onClose={() => setBlocking(undefined)} />
    </>
  );
}
