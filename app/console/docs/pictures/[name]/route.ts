import { readPicture } from "@/lib/server/console/documents";

const TYPES: Readonly<Record<string, string>> = { png: "image/png", webp: "image/webp" };

/** A picture in a document. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ readonly name: string }> },
): Promise<Response> {
  const { name } = await params;
  const type = TYPES[name.split(".").at(-1) ?? ""];
  const picture = type === undefined ? undefined : readPicture(name);
  if (type === undefined || !picture) return new Response("There is no such picture.", { status: 404 });
  return new Response(new Uint8Array(picture), { headers: { "content-type": type, "cache-control": "max-age=3600" } });
}
