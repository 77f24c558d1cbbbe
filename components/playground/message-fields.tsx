"use client";
import { Plus } from "lucide-react";
import { Button, RemoveButton } from "@/components/ui/button";
import { Select, Textarea } from "@/components/ui/field";
import { Mono } from "@/components/ui/text";
import { ImageFields } from "./image-fields";
import { type Message, ROLES } from "./message";

/** The messages of the conversation, in their order. */
export function MessageFields({
  messages,
  fault,
  onChange,
}: {
  messages: readonly Message[];
  fault: string | undefined;
  onChange: (messages: readonly Message[]) => void;
}) {
  const replace = (index: number, to: Partial<Message>) =>
    onChange(messages.map((message, at) => (at === index ? { ...message, ...to } : message)));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 font-medium">Messages</legend>
      {messages.map((message, index) => (
        <div key={index} className="space-y-1">
          <div className="flex items-center gap-2">
            {message.resultOf ? (
              <span className="min-w-0 truncate">
                Result of <Mono>{message.resultOf.name}</Mono>
              </span>
            ) : (
              <Select
                aria-label={`Role of message ${index + 1}`}
                className="max-w-32"
                value={message.role}
                onChange={(event) => replace(index, { role: event.target.value })}
              >
                {ROLES.map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </Select>
            )}
            {messages.length > 1 && (
              <RemoveButton
                label={`Remove message ${index + 1}`}
                className="ml-auto"
                onClick={() => onChange(messages.filter((_, at) => at !== index))}
              />
            )}
          </div>
          {message.calls?.map((call) => (
            <p key={call.id} className="rounded-md bg-muted px-2.5 py-1 wrap-anywhere text-ink-soft">
              Asks for <Mono>{`${call.name}(${call.arguments})`}</Mono>
            </p>
          ))}
          <Textarea
            aria-label={`Message ${index + 1}`}
            aria-invalid={fault ? true : undefined}
            rows={3}
            className="block"
            value={message.content}
            onChange={(event) => replace(index, { content: event.target.value })}
          />
          {message.role === "user" && (
            <ImageFields
              of={`message ${index + 1}`}
              images={message.images ?? []}
              onChange={(images) => replace(index, { images })}
            />
          )}
        </div>
      ))}
      {fault && <p className="text-meta text-bad">{fault}</p>}
      <Button size="small" onClick={() => onChange([...messages, { role: "user", content: "" }])}>
        <Plus className="size-3.5" aria-hidden /> Add a message
      </Button>
    </fieldset>
  );
}
