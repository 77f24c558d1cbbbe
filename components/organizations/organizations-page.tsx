"use client";
import { useQuery } from "@tanstack/react-query";
import { Building2, Plus, Search } from "lucide-react";
import { useState } from "react";
import { PAGE_SIZE, organizationsQuery } from "@/components/api/queries";
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
import type { Organization } from "@/lib/wire/organization";
import { OrganizationDialog } from "./organization-dialog";
import { OrganizationDrawer } from "./organization-drawer";
import { OrganizationsTable } from "./organizations-table";

export function OrganizationsPage() {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StandingFilter>("");
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [blocking, setBlocking] = useState<BlockRequest>();
  const [editing, setEditing] = useState<Organization>();
  const [deleting, setDeleting] = useState<DeleteRequest>();
  const settledSearch = useDebounced(search.trim());
  const organizations = useQuery(organizationsQuery({ search: settledSearch, blocked, page }));
  const filtered = settledSearch !== "" || blocked !== "";

  const askToDelete = (request: DeleteRequest) => {
    // The drawer would ask for what is gone.
    setOpened(undefined);
    setDeleting(request);
  };
  const deleted = () => {
    if (organizations.data?.data.length === 1) setPage(Math.max(1, page - 1));
  };
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden /> New organisation
    </Button>
  );
  return (
    <>
      <PageHeader title="Organisations" description="An organisation holds teams and keys. Its models and its block apply to every call that is charged to it.">
        {create}
      </PageHeader>
      <Card>
        <ListFilter
          what="organisations"
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
        {organizations.isPending ? (
          <TableSkeleton />
        ) : organizations.isError ? (
          <ErrorState error={organizations.error} retry={() => void organizations.refetch()} />
        ) : organizations.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No organisation fits">
              Nothing matches this search. Organisations are found by any part of their id or name.
            </EmptyState>
          ) : (
            <EmptyState icon={Building2} title="No organisations yet" action={create}>
              Create one with the id that tokens carry in the claim <code className="font-mono text-[12.5px]">org_id_jwt_field</code> names, then put teams and keys into it.
            </EmptyState>
          )
        ) : (
          <>
            <OrganizationsTable organizations={organizations.data.data} dim={organizations.isPlaceholderData} onOpen={setOpened} onBlock={setBlocking} />
            <Pager page={page} size={PAGE_SIZE} total={organizations.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <OrganizationDrawer organizationId={opened} onClose={() => setOpened(undefined)} onBlock={setBlocking} onEdit={setEditing} onDelete={askToDelete} />
      <OrganizationDialog open={creating} onOpenChange={setCreating} />
      <OrganizationDialog organization={editing} open={editing !== undefined} onOpenChange={() => setEditing(undefined)} />
      <DeleteDialog request={deleting} onClose={() => setDeleting(undefined)} onDeleted={deleted} />
      <BlockDialog request={blocking} onClose={() => setBlocking(undefined)} />
    </>
  );
}
