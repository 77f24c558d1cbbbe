"use client";
import { LogIn } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import type { LoginState } from "@/lib/wire/contracts/sign-in/login";

/** How people log in to the console, in a line, and the way to set that up. `state`: undefined if it cannot be read. */
export function LoginSummary({ state }: { state: LoginState | undefined }) {
  const isSetUp = state !== undefined && state.source !== "none";
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Login to the console
            {state && <Badge tone={isSetUp ? "good" : "neutral"}>{isSetUp ? "On" : "Master key only"}</Badge>}
          </span>
        }
        description={state ? sentenceOf(state) : "It cannot be read at present."}
      >
        <Link href="/console/login" className={buttonClasses(isSetUp ? "secondary" : "primary")}>
          <LogIn className="mr-1.5 size-3.5" aria-hidden /> {isSetUp ? "Show" : "Set up the login"}
        </Link>
      </CardHeader>
    </Card>
  );
}

function sentenceOf({ source, stored, in_environment: inEnvironment, in_file: inFile }: LoginState): string {
  switch (source) {
    case "environment":
      return `Through ${inEnvironment ?? ""}, which OIDC_ISSUER names.`;
    case "database":
      return `Through ${stored?.label ?? ""} (${stored?.issuer ?? ""}), set up here.`;
    case "file":
      return `Through ${inFile.map(({ name }) => name).join(", ")}, of console_login in config.yaml.`;
    case "none":
      return "Let your people log in through your company's provider, without config.yaml and without a restart.";
  }
}
