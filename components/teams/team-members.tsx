"use client";
import { rateText } from "@/components/limits/limit-summary";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { Pencil, Trash2, Undo2, UserPlus } from "lucide-react";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { formatDollars } from "@/components/api/format";
import { Section } from "@/components/shared/detail-drawer";
import { EntityLink } from "@/components/shared/entity-link";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { FormError } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import type { NamedTeam } from "@/lib/wire/team";
import type { MembersList } from "@/components/shared/lists/members-list";
import type { ListPage } from "@/components/shared/lists/use-list-page";
import { PageGone, CursorPager } from "@/components/shared/lists/cursor-pager";
import { Input } from "@/components/ui/field";
import { MEMBERS_SHOWN, useMemberPage } from "./use-member-page";
import type { Member } from "./member";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const MemberForm = lazyPart(() => import("./member-form").then((module) => module.MemberForm));

/**
 * The members of a team, with buttons to add, change and remove them. `list`: which of them are shown. `suggests`:
 * whether users are offered, whom only administrators of the gateway may list.
 */
export function TeamMembers({
  team,
  list,
  suggests = true,
}: {
  team: NamedTeam;
  list: MembersList;
  suggests?: boolean;
}) {
  const [edited, setEdited] = useState<Member | "new">();
  const { shown, page, search, setSearch, clear } = useMemberPage(team, list);
  const count = team.members_with_roles.length;
  const removal = useRemoval(team.team_id);
  /** The id of the member whose form was closed last. The button that opened it gets the focus. */
  const [closed, setClosed] = useState<string>();
  const close = () => {
    setClosed(edited === "new" ? NEW : edited?.user_id);
    setEdited(undefined);
  };
  return (
    <Section
      title={`Members (${count})`}
      action={
        <WriteButton
          key={edited === "new" ? "open" : "closed"}
          size="small"
          onClick={() => setEdited("new")}
          disabled={edited === "new"}
          autoFocus={closed === NEW}
        >
          <UserPlus className="size-3.5" aria-hidden /> Add member
        </WriteButton>
      }
    >
      <div className="space-y-3">
        {edited === "new" && <MemberForm teamId={team.team_id} suggests={suggests} onDone={close} onCancel={close} />}
        {count === 0 && edited !== "new" && (
          <p className="text-ink-faint">No members needed: membership comes from the token.</p>
        )}
        {(count > MEMBERS_SHOWN || search !== "") && (
          <Input
            type="search"
            aria-label="Search members"
            placeholder="Id or name"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        {count > 0 && shown.data.length === 0 && <NobodyShown page={page} onClear={clear} />}
        {shown.data.length > 0 && (
          <ul className="divide-y rounded-md border" aria-label="Members">
            {shown.data.map(({ member }) => (
              <li key={member.user_id} className="px-3 py-1.5">
                {edited !== "new" && edited?.user_id === member.user_id ? (
                  <MemberForm teamId={team.team_id} member={member} onDone={close} onCancel={close} />
                ) : (
                  <MemberLine
                    member={member}
                    name={team.member_names?.[member.user_id]}
                    links={suggests}
                    wasEdited={closed === member.user_id}
                    busy={removal.isRemoving(member)}
                    onEdit={() => setEdited(member)}
                    onRemove={() => removal.takeOut(member, member.etag)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {shown.data.length > 0 && shown.total > MEMBERS_SHOWN && (
          <CursorPager page={page} query={{ data: shown, isPlaceholderData: false }} size={MEMBERS_SHOWN} />
        )}
        <RemovalOutcome removal={removal} />
      </div>
    </Section>
  );
}

function NobodyShown({ page, onClear }: { page: ListPage; onClear: () => void }) {
  if (page.number > 1) return <PageGone page={page} many="members" />;
  return (
    <p className="flex items-center gap-2 text-ink-faint">
      No member matches this search.
      <Button size="small" onClick={onClear}>
        Clear search
      </Button>
    </p>
  );
}

/** Removes members of a team, and puts back the last one. */
function useRemoval(teamId: string) {
  const [removed, setRemoved] = useState<Member>();
  const putBack = useOperation(teamMemberContracts.add, { onSuccess: () => setRemoved(undefined) });
  /** The member whose removal was confirmed, as the page showed them. */
  const [removing, setRemoving] = useState<Member>();
  const version = useVersion(undefined);
  const remove = useOperation(teamMemberContracts.delete, { ifMatch: version.ifMatch });
  const conflict = conflictOf(remove.error);
  const takeOut = (member: Member, etag: string | undefined) => {
    version.basedOn(etag);
    setRemoving(member);
    remove.mutate({ team_id: teamId, user_id: member.user_id }, { onSuccess: () => setRemoved(member) });
  };
  return {
    takeOut,
    isRemoving: ({ user_id: id }: Member) => remove.isPending && remove.variables.user_id === id,
    /** The member who was removed last. */
    removed,
    isPuttingBack: putBack.isPending,
    putBack: (member: Member) => putBack.mutate({ team_id: teamId, ...asAdded(member) }),
    /** What somebody else changed about the member meanwhile, so that the removal was refused. */
    conflict: removing && conflict && { member: removing, ...conflict },
    error: putBack.error ?? (conflict ? undefined : remove.error),
  };
}

/** What became of a removal: done, with a way back, or refused. */
function RemovalOutcome({ removal }: { removal: ReturnType<typeof useRemoval> }) {
  const { removed, conflict } = removal;
  return (
    <>
      {removed && (
        <p role="status" className="flex items-center gap-2 rounded-md bg-muted/60 px-3 py-1.5">
          <span className="min-w-0 flex-1 wrap-anywhere">
            Removed {removed.user_id}, who stays a user and keeps their keys.
          </span>
          <WriteButton
            size="small"
            // Takes the focus from the button that removed them, which is gone.
            autoFocus
            busy={removal.isPuttingBack}
            onClick={() => removal.putBack(removed)}
          >
            <Undo2 className="size-3.5" aria-hidden /> Undo
          </WriteButton>
        </p>
      )}
      {conflict && (
        <>
          <ChangedNotice before={conflict.member} now={conflict.current}>
            Somebody else changed {conflict.member.user_id} meanwhile. Nobody is removed yet.
          </ChangedNotice>
          <Button
            size="small"
            onClick={() => removal.takeOut({ ...conflict.member, ...conflict.current }, conflict.etag)}
          >
            Remove anyway
          </Button>
        </>
      )}
      <FormError error={removal.error} />
    </>
  );
}

/** The id that stands for a new member, because no user has an empty id. */
const NEW = "";

/** A removed member as the input that adds them with the role and limits that they had. */
function asAdded({ user_id, role, etag: _, ...limits }: Member) {
  return { member: { user_id, role: role === "admin" ? ("admin" as const) : ("user" as const) }, ...limits };
}

function MemberLine({
  member,
  name,
  links,
  wasEdited,
  busy,
  onEdit,
  onRemove,
}: {
  member: Member;
  name: string | undefined;
  /** Whether the name links to the user's page, which only administrators of the gateway can see. */
  links: boolean;
  /** Whether this member's form was closed last. */
  wasEdited: boolean;
  busy: boolean;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const budget = member.max_budget_in_team;
  const limits = [
    budget !== null &&
      `Budget ${formatDollars(budget)}${member.budget_duration === null ? "" : ` per ${member.budget_duration}`}`,
    ...rateText(member),
  ].filter(Boolean);
  return (
    <div className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          {links ? (
            <EntityLink kind="user" id={member.user_id} title={member.user_id} className="truncate">
              {name ?? member.user_id}
            </EntityLink>
          ) : (
            <span className="truncate" title={member.user_id}>
              {name ?? member.user_id}
            </span>
          )}
          <Badge tone={member.role === "admin" ? "accent" : "neutral"}>{member.role}</Badge>
        </span>
        {name !== undefined && (
          <span className="block truncate font-mono text-meta text-ink-faint">{member.user_id}</span>
        )}
        {limits.length > 0 && <span className="block text-meta text-ink-faint">{limits.join(" · ")}</span>}
      </span>
      <WriteButton
        variant="ghost"
        size="icon"
        aria-label={`Edit member ${member.user_id}`}
        autoFocus={wasEdited}
        onClick={onEdit}
      >
        <Pencil className="size-4" aria-hidden />
      </WriteButton>
      <WriteButton
        variant="ghost"
        size="icon"
        aria-label={`Remove member ${member.user_id}`}
        busy={busy}
        onClick={onRemove}
      >
        <Trash2 className="size-4" aria-hidden />
      </WriteButton>
    </div>
  );
}
