"use client";
import type { Visitor } from "@/lib/wire/sign-in/console-access";
import { AccessTokenUnused } from "@/components/shell/access-token-unused";
import { FIRST_PAGE } from "@/components/shared/lists/list-page";
import { FIRST_MEMBERS } from "@/components/shared/lists/members-list";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { Mono } from "@/components/ui/text";
import { PAGE_TIME, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { CallNow } from "./call-now";
import { OwnCalls } from "./own-calls";
import { OwnKeys } from "./own-keys";
import { OwnModels } from "./own-models";
import { OwnRefusals } from "./own-refusals";
import { useRead } from "@/components/api/use-read";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { OWN_QUESTIONS, type OwnAnswers, type OwnPayer, type OwnQuestion } from "@/lib/wire/own-questions";
import { type NamedOwnPayer, OwnSpend } from "./own-spend";
import { OwnTeam } from "./own-team";
import { OwnUser } from "./own-user";
import { ofTeam, withTeam } from "./of-team";

// What shows nothing until it has been read, or opened.
const OwnTools = lazyPart(() => import("./own-tools").then((module) => module.OwnTools));
const RaisesToDecide = lazyPart(() => import("./raises-to-decide").then((module) => module.RaisesToDecide));
const AdministratorPaths = lazyPart(() =>
  import("@/components/shell/administrator-paths").then((module) => module.AdministratorPaths),
);

/** The words for what a caller may not see, by the part of the page. */
const CLOSED = {
  keys: "your keys",
  report: "spend by day",
  calls: "single calls",
} as const satisfies Partial<Record<OwnQuestion, string>>;

/**
 * What the address of the page holds: the pages of the caller's keys and of the teams' keys, the shown members of the
 * teams, how many refusals are shown, and the time of spend and refusals.
 */
const USUAL_OWN = { ...FIRST_PAGE, team_keys: "", team_members: "", refusals: "", ...PAGE_TIME };

/**
 * The page of callers who are not administrators, with their teams, keys, models and spend. It is read-only, except for
 * the teams that they administer and the keys that they may make.
 */
export function OwnPage({
  access,
  own: { userId, teams, administers, open, listsTools, makesKeys, payer },
}: {
  access: Visitor;
  own: OwnAnswers;
}) {
  const isOpen = (question: OwnQuestion) => open.includes(question);
  const shownPayer = useNamedPayer(payer, teams, userId);
  const [view, change] = useAddress(USUAL_OWN);
  const time = usePageTime(view);
  return (
    <>
      <PageHeader
        title="Your access"
        description="Who you are to this gateway, what you may call, and what your calls have cost."
      >
        {(isOpen("report") || isOpen("refusals")) && <PageTimeBar view={view} time={time} onChange={change} />}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="in-turn space-y-5">
          {isOpen("models") && <CallNow />}
          {administers.length > 0 && <RaisesToDecide />}
          {isOpen("report") && <OwnSpend payer={shownPayer} time={time} />}
          {teams.map((team) => (
            <OwnTeam
              key={team}
              teamId={team}
              userId={userId}
              administers={administers.includes(team)}
              listsModels={isOpen("models")}
              members={{
                view: ofTeam(view.team_members, team, FIRST_MEMBERS),
                change: (to, how) =>
                  change({ team_members: withTeam(view.team_members, team, to, FIRST_MEMBERS) }, how),
              }}
              keys={ofTeam(view.team_keys, team, FIRST_PAGE)}
              onTurn={(to) => change({ team_keys: withTeam(view.team_keys, team, to, FIRST_PAGE) })}
            />
          ))}
          {isOpen("calls") && <OwnCalls payer={shownPayer?.name} />}
          {isOpen("keys") && (
            <OwnKeys
              userId={userId}
              makesKeys={makesKeys}
              administers={administers.length > 0}
              view={view}
              onTurn={change}
            />
          )}
        </div>
        <div className="in-turn space-y-5">
          <OwnUser access={access} userId={userId} listsModels={isOpen("models")} />
          {isOpen("models") && <OwnModels />}
          {listsTools && <OwnTools />}
          {isOpen("refusals") && (
            <OwnRefusals time={time} shown={view.refusals} onShow={(refusals) => change({ refusals })} />
          )}
          <NotOpen closed={(["keys", "report", "calls"] as const).filter((question) => !isOpen(question))} />
          <Card>
            <details className="group px-4 py-3">
              <summary className="cursor-pointer rounded font-medium">You are not an administrator here</summary>
              <p className="mt-2 text-ink-soft">{access.reason}</p>
              {access.accessTokenUnused && (
                <p className="mt-2 text-ink-soft">
                  Your claims were read from <AccessTokenUnused reason={access.accessTokenUnused} />
                </p>
              )}
              <h3 className="mt-3 font-medium">How this account can become one</h3>
              <AdministratorPaths access={access} />
            </details>
          </Card>
        </div>
      </div>
    </>
  );
}

/** The payer with its name. `teams`, `userId`: those with a card on this page, whose reads hold their names. */
function useNamedPayer(
  payer: OwnPayer | undefined,
  teams: readonly string[],
  userId: string | undefined,
): NamedOwnPayer | undefined {
  const id = payer?.kind === "team" ? payer.id : "";
  const team = useRead(teamContracts.info, { team_id: id }, { enabled: teams.includes(id) });
  return (
    payer && {
      ...payer,
      name: `the ${payer.kind} ${team.data?.team_alias ?? payer.id}`,
      isRead: payer.kind === "team" ? teams.includes(id) : payer.id === userId,
    }
  );
}

function NotOpen({ closed }: { closed: readonly (keyof typeof CLOSED)[] }) {
  if (closed.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Not shown here" />
      <p className="px-4 py-3 text-ink-soft">
        This gateway does not show you {closed.map((question) => CLOSED[question]).join(", ")}. An administrator can
        allow it by adding{" "}
        {closed.map((question, index) => (
          <span key={question}>
            {index > 0 && ", "}
            <Mono as="code" className="text-ink">
              {OWN_QUESTIONS[question]}
            </Mono>
          </span>
        ))}{" "}
        to{" "}
        <Mono as="code" className="text-ink">
          team_allowed_routes
        </Mono>
        .
      </p>
    </Card>
  );
}
