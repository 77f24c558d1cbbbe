"use client";
import { ImagePlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { PlainButton } from "@/components/ui/plain-button";

/** In bytes. Providers take no larger pictures, and the request would be too large for many gateways. */
const LARGEST = 8 * 1024 * 1024;

/** The pictures of a message, from files. `of`: which message, for those who do not see it. */
export function ImageFields({
  of,
  images,
  onChange,
}: {
  of: string;
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const add = async (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    const tooLarge = chosen.some(({ size }) => size > LARGEST);
    setFault(tooLarge ? "A picture may have at most 8 MB." : undefined);
    if (!tooLarge) onChange([...images, ...(await Promise.all(chosen.map(addressOfFile)))]);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {images.map((image, index) => (
        <span key={index} className="relative">
          {/* oxlint-disable-next-line nextjs/no-img-element -- a picture of this tab, which no server can resize */}
          <img src={image} alt={`Picture ${index + 1} of ${of}`} className="size-14 rounded-md border object-cover" />
          <PlainButton
            type="button"
            aria-label={`Remove picture ${index + 1} of ${of}`}
            className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full border bg-raised text-ink hover:bg-hover"
            onClick={() => onChange(images.filter((_, at) => at !== index))}
          >
            <X className="size-3.5" aria-hidden />
          </PlainButton>
        </span>
      ))}
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple
        hidden
        aria-label={`Pictures of ${of}`}
        onChange={(event) => {
          void add(event.target.files);
          event.target.value = "";
        }}
      />
      <Button size="small" variant="ghost" onClick={() => file.current?.click()}>
        <ImagePlus className="size-3.5" aria-hidden /> Add pictures
      </Button>
      {fault && (
        <p role="alert" className="w-full text-meta text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A file as a `data:` address. */
function addressOfFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });
}
