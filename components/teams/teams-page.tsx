"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Search, Users } from "lucide-react";
import { useState } from "react";
import { PAGE_SIZE, teamsQuery } from "@/components/api/queries";
import { BlockDialog, type BlockRequest } from "@/components/shared/block-dialog";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import type { DeleteRequest } from "@/components/shared/deletion";
import { ListFilter } from "@/components/shared/list-filter";
import type { StandingFilter } from "@/components/shared/standing";
import { PageHeader } from "@/components/shell/page-header";
import { useDebounced } from "@/components/shared/use-debounced";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { Team } from "@/lib/wire/team";
import { TeamDialog } from "./team-dialog";
import { TeamDrawer } from "./team-drawer";
import { TeamsTable } from "./teams-table";

export function TeamsPage() {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StandingFilter>("");
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [blocking, setBlocking] = useState<BlockRequest>();
  const [editing, setEditing] = useState<Team>();
  const [deleting, setDeleting] = useState<DeleteRequest>();
  const settledSearch = useDebounced(search.trim());
  const teams = useQuery(teamsQuery({ search: settledSearch, blocked, page }));
  const filtered = settledSearch !== "" || blocked !== "";

  const askToDelete = (request: DeleteRequest) => {
    // The drawer would ask for what is gone.
    setOpened(undefined);
    setDeleting(request);
  };
  const deleted = () => {
    if (teams.data?.data.length === 1) setPage(Math.max(1, page - 1));
  };
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden /> New team
    </Button>
  );
  return (
    <>
      <PageHeader title="Teams" description="A team is what a project's token names. Its spend, its models and its block apply to every call made for it.">
        {create}
      </PageHeader>
      <Card>
        <ListFilter
          what="teams"
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
        {teams.isPending ? (
          <TableSkeleton />
        ) : teams.isError ? (
          <ErrorState error={teams.error} retry={() => void teams.refetch()} />
        ) : teams.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No team fits">
              Nothing matches this search. Teams are found by any part of their id or name.
            </EmptyState>
          ) : (
            <EmptyState icon={Users} title="No teams yet" action={create}>
              Create one with the id that your identity provider writes into the project&apos;s tokens.
            </EmptyState>
          )
        ) : (
          <>
            <TeamsTable teams={teams.data.data} dim={teams.isPlaceholderData} onOpen={setOpened} onBlock={setBlocking} />
            <Pager page={page} size={PAGE_SIZE} total={teams.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <TeamDrawer teamId={opened} onClose={() => setOpened(undefined)} onBlock={setBlocking} onEdit={setEditing} onDelete={askToDelete} />
      <TeamDialog open={creating} onOpenChange={setCreating} />
      <TeamDialog team={editing} open={editing !== undefined} onOpenChange={() => setEditing(undefined)} />
      <DeleteDialog request={deleting} onClose={() => setDeleting(undefined)} onDeleted={deleted} />
      <BlockDialog request={blocking} onClose={() => setBlocking(undefined)} />
    </>
  );
}
