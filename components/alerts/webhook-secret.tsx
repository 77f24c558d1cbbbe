"use client";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { CodeBlock } from "@/components/ui/code-block";
import { alertingContracts } from "@/lib/wire/contracts/alerting";

/** The generated secret that signs webhooks. It is shown on request, until somebody confirms that it is copied. */
export function WebhookSecret({ state }: { state: "not_copied" | "unreadable" }) {
  const show = useOperation(alertingContracts.secret, { keepsSecret: true });
  const confirm = useOperation(alertingContracts.secret, { keepsSecret: true });
  const secret = show.data?.secret;
  const error = show.error ?? confirm.error;
  if (state === "unreadable")
    return (
      <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">
        This node cannot decrypt the secret that signs webhooks. Set WEBHOOK_SECRET, or the same GATEWAY_ENCRYPTION_KEY
        on every node.
      </p>
    );
  return (
    <div className="space-y-3 rounded-md border px-3 py-2.5">
      <p className="text-body">
        Webhooks are signed with a secret that the gateway generated. Give it to the receiver, so that it can tell these
        messages from forged ones. Once you confirm that you have copied it, it is not shown again.
      </p>
      {typeof secret === "string" ? (
        <>
          <CodeBlock label="Signing secret" code={secret} wrap />
          <div className="flex justify-end">
            <WriteButton variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ copied: true })}>
              I have copied it
            </WriteButton>
          </div>
        </>
      ) : (
        <WriteButton size="small" busy={show.isPending} onClick={() => show.mutate({})}>
          Show the signing secret
        </WriteButton>
      )}
      {error && (
        <p role="alert" className="text-body text-bad">
          {error.message}
        </p>
      )}
    </div>
  );
}
