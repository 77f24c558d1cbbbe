"use client";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useVersion } from "@/components/shared/drafts/use-version";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { Repair } from "./repair";
import type { NameOf } from "./repair-sentence";
import { Tried } from "./tried";
import type { Refused } from "./what-if";

interface Acting {
  repair: Extract<Repair, { kind: "membership" }>;
  nameOf: NameOf;
  refused: Refused;
  onDone: () => void;
}

/** Makes a user a member of a team, after a try on recorded traffic. It can be undone at once. */
export function MembershipRepair(acting: Acting) {
  return (
    <EditedRow contract={userContracts.info} input={{ user_id: acting.repair.user }} lines={2}>
      {({ body }) => <Joining {...acting} teams={body.teams} />}
    </EditedRow>
  );
}

function Joining({ repair: { team, user }, refused, nameOf, onDone, teams }: Acting & { teams: readonly string[] }) {
  const who = nameOf("user", user);
  const where = nameOf("team", team);
  const version = useVersion(undefined);
  const undo = useOperation(teamMemberContracts.delete, {
    onSuccess: () => {
      toast.success(`${who} is not a member of ${where} again`);
      onDone();
    },
    onError: (error) => toast.error(error.message),
    ifMatch: version.ifMatch,
  });
  const joined = useOperation(teamMemberContracts.add, {
    onSuccess: ({ nodes, members_with_roles: members }) => {
      version.basedOn(members.find((member) => member.user_id === user)?.etag);
      toast.success(`${who} is a member of ${where}`, {
        description: describeReceipts(nodes, "In force"),
        action: { label: "Undo", onClick: () => undo.mutate({ team_id: team, user_id: user }) },
        duration: 15_000,
      });
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
  if (teams.includes(team)) return <p className="mt-2 text-meta text-ink-soft">Nothing here is in the way now.</p>;
  return (
    <Tried draft={{ users: [{ user_id: user, teams: [...teams, team] }] }} refused={refused}>
      {(isWorth) => (
        <WriteButton
          size="small"
          variant={isWorth ? "primary" : "secondary"}
          busy={joined.isPending}
          onClick={() => joined.mutate({ team_id: team, member: { user_id: user, role: "user" } })}
        >
          Add to the team
        </WriteButton>
      )}
    </Tried>
  );
}
