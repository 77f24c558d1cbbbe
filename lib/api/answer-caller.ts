import { isPromise } from "@/lib/async/maybe-promise";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { recordForbidden } from "@/lib/gateway/call/recorded-refusal";
import { actedByOf } from "@/lib/gateway/request/actor-of";
import { accessRequest } from "@/lib/gateway/request/access-request";
import { bodyOwner, declaredLength, type HeldBody } from "@/lib/gateway/request/body-memory";
import { type BodyBounds, readCallBody, readManagementBody, readMessageBody } from "@/lib/gateway/request/read-body";
import { NarrowingDecision } from "@/lib/gateway/record/narrowing-decision";
import { isPacked } from "@/lib/gateway/request/unpacked-request";
import type { Services } from "@/lib/gateway/services";
import { hasQuery } from "@/lib/wire/contract";
import { admit, decideFirst, type ProvenRequest } from "./admit";
import type { CallerOperation, MessageOperation, ModelOperation } from "./operation";
import { prove } from "./prove";
import { besidePath, readQuery } from "./read-query";
import { type FoundOperation, TABLE } from "./table";

/**
 * In bytes. A larger body, or one that is compressed or of unknown length, is read only after everything is decided
 * that needs no model.
 */
const DECIDED_FIRST_BYTES = 64 * 1024;

/** In bytes. Only larger bodies take room: counting smaller ones would cost more than it is worth. */
const WEIGHED_BYTES = 16 * 1024;

/** The largest body of an operation that only reads, in bytes and in members. */
const READ_BYTES = 1024 * 1024;
const READ_MEMBERS = 30_000;

/** Azure's clients add it to every request. The versions of Azure's API differ in nothing that is served here. */
const AZURE_QUERY: ReadonlySet<string> = new Set(["api-version"]);
/** Google's clients may say how an answer is written, which is JSON in any case. */
const GOOGLE_QUERY: ReadonlySet<string> = new Set(["alt", "$alt", "prettyPrint", "$prettyPrint"]);

function ignoredQuery({ operation, azure }: FoundFor<CallerOperation>): ReadonlySet<string> | undefined {
  if (azure) return AZURE_QUERY;
  return operation.family === "google_routes" ? GOOGLE_QUERY : undefined;
}

/** An operation that needs a caller, as its path found it. */
interface FoundFor<Found> {
  readonly operation: Found;
  readonly parameters: FoundOperation["parameters"];
  readonly azure: FoundOperation["azure"];
}

/** A request whose credentials are proven, and the room that its body takes. Undefined: a small body takes none. */
type RequestWithBody = Omit<ProvenRequest, "access"> & { readonly held: HeldBody | undefined };

/** Answers an operation that needs a caller. Throws or rejects with GatewayError with the code and id of a refusal. */
export function answerCaller(
  services: Services,
  request: ApiRequest,
  found: FoundFor<CallerOperation | ModelOperation | MessageOperation>,
): Promise<ApiReply> {
  const since = services.now();
  const proof = prove(services, request, found.operation, since);
  return isPromise(proof)
    ? proof.then((token) => answerToken(services, { request, token, since }, found))
    : answerToken(services, { request, token: proof, since }, found);
}

function answerToken(
  services: Services,
  { request, token, since }: Omit<RequestWithBody, "held">,
  found: FoundFor<CallerOperation | ModelOperation | MessageOperation>,
): Promise<ApiReply> {
  const isWeighed = declaredLength(request.headers) > WEIGHED_BYTES || isPacked(request);
  return isWeighed
    ? answerWeighed(services, { request, token, since, held: services.bodies.enter(bodyOwner(token)) }, found)
    : answerProven(services, { request, token, since, held: undefined }, found);
}

async function answerWeighed(
  services: Services,
  proven: RequestWithBody & { readonly held: HeldBody },
  found: FoundFor<CallerOperation | ModelOperation | MessageOperation>,
): Promise<ApiReply> {
  try {
    return proven.held.untilSent(await answerProven(services, proven, found));
  } catch (error) {
    proven.held.release();
    throw error;
  }
}

function answerProven(
  services: Services,
  proven: RequestWithBody,
  { operation, parameters, azure }: FoundFor<CallerOperation | ModelOperation | MessageOperation>,
): Promise<ApiReply> {
  if (operation.modelBody) return answerModelCall(services, proven, { operation, parameters, azure });
  if (operation.takesMessage) return answerMessage(services, proven, { operation, parameters, azure });
  return answerManagement(services, proven, { operation, parameters, azure });
}

/** Admits the caller first. What the message asks for is decided by the operation itself, one thing after the other. */
async function answerMessage(
  services: Services,
  { request, token, since, held }: RequestWithBody,
  { operation, parameters }: FoundFor<MessageOperation>,
): Promise<ApiReply> {
  const narrowing = new NarrowingDecision();
  const proven = { request, token, access: accessRequest(operation, request, undefined), since, narrowing };
  try {
    const admitted = admit(services, proven);
    const caller = isPromise(admitted) ? await admitted : admitted;
    const { general } = services.settings.current();
    const body = await readMessageBody(request, general, () => services.wait(0), held);
    return await operation.answer({ services, request, caller, table: TABLE, body, parameters, proven });
  } finally {
    narrowing.record(services.recorder);
  }
}

/** Reads the body first: it names the model, and the decision depends on the model. */
async function answerModelCall(
  services: Services,
  { request, token, since, held }: RequestWithBody,
  found: FoundFor<ModelOperation>,
): Promise<ApiReply> {
  const { operation } = found;
  if (declaredLength(request.headers) > DECIDED_FIRST_BYTES || isPacked(request))
    await decideFirst(services, { request, token, access: accessRequest(operation, request, undefined), since });
  const readSince = services.now();
  const modelBody = await readCallBody(
    request,
    expectedBody(found),
    services.settings.current().general,
    services.newId,
    () => services.wait(0),
    held,
  );
  const uploadMs = services.now() - readSince;
  const access = accessRequest(operation, request, modelBody);
  const admitted = admit(services, { request, token, access, since: since + uploadMs, body: modelBody });
  const caller = isPromise(admitted) ? await admitted : admitted;
  try {
    return await operation.answer({ services, request, caller, modelBody, table: TABLE });
  } catch (error) {
    throw recordForbidden(services, request, caller, error);
  }
}

/** What the operation and the path say of the body. */
function expectedBody({ operation: { modelBody }, parameters, azure }: FoundFor<ModelOperation>) {
  if (azure) return { ...modelBody, modelOfPath: azure.model };
  const { model } = parameters;
  return model === undefined
    ? modelBody
    : { ...modelBody, callOfPath: { model, isStreamed: modelBody.isStreamed === true } };
}

/**
 * What a body may be that changes nothing, such as a draft: callers who may only read must not keep the thread busy
 * with parsing.
 */
function boundsOfReads({ max_request_bytes: bytes, max_body_members: members, ...bounds }: BodyBounds): BodyBounds {
  return {
    ...bounds,
    max_request_bytes: Math.min(bytes, READ_BYTES),
    max_body_members: Math.min(members, READ_MEMBERS),
  };
}

/** Reads the body of a write last: a caller who is refused uploads nothing. */
async function answerManagement(
  services: Services,
  { request, token, since, held }: RequestWithBody,
  found: FoundFor<CallerOperation>,
): Promise<ApiReply> {
  const { operation, parameters } = found;
  const access = accessRequest(operation, request, undefined);
  const admitted = admit(services, { request, token, access, since });
  const caller = isPromise(admitted) ? await admitted : admitted;
  const query = readQuery(operation, request, parameters, ignoredQuery(found));
  const { general } = services.settings.current();
  const bounds = operation.effect === "reads" ? boundsOfReads(general) : general;
  const input = hasQuery(operation.method)
    ? query
    : besidePath(parameters, await readManagementBody(request, bounds, () => services.wait(0), held));
  // Parsing a large body has taken its time, and checking it will too: others come between.
  if (held) await services.wait(0);
  try {
    const actedBy = actedByOf(caller.identity);
    return await operation.answer({ services: { ...services, actedBy }, request, caller, table: TABLE }, input);
  } catch (error) {
    throw recordForbidden(services, request, caller, error);
  }
}
