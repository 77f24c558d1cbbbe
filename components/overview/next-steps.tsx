"use client";
import { Check, ChevronDown } from "lucide-react";
import { Link } from "@/components/ui/link";
import { type ReactNode, useSyncExternalStore } from "react";
import { MODEL_LINES } from "@/components/models/example";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { CodeBlock } from "@/components/ui/code-block";
import { basePath } from "@/lib/published-base-path";
import { firstCallLines, PROVIDER_LINES } from "./examples";

interface Step {
  readonly title: string;
  readonly done: boolean;
  readonly body: ReactNode;
}

/** What a fresh gateway still needs, in order, each with the exact lines; the first open step is unfolded. */
export function NextSteps({
  provider,
  models,
  teams,
  calls,
}: {
  provider: boolean;
  models: readonly string[];
  teams: number;
  calls: number;
}) {
  const gateway = useSyncExternalStore(
    () => () => {},
    () => window.location.origin + basePath(),
    () => "",
  );
  const example =
    (models.find((name) => !name.includes("*")) ?? models[0]?.replaceAll("*", "gpt-4o-mini")) || "openai/gpt-4o-mini";
  const steps: Step[] = [
    {
      title: "Connect your identity provider",
      done: provider,
      body: (
        <>
          <p>
            Add these lines to config.yaml with your provider&apos;s address and restart. Applications then call with
            the tokens they already have.
          </p>
          <CodeBlock label="config.yaml" code={PROVIDER_LINES} />
        </>
      ),
    },
    {
      title: "Add a model",
      done: models.length > 0,
      body: (
        <>
          <p>
            One entry with a pattern serves a whole provider. The key is read from the environment, never from the file.
          </p>
          <CodeBlock label="config.yaml" code={MODEL_LINES} />
        </>
      ),
    },
    {
      title: "Create a team",
      done: teams > 0,
      body: (
        <>
          <p>
            Its id is the one in a project&apos;s token (client_id by default). Calls with that token count towards the
            team&apos;s spend and obey its block.
          </p>
          <Link href="/console/teams" className={buttonClasses("primary")}>
            Go to teams
          </Link>
        </>
      ),
    },
    {
      title: "Make the first call",
      done: calls > 0,
      body: (
        <>
          <p>
            With a token of your provider, or a key generated under{" "}
            <Link href="/console/keys" className="font-medium text-accent-text underline underline-offset-2">
              Keys
            </Link>
            .
          </p>
          <CodeBlock label="Shell" code={firstCallLines(gateway, example)} />
        </>
      ),
    },
  ];
  const open = steps.findIndex((step) => !step.done);
  if (open === -1) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Card className="mb-5">
      <CardHeader title="What to do next" description="Four steps from a fresh gateway to a booked call.">
        <Badge tone="accent">
          {done} of {steps.length} done
        </Badge>
      </CardHeader>
      <ol className="divide-y">
        {steps.map((step, index) => (
          <li key={step.title}>
            <details className="group" open={index === open}>
              <summary className="flex list-none items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover/60 [&::-webkit-details-marker]:hidden">
                <span
                  className={classNames(
                    "grid size-5 shrink-0 place-items-center rounded-full text-[11.5px] font-semibold",
                    step.done
                      ? "bg-good-soft text-good"
                      : index === open
                        ? "bg-accent text-accent-ink"
                        : "bg-muted text-ink-soft",
                  )}
                >
                  {step.done ? <Check className="size-3.5" aria-label="Done" /> : index + 1}
                </span>
                <span className={classNames("flex-1 font-medium", step.done && "text-ink-faint")}>{step.title}</span>
                <ChevronDown className="size-4 text-ink-faint transition-transform group-open:rotate-180" aria-hidden />
              </summary>
              <div className="max-w-3xl space-y-3 px-4 pb-4 pl-12 text-ink-soft">{step.body}</div>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}
