"use client";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { CodeBlock } from "@/components/ui/code-block";
import { Link } from "@/components/ui/link";
import type { GeneratedKey } from "@/lib/wire/key";
import { PROVIDER_LINES } from "./examples";
import { FirstCallStep } from "./first-call-step";
import { FirstKey } from "./first-key";
import { FirstModel } from "./first-model";
import { doneSteps, FIRST_STEPS, type FirstStep, openStep } from "./first-run";
import { PlainButton } from "@/components/ui/plain-button";

const TITLES: Readonly<Record<FirstStep, string>> = {
  model: "Add a model",
  key: "Generate a key",
  call: "Make the first call",
  provider: "Connect your identity provider",
  team: "Create a team",
};

/**
 * The steps that a fresh gateway still needs, in order. The first three are done here, and each is tried at once.
 * `isInUse`: it had its first call before the page was opened, so that only what is left is listed.
 */
export function NextSteps({
  provider,
  models,
  keys,
  teams,
  hasCalls,
  hasLogin,
  isInUse,
}: {
  provider: boolean;
  models: readonly string[];
  keys: number;
  teams: number;
  hasCalls: boolean;
  /** Whether somebody has signed in to this console through the provider. */
  hasLogin: boolean;
  isInUse: boolean;
}) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const [called, setCalled] = useState(false);
  const [chosen, setChosen] = useState<FirstStep>();
  const keyCount = Math.max(keys, generated ? 1 : 0);
  const done = doneSteps({
    models: models.length,
    keys: keyCount,
    hasCalls: hasCalls || called,
    hasProvider: provider,
    hasLogin,
    teams,
  });
  const open = chosen !== undefined && !done.has(chosen) ? chosen : openStep(done, called);
  if (open === undefined) return null;
  const bodies: Readonly<Record<FirstStep, ReactNode>> = {
    model: <FirstModel names={models} isOpen={open === "model"} />,
    key: <FirstKey keys={keyCount} isOpen={open === "key"} generated={generated} onGenerated={setGenerated} />,
    call: open === "call" && <FirstCallStep generated={generated} models={models} onCalled={() => setCalled(true)} />,
    provider: open === "provider" && <ProviderStep isConnected={provider} />,
    team: open === "team" && <TeamStep />,
  };
  return (
    <Card>
      <CardHeader
        title="What to do next"
        description={isInUse ? undefined : "From a fresh gateway to its first call, all of it on this page."}
      >
        <Badge tone="accent">
          {done.size} of {FIRST_STEPS.length} done
        </Badge>
      </CardHeader>
      <ol className="divide-y" aria-label="What to do next">
        {FIRST_STEPS.map((step, index) =>
          isInUse && done.has(step) ? null : (
            <li key={step} className="px-4 py-2.5" aria-current={step === open ? "step" : undefined}>
              <h3 className="flex items-center gap-3">
                <StepIcon number={index + 1} isDone={done.has(step)} isOpen={step === open} />
                {done.has(step) || step === open ? (
                  <span className={classNames("font-medium", step !== open && "text-ink-soft")}>{TITLES[step]}</span>
                ) : (
                  <PlainButton
                    aria-expanded={false}
                    className="rounded font-medium hover:text-accent-text hover:underline"
                    onClick={() => setChosen(step)}
                  >
                    {TITLES[step]}
                  </PlainButton>
                )}
              </h3>
              {bodies[step] && <div className="max-w-3xl pl-8 text-ink-soft">{bodies[step]}</div>}
            </li>
          ),
        )}
      </ol>
    </Card>
  );
}

function StepIcon({ number, isDone, isOpen }: { number: number; isDone: boolean; isOpen: boolean }) {
  return (
    <span
      className={classNames(
        "grid size-5 shrink-0 place-items-center rounded-full text-meta font-semibold",
        isDone ? "bg-good-soft text-good" : isOpen ? "bg-accent text-accent-ink" : "bg-muted text-ink-soft",
      )}
    >
      {isDone ? <Check className="size-3.5" aria-label="Done" /> : number}
    </span>
  );
}

/** Both halves of the step: tokens of applications, and people who log in to the console. */
function ProviderStep({ isConnected }: { isConnected: boolean }) {
  return (
    <div className="mt-1.5 space-y-3">
      <p>
        {isConnected
          ? "Tokens of your provider are accepted. Let people log in to this console through it too, without a restart."
          : "Add these lines to config.yaml with your provider's address. Applications then call with the tokens they already have."}
      </p>
      {!isConnected && <CodeBlock label="config.yaml" code={PROVIDER_LINES} />}
      {!isConnected && <p>People log in to this console through it once that is set up, without a restart.</p>}
      <Link href="/console/login" className={buttonClasses("primary")}>
        Set up the login
      </Link>
    </div>
  );
}

function TeamStep() {
  return (
    <div className="mt-1.5 space-y-3">
      <p>
        Its id is the one in a project&apos;s token (client_id by default). Calls with that token count towards the
        team&apos;s spend and obey its block.
      </p>
      <Link href="/console/teams" className={buttonClasses("primary")}>
        Go to teams
      </Link>
    </div>
  );
}
