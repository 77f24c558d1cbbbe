"use client";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Facts } from "@/components/shared/facts";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { Mono } from "@/components/ui/text";
import type { LoginState } from "@/lib/wire/contracts/sign-in/login";
import type { StoredLoginView } from "@/lib/wire/sign-in/login";

const RemoveLoginDialog = lazyDialog(
  () => import("./remove-login-dialog").then((module) => module.RemoveLoginDialog),
  ({ open }) => open,
);

/** The login that is set up here. */
export function LoginCard({
  state,
  stored,
  onChange,
}: {
  state: LoginState;
  stored: StoredLoginView;
  onChange: () => void;
}) {
  const [isRemoving, setIsRemoving] = useState(false);
  const isInForce = state.source === "database";
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Continue with {stored.label}
            <Badge tone={isInForce ? "good" : "warn"}>{isInForce ? "In force" : "Not in force"}</Badge>
          </span>
        }
      >
        <WriteButton onClick={onChange}>
          <Pencil className="size-3.5" aria-hidden /> Change and test
        </WriteButton>
        <WriteButton onClick={() => setIsRemoving(true)}>
          <Trash2 className="size-3.5" aria-hidden /> Remove
        </WriteButton>
      </CardHeader>
      <div className="space-y-4 p-4">
        {state.because !== null && <p className="text-warn">{state.because}</p>}
        <Facts
          rows={[
            [
              "Issuer",
              <Mono key="issuer" className="wrap-anywhere">
                {stored.issuer}
              </Mono>,
            ],
            [
              "Client id",
              <Mono key="client" className="wrap-anywhere">
                {stored.client_id}
              </Mono>,
            ],
            [
              "Client secret",
              stored.client_secret === null ? (
                "None: a public client"
              ) : (
                <Mono key="secret">{stored.client_secret}</Mono>
              ),
            ],
            ["Administrators", <Administrators key="administrators" stored={stored} />],
            ["Redirect address", <RedirectAddress key="redirect" address={state.redirect_address} />],
            [
              "Changed",
              <span key="changed">
                <Ago iso={stored.updated_at} />
              </span>,
            ],
          ]}
        />
      </div>
      <RemoveLoginDialog open={isRemoving} label={stored.label} onClose={() => setIsRemoving(false)} />
    </Card>
  );
}

function Administrators({ stored: { administrators } }: { stored: StoredLoginView }) {
  if (!administrators) return "Nobody";
  const { claim, values } = administrators;
  return (
    <>
      Whose claim <Mono>{claim}</Mono> has{" "}
      {values.map((value, index) => (
        <span key={value}>
          {index > 0 && " or "}
          <Mono className="wrap-anywhere">{value}</Mono>
        </span>
      ))}
    </>
  );
}

/** The address that the provider must allow, to copy. */
function RedirectAddress({ address }: { address: string }) {
  return (
    <Mono className="flex items-center gap-1">
      <span className="wrap-anywhere">{address}</span>
      <CopyButton compact text={address} label="Copy the redirect address" />
    </Mono>
  );
}
