"use client";
import { EyeOff, LoaderCircle, Lock, MessageSquareText, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { ApiError, callOperation } from "@/components/api/client";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { Note } from "@/components/ui/text";
import type { CallContent } from "@/lib/wire/content";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { KeptCall } from "./delete-content-dialog";

const Conversation = dynamic(() => import("./conversation").then((module) => module.Conversation));

const DeleteContentDialog = lazyDialog(
  () => import("./delete-content-dialog").then((module) => module.DeleteContentDialog),
  ({ row }) => row !== undefined,
);

type Look =
  | { readonly phase: "closed" | "loading" | "deleted" }
  | { readonly phase: "open"; readonly content: CallContent }
  | { readonly phase: "failed"; readonly error: unknown };

/** Why nothing is kept of a call, by what its row says. */
const UNKEPT: Readonly<Record<string, string>> = {
  none: "Not kept: neither its team nor its key keeps prompts and answers.",
  declined: "Not kept: its caller asked for that, with the header x-gateway-no-log.",
  dropped: "Not kept: too much was waiting to be stored when the call was made.",
};

/**
 * The prompt and the answer of a call. They are fetched when the reader asks for them, since each look is recorded, and
 * kept in no cache. Administrators may delete them. `mark`: what the row says about them; `refused`: it is a refusal,
 * whose row says nothing.
 */
export function ContentSection({ call, mark, model }: { call: KeptCall; mark: string | null; model: string }) {
  const { id } = call;
  const [look, setLook] = useState<Look>({ phase: "closed" });
  const [deleting, setDeleting] = useState(false);
  const unkept = UNKEPT[mark ?? "none"];
  if (unkept !== undefined) return <Quiet icon={<EyeOff className="size-4" aria-hidden />}>{unkept}</Quiet>;
  const remove = (
    <>
      <WriteButton size="small" variant="ghost" onClick={() => setDeleting(true)}>
        <Trash2 className="size-3.5" aria-hidden /> Delete content
      </WriteButton>
      <DeleteContentDialog
        row={deleting ? call : undefined}
        onClose={() => setDeleting(false)}
        onDone={() => setLook({ phase: "deleted" })}
      />
    </>
  );
  if (look.phase === "deleted")
    return <Quiet icon={<EyeOff className="size-4" aria-hidden />}>Its content is deleted.</Quiet>;
  if (look.phase === "open")
    return (
      <>
        <Conversation content={look.content} model={model} />
        <div className="mt-3">{remove}</div>
      </>
    );
  if (look.phase === "failed")
    return (
      <div className="space-y-2">
        <Failed error={look.error} />
        {remove}
      </div>
    );
  const open = () => {
    setLook({ phase: "loading" });
    callOperation(spendContracts.content, { call_id: id }).then(
      (content) => setLook({ phase: "open", content }),
      (error: unknown) => setLook({ phase: "failed", error }),
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" onClick={open} disabled={look.phase === "loading"}>
        {look.phase === "loading" ? (
          <LoaderCircle className="size-3.5 animate-spin motion-reduce:animate-none" aria-hidden />
        ) : (
          <MessageSquareText className="size-3.5" aria-hidden />
        )}
        {mark === "refused" ? "Show the prompt, if it is kept" : "Show prompt and answer"}
      </Button>
      {remove}
      <Note>The audit log records every view.</Note>
    </div>
  );
}

function Failed({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "content_right_required")
    return (
      <Quiet icon={<Lock className="size-4" aria-hidden />}>
        You may see this call but not its content. Reading content is a separate right, which a scope or a role of your
        login grants. The attempt is recorded.
      </Quiet>
    );
  if (code === "content_not_found")
    return (
      <Quiet icon={<EyeOff className="size-4" aria-hidden />}>
        Its content is no longer kept: it has expired, it was deleted, or it was lost before it was stored.
      </Quiet>
    );
  return (
    <p role="alert" className="break-words text-bad">
      {error instanceof Error ? error.message : "This could not be loaded."}
    </p>
  );
}

/** A sentence in place of what is not shown. */
function Quiet({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p role="status" className="flex gap-2 text-ink-soft">
      <span className="mt-0.5 shrink-0 text-ink-faint">{icon}</span>
      <span className="min-w-0 text-pretty">{children}</span>
    </p>
  );
}
