import { documentSearch } from "../documents-of-version";

const MOST = 5;

/** What the palette offers of the documents for a text. */
export function GET(request: Request): Response {
  return Response.json(documentSearch().find(new URL(request.url).searchParams.get("q") ?? "", MOST));
}
