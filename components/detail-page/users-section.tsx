"use client";
import { ModelUsers, useModelUsers } from "@/components/access/matrix/model-users";
import { PageGone } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { MoreLink, ReadSection } from "./read-section";

/** What the address of a model's page holds about those who may use it: the page of their list. */
export const FIRST_USERS = { users_page: "", users_after: "" };

/** The page of those who may use a model, and a way to show another. */
export interface UsersList {
  readonly view: typeof FIRST_USERS;
  readonly change: (to: typeof FIRST_USERS) => void;
}

/** Which roles, scopes, teams, users and keys may use a model, and by which rule. */
export function UsersSection({ model, list: { view, change } }: { model: string; list: UsersList }) {
  const page = useListPage(
    { page: view.users_page, after: view.users_after },
    (to) => change({ users_page: to.page, users_after: to.after }),
    model,
  );
  const matrix = useModelUsers(model, page.asked);
  return (
    <ReadSection
      title="Who may use it"
      query={matrix}
      height="h-40"
      action={
        <MoreLink href={`/console/access?tab=matrix&models=${encodeURIComponent(model)}`}>Who may use what</MoreLink>
      }
    >
      {(data) =>
        data.data.length === 0 && page.number > 1 ? (
          <PageGone page={page} many="rows" />
        ) : (
          <ModelUsers query={{ data, isPlaceholderData: matrix.isPlaceholderData }} page={page} />
        )
      }
    </ReadSection>
  );
}
