import { ArrowRight, CircleCheck, CircleX, Lightbulb } from "lucide-react";
import type { ReactNode } from "react";
import { CapturedName } from "@/components/models/captured-name";
import { Facts } from "@/components/shared/facts";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Mono } from "@/components/ui/text";
import type { Explanation, NamedRecord } from "@/lib/wire/explanation";
import { AskAgain } from "./ask-again";
import { CheckList } from "./check-list";
import { ClaimsCard } from "./claims-card";
import type { Question } from "./question";
import { Sentence } from "@/components/sentences/sentence";
import { Groups, type Names, stated, Value } from "./stated";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const NearestRepairs = lazyPart(() => import("./nearest-repairs").then((module) => module.NearestRepairs));

type Resolution = NonNullable<Explanation["resolution"]>;

/** The decision about a question, with its checks and repairs. */
export function ExplainedDecision({ explanation, question }: { explanation: Explanation; question?: Question }) {
  const {
    allow,
    code,
    message,
    checks,
    identity,
    principal,
    obligations,
    resolution,
    nearest_miss: nearestMiss,
    claims,
    unread,
    names,
  } = explanation;
  return (
    <>
      <Verdict allow={allow} code={code} message={message} names={names} />
      {nearestMiss && (
        <p
          className="flex gap-2.5 rounded-lg border border-accent/40 bg-accent-soft px-4 py-3"
          data-testid="nearest-miss"
        >
          <Lightbulb className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden />
          <span className="min-w-0 break-words">
            <span className="sr-only">Nearest miss: </span>
            <Sentence text={nearestMiss.sentence} names={names} />
          </span>
        </p>
      )}
      <NearestRepairs explanation={explanation} {...(question && { question })} />
      <CheckList checks={checks} names={names} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <IdentityCard identity={identity} names={names} />
          {allow && <ObligationsCard obligations={obligations} names={names} />}
          {claims.length > 0 && <ClaimsCard claims={claims} unread={unread} names={names} />}
        </div>
        <div className="min-w-0 space-y-5">
          <Card>
            <CardHeader title="Who pays" />
            <div className="p-4">
              {principal ? (
                <Facts rows={principalRows(principal, names)} />
              ) : (
                <p className="text-ink-faint">Nobody. Refused requests are not booked.</p>
              )}
            </div>
          </Card>
          {resolution && (
            <Card>
              <CardHeader title="Which entry serves the model" />
              <div className="p-4">
                <Served resolution={resolution} />
              </div>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/**
 * A recorded refusal. Records hold neither what would have been created nor the entry that would have served the model.
 */
export function RecordedDecisionView({ record }: { record: NamedRecord }) {
  const { names } = record;
  return (
    <>
      <Verdict allow={record.allow} code={record.code} message={record.message} names={names} />
      <AskAgain key={record.id} record={record} />
      <CheckList checks={record.checks} names={names} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <CardHeader title="The request" />
          <div className="p-4">
            <Facts
              rows={[
                ["When", <Ago key="when" iso={record.at} />],
                ["Route", <Value key="route">{`${record.method} ${record.route}`}</Value>],
                ...stated(
                  [
                    ["Model", record.model, "model"],
                    ["Tool server", record.mcp_server ?? null],
                    ["Tool", record.tool ?? null],
                    ["Team header", record.team_id, "team"],
                    ["Organisation header", record.organization_id ?? null, "organization"],
                    ["End user", record.end_user_id, "end_user"],
                  ],
                  names,
                ),
                ["Caller", <Value key="fingerprint">{record.fingerprint}</Value>],
                ["Settings", `Generation ${record.generation}`],
              ]}
            />
          </div>
        </Card>
        <IdentityCard identity={record.identity} names={names} />
      </div>
    </>
  );
}

function Verdict({
  allow,
  code,
  message,
  names,
}: {
  allow: boolean;
  code: string | null;
  message: string | null;
  names: Names;
}) {
  const Icon = allow ? CircleCheck : CircleX;
  return (
    <section
      aria-label="Verdict"
      className={classNames(
        "flex gap-3 rounded-lg border px-4 py-3.5",
        allow ? "border-good/40 bg-good-soft" : "border-bad/40 bg-bad-soft",
      )}
    >
      <Icon className={classNames("mt-0.5 size-5 shrink-0", allow ? "text-good" : "text-bad")} aria-hidden />
      <div className="min-w-0">
        <h2
          className={classNames(
            "flex flex-wrap items-center gap-x-2 text-section font-semibold",
            allow ? "text-good" : "text-bad",
          )}
        >
          {allow ? "Allowed" : "Refused"}
          {code && (
            <Mono as="code" className="font-medium">
              {code}
            </Mono>
          )}
        </h2>
        <p className="mt-0.5 break-words">
          <Sentence text={message ?? "Every check that applies allows this request."} names={names} />
        </p>
      </div>
    </section>
  );
}

function ObligationsCard({ obligations, names }: { obligations: readonly string[]; names: Names }) {
  return (
    <Card>
      <CardHeader title="Changes before the call" />
      <div className="p-4">
        {obligations.length === 0 ? (
          <p className="text-ink-faint">Nothing is created or changed before the call.</p>
        ) : (
          <ul className="list-disc space-y-1 pl-4">
            {obligations.map((obligation) => (
              <li key={obligation} className="break-words">
                <Sentence text={`The call ${obligation}.`} names={names} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  "master-key": "The master key",
  "virtual-key": "A key",
  jwt: "A JWT",
};

function IdentityCard({ identity, names }: { identity: Explanation["identity"]; names: Names }) {
  return (
    <Card>
      <CardHeader title="Who is calling" />
      <div className="p-4">
        {identity ? (
          <Facts
            rows={[
              ["Credential", KINDS[identity.kind] ?? identity.kind],
              ...stated(
                [
                  ["Issuer", identity.issuer, "issuer"],
                  ["Subject", identity.subject],
                  ["User", identity.user_id, "user"],
                  ["E-mail", identity.email],
                  ["Team", identity.team_id, "team"],
                ],
                names,
              ),
              ...(identity.groups.length === 0
                ? []
                : [["Groups", <Groups key="groups" ids={identity.groups} names={names} />] as const]),
              ...stated(
                [
                  ["Scopes", identity.scopes.join(" ")],
                  ["Roles", identity.roles.join(", ")],
                  ["Object", identity.object_id],
                  ["Organisation", identity.organization_id, "organization"],
                  ["End user", identity.end_user_id, "end_user"],
                  ["Key", identity.key_id, "key"],
                ],
                names,
              ),
            ]}
          />
        ) : (
          <p className="text-ink-faint">Unknown. No identity could be read from the token.</p>
        )}
      </div>
    </Card>
  );
}

function principalRows(
  principal: NonNullable<Explanation["principal"]>,
  names: Names,
): (readonly [string, ReactNode])[] {
  const rows = stated(
    [
      ["Team", principal.team_id, "team"],
      ["User", principal.user_id, "user"],
      ["Organisation", principal.organization_id, "organization"],
      ["End user", principal.end_user_id, "end_user"],
      ["Key", principal.key_id, "key"],
    ],
    names,
  );
  const role = principal.admin ? "Administrator" : (principal.role ?? "Ordinary caller");
  return [["Acts as", role], ...(rows.length > 0 ? rows : [["Booked to", "No team, user or key"] as const])];
}

function Served({ resolution: { requested, winner, candidates } }: { resolution: Resolution }) {
  if (!winner) {
    return (
      <p>
        <strong className="font-semibold text-bad">No entry matches</strong> <Value>{requested}</Value>. A caller who
        may use this name gets 404.
      </p>
    );
  }
  const others = candidates.length - 1;
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-meta">
          <CapturedName pattern={winner.model_name} name={requested} captures={winner.captures} />
        </span>
        <ArrowRight className="size-4 text-accent-text" aria-label="goes to" />
        <Mono className="font-semibold wrap-anywhere">{winner.upstream_model}</Mono>
      </p>
      <p className="flex flex-wrap items-center gap-1.5 text-ink-soft">
        by the entry
        <Badge tone="accent">
          <span className="font-mono">{winner.model_name}</span>
        </Badge>
        {others > 0 && (
          <span className="text-ink-faint">
            ahead of {others === 1 ? "one other match" : `${others} other matches`}
          </span>
        )}
      </p>
    </div>
  );
}
