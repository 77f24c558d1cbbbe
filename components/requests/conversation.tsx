"use client";
import { ChevronRight, FlaskConical, ImageOff, Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { formatCompact, formatDay } from "@/components/api/format";
import { handDraft } from "@/components/playground/handed-draft";
import { replayedDraft } from "@/components/playground/replayed-draft";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { CodeBlock } from "@/components/ui/code-block";
import { Mono, Note } from "@/components/ui/text";
import type { CallContent, ContentPart, ContentTurn } from "@/lib/wire/content";

const ROLES = { system: "System", user: "User", assistant: "Assistant" } as const;

/** What was said in a call: turn by turn, with what was sent behind it. */
export function Conversation({ content, model }: { content: CallContent; model: string }) {
  const { conversation, request, answer } = content;
  return (
    <div className="space-y-4">
      <Bar content={content} model={model} />
      {conversation && (
        <ol aria-label="Conversation" className="space-y-3">
          {conversation.map((turn, index) => (
            <Turn key={index} turn={turn} />
          ))}
        </ol>
      )}
      <div className="space-y-2">
        <Sent name="Request as it was sent" side={request} isOpen={!conversation} />
        {answer && <Sent name="Answer as it was delivered" side={answer} isOpen={!conversation} />}
        {!answer && <Note>No answer reached the caller.</Note>}
      </div>
    </div>
  );
}

/** Until when it is kept, what is missing, and the way to the playground. */
function Bar({ content, model }: { content: CallContent; model: string }) {
  const router = useRouter();
  const draft = replayedDraft(model, content);
  const isCut = content.request.is_cut || (content.answer?.is_cut ?? false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {draft && (
        <Button
          size="small"
          onClick={() => {
            handDraft(draft);
            router.push("/console/playground");
          }}
        >
          <FlaskConical className="size-3.5" aria-hidden /> Replay as yourself
        </Button>
      )}
      {isCut && <Badge tone="warn">Not all of it is kept</Badge>}
      <Note>Kept until {formatDay(content.expires_on)}</Note>
    </div>
  );
}

function Turn({ turn: { role, parts } }: { turn: ContentTurn }) {
  const isResult = parts.length > 0 && parts.every(({ type }) => type === "result");
  return (
    <li className={classNames("rounded-md border px-3 py-2.5", role === "assistant" ? "bg-surface" : "bg-muted/50")}>
      <h4 className="mb-1 text-meta font-semibold text-ink-faint">{isResult ? "Tool" : ROLES[role]}</h4>
      <div className="space-y-2">
        {parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
        {parts.length === 0 && <Note>No content.</Note>}
      </div>
    </li>
  );
}

function Part({ part }: { part: ContentPart }) {
  switch (part.type) {
    case "text":
      return <Said>{part.text}</Said>;
    case "refusal":
      return <Said className="text-warn">{part.text}</Said>;
    case "thought":
      return (
        <Folded title="Thought">
          <Said className="text-ink-soft">{part.text === "" ? "Hidden by its provider." : part.text}</Said>
        </Folded>
      );
    case "image":
    case "document":
    case "audio":
      return <Media part={part} />;
    case "call":
      return (
        <Folded
          title={
            <>
              <Wrench className="size-3.5 text-ink-faint" aria-hidden /> Calls <Mono>{part.name}</Mono>
            </>
          }
        >
          <CodeBlock wrap label={`Arguments of ${part.name}`} code={indented(part.arguments)} />
        </Folded>
      );
    case "result":
      return (
        <Folded title={part.is_error ? "Result of a tool: failed" : "Result of a tool"}>
          <CodeBlock wrap label="Result" code={indented(part.text)} />
        </Folded>
      );
    case "other":
      return (
        <Folded title="Other content, as JSON">
          <CodeBlock wrap label="JSON" code={JSON.stringify(part.json, null, 2)} />
        </Folded>
      );
  }
}

function Said({ className, children }: { className?: string; children: string }) {
  return <p className={classNames("leading-relaxed whitespace-pre-wrap wrap-anywhere", className)}>{children}</p>;
}

function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded font-medium text-ink-soft hover:text-ink">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform group-open:rotate-90 motion-reduce:transition-none"
          aria-hidden
        />
        {title}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

const MEDIA = { image: "picture", document: "document", audio: "recording" } as const;

/** A picture that was sent in the call. What it only names by address is not fetched: its server would be told. */
function Media({ part }: { part: Extract<ContentPart, { url: string | null }> }) {
  const { type, url, title } = part;
  const name = title ?? MEDIA[type];
  if (url === null)
    return (
      <p className="inline-flex items-center gap-1.5 text-ink-faint">
        <ImageOff className="size-4" aria-hidden /> A {MEDIA[type]} that was not kept
      </p>
    );
  if (!url.startsWith("data:"))
    return (
      <Mono as="p" className="wrap-anywhere text-ink-soft">
        {name}: {url}
      </Mono>
    );
  if (type !== "image")
    return (
      <p className="text-ink-soft">
        A {MEDIA[type]} of {bytesOf((url.length * 3) / 4)}
      </p>
    );
  // oxlint-disable-next-line nextjs/no-img-element -- a picture inside the answer, which no server can resize
  return <img src={url} alt={`A ${name} of the call`} className="max-h-80 max-w-full rounded-md border" />;
}

function Sent({ name, side, isOpen }: { name: string; side: CallContent["request"]; isOpen: boolean }) {
  const { content, bytes, is_cut: isCut, form } = side;
  const size = `${bytesOf(bytes)}${isCut ? ", not all of it kept" : ""}`;
  if (form === "bytes")
    return (
      <Note>
        {name}: {size}
      </Note>
    );
  return (
    <details open={isOpen} className="group">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded text-meta text-ink-faint hover:text-ink">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform group-open:rotate-90 motion-reduce:transition-none"
          aria-hidden
        />
        {name} ({size})
      </summary>
      <div className="mt-2 max-h-96 overflow-auto">
        <CodeBlock wrap label={name} code={typeof content === "string" ? content : JSON.stringify(content, null, 2)} />
      </div>
    </details>
  );
}

function bytesOf(bytes: number): string {
  return `${formatCompact(Math.round(bytes))} B`;
}

/** JSON with line breaks; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
