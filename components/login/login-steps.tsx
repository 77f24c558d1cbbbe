"use client";
import { useState } from "react";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { callOperation } from "@/components/api/client";
import { loginContracts, type LoginState } from "@/lib/wire/contracts/sign-in/login";
import { ClientStep } from "./client-step";
import { IssuerStep } from "./issuer-step";
import { Step } from "./step";
import { TrialStep } from "./trial-step";

/** The steps from an issuer to a login that is in force. */
export function LoginSteps({
  state,
  etag,
  onDone,
  onCancel,
}: {
  state: LoginState;
  etag: string | undefined;
  onDone: () => void;
  /** Absent: there is nothing to go back to. */
  onCancel: (() => void) | undefined;
}) {
  const { stored } = state;
  const [issuer, setIssuer] = useState(stored?.issuer ?? "");
  const [trialId, setTrialId] = useState<string>();
  const discover = useSingleMutation({
    mutationFn: () => callOperation(loginContracts.discover, { issuer }),
    onSuccess: ({ issuer: named }) => setIssuer(named),
  });
  const changeIssuer = (typed: string) => {
    setIssuer(typed);
    setTrialId(undefined);
    discover.reset();
  };
  const found = discover.data;
  return (
    <ol aria-label="Set up the login" className="space-y-4">
      <Step number={1} title="Your provider" isDone={found !== undefined}>
        <IssuerStep issuer={issuer} discover={discover} onIssuer={changeIssuer} onCancel={onCancel} />
      </Step>
      <Step number={2} title="The console as its client" isDone={trialId !== undefined} isOpen={found !== undefined}>
        {found && (
          <ClientStep
            key={found.issuer}
            found={found}
            kept={stored?.issuer === found.issuer ? stored : null}
            redirectAddress={state.redirect_address}
            onTrial={setTrialId}
          />
        )}
      </Step>
      <Step number={3} title="Test it, and say who administers" isOpen={trialId !== undefined}>
        {trialId !== undefined && <TrialStep key={trialId} trialId={trialId} etag={etag} onDone={onDone} />}
      </Step>
    </ol>
  );
}
