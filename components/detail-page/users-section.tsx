"use client";
import { useState } from "react";
import { ModelUsers, useModelUsers } from "@/components/access/matrix/model-users";
import { MoreLink, ReadSection } from "./read-section";

/** Which roles, scopes, teams, users and keys may use a model, and by which rule. */
export function UsersSection({ model }: { model: string }) {
  const [page, setPage] = useState(1);
  const matrix = useModelUsers(model, page);
  return (
    <ReadSection
      title="Who may use it"
      query={matrix}
      height="h-40"
      action={
        <MoreLink href={`/console/access?tab=matrix&models=${encodeURIComponent(model)}`}>Who may use what</MoreLink>
      }
    >
      {(data) => <ModelUsers matrix={data} page={page} onPage={setPage} />}
    </ReadSection>
  );
}
