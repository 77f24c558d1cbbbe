import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import { guarded } from "./guarded-lookup";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { buildConnector, errors } from "undici";
import type { ConnectionTarget, ProxyAddress, ProxyFor } from "@/lib/http/proxy-address";

/** A proxy that makes no connection for the gateway. */
class ProxyRefused extends Error {
  override readonly name = "ProxyRefused";
}

/**
 * Asks a proxy for a connection to the target (RFC 9110 §9.3.6). `done` gets it, or a ProxyRefused, the error of the
 * connection to the proxy, or undici's ConnectTimeoutError after `milliseconds`.
 */
export function openTunnel(
  { isSecure, hostname, port, authorization }: ProxyAddress,
  target: Pick<ConnectionTarget, "hostname" | "port">,
  timeoutMs: number,
  done: (error: Error | null, socket?: Socket) => void,
): void {
  const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname;
  const destination = `${host}:${target.port}`;
  const asked = (isSecure ? secureRequest : plainRequest)({
    method: "CONNECT",
    host: hostname,
    port,
    path: destination,
    agent: false,
    headers: { host: destination, ...(authorization && { "proxy-authorization": authorization() }) },
  });
  let isDone = false;
  const finish = (error: Error | null, socket?: Socket): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    if (error) asked.destroy();
    done(error, socket);
  };
  const timer = setTimeout(
    () => finish(new errors.ConnectTimeoutError(`the proxy made no connection within ${timeoutMs} ms`)),
    timeoutMs,
  );
  asked.on("connect", ({ statusCode }, socket, head) => {
    // An error before the socket has its next owner must not end the process.
    socket.on("error", () => {});
    if (isDone || statusCode !== 200) {
      socket.destroy();
      return finish(new ProxyRefused(`the proxy answered ${statusCode} to CONNECT`));
    }
    if (head.length > 0) socket.unshift(head);
    finish(null, socket);
  });
  asked.on("response", ({ statusCode }) => finish(new ProxyRefused(`the proxy answered ${statusCode} to CONNECT`)));
  asked.on("error", (error) => finish(error));
  asked.end();
}

/** Wraps a connector so that connections for which there is a proxy go through it. */
export function throughProxy(
  direct: buildConnector.connector,
  proxyFor: ProxyFor,
  timeoutMs: number,
): buildConnector.connector {
  return (options, callback) => {
    const { protocol, hostname } = options;
    const target = {
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: Number(options.port) || (protocol === "https:" ? 443 : 80),
    };
    const proxy = proxyFor(target);
    if (!proxy) return direct(options, callback);
    openTunnel(proxy, target, timeoutMs, (error, socket) => {
      if (error || !socket) return callback(error ?? new ProxyRefused("no connection"), null);
      if (protocol !== "https:") return callback(null, socket);
      direct({ ...options, httpSocket: socket }, callback);
    });
  };
}

/**
 * Makes connectors for agents that connect to any address, each with the longest wait for a connection in milliseconds.
 */
export function connectors(proxyFor: ProxyFor): (connectMs: number) => buildConnector.connector {
  return (connectMs) => throughProxy(buildConnector({ timeout: connectMs }), proxyFor, connectMs);
}

/**
 * `connectors` for identity providers: none of them is a link-local address or a cloud's metadata service, and their
 * documents name further addresses. A proxy resolves names itself. `lookup`: the resolver, which tests replace.
 */
export function guardedConnectors(
  proxyFor: ProxyFor,
  lookup: LookupFunction = resolve,
): (connectMs: number) => buildConnector.connector {
  return (connectMs) =>
    guarded(lookup, (checked) =>
      throughProxy(buildConnector({ timeout: connectMs, lookup: checked }), proxyFor, connectMs),
    );
}
