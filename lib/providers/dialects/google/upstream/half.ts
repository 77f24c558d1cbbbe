import { GEMINI } from "../../../families/gemini/family";
import type { UpstreamHalf } from "../../../form/halves";
import type { GoogleDoor } from "../door";
import { readGoogleAnswer, readGoogleError } from "./answer";
import { GOOGLE_CARRIED } from "./carried";
import { writeGoogleRequest } from "./request";
import { GooglePieceReader } from "./stream";

/** Upstreams that speak `generateContent`. `door` knows a provider's addresses and keys. */
export function googleUpstream(door: GoogleDoor): UpstreamHalf {
  return {
    dialect: "google",
    carried: GOOGLE_CARRIED,
    families: [GEMINI],
    lacks: "Google's API has nothing like it.",
    media: ["image", "document", "audio"],
    searches: () => true,
    writeRequest: writeGoogleRequest,
    send(deployment, body, isStreamed) {
      const { path, headers } = door(deployment, isStreamed ? "streamGenerateContent" : "generateContent");
      return { path, headers: { "content-type": "application/json", ...headers }, body };
    },
    readAnswer: readGoogleAnswer,
    readError: readGoogleError,
    reader: () => new GooglePieceReader(),
  };
}
