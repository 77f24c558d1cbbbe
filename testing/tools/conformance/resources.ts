import { type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { PICTURE } from "./content";

const said = (uri: string, text: string, mimeType = "text/plain") => ({ uri, mimeType, text });

const CONTENTS: Readonly<Record<string, ReadResourceResult["contents"][number]>> = {
  "test://static-text": said("test://static-text", "This is the content of the static text resource."),
  "test://static-binary": { uri: "test://static-binary", mimeType: "image/png", blob: PICTURE },
  "test://watched-resource": said("test://watched-resource", "It may change."),
};

/** The resources that the official conformance suite reads. */
export const RESOURCES = Object.values(CONTENTS).map(({ uri, mimeType = "" }) => ({
  uri,
  mimeType,
  name: uri.slice("test://".length),
  description: "A resource for the conformance suite.",
}));

export const TEMPLATE = {
  uriTemplate: "test://template/{id}/data",
  name: "template",
  description: "A resource with a parameter.",
  mimeType: "application/json",
};

/** @throws ResourceNotFoundError */
export function readResource(uri: string): ReadResourceResult {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [said(uri, text, "application/json")] };
  }
  const content = CONTENTS[uri];
  if (!content) throw new ResourceNotFoundError(uri);
  return { contents: [content] };
}
