"use client";
import type { UseMutationResult } from "@tanstack/react-query";
import { WriteButton } from "@/components/shared/forms/write-button";
import { TextField } from "@/components/shared/forms/text-field";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** The issuer's address, which is read before anything else is asked. */
export function IssuerStep({
  issuer,
  discover,
  onIssuer,
  onCancel,
}: {
  issuer: string;
  discover: UseMutationResult<{ issuer: string }, Error, void>;
  onIssuer: (issuer: string) => void;
  onCancel: (() => void) | undefined;
}) {
  const isFound = discover.data !== undefined;
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        discover.mutate();
      }}
    >
      <TextField
        label="Issuer"
        type="url"
        inputMode="url"
        required
        autoFocus
        placeholder="https://login.example.com/realms/main"
        value={issuer}
        onValue={onIssuer}
        error={discover.error?.message}
        hint={
          isFound ? (
            "The provider answers, and this is its issuer."
          ) : (
            <>
              The address that your provider calls issuer or authority.{" "}
              <Link href="/console/docs/providers" prefetch={false} className="rounded underline underline-offset-3">
                Where to find it
              </Link>
            </>
          )
        }
      />
      {!isFound && (
        <div className="flex gap-2">
          <WriteButton type="submit" variant="primary" busy={discover.isPending} disabled={issuer.trim() === ""}>
            Read the provider
          </WriteButton>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        </div>
      )}
    </form>
  );
}
