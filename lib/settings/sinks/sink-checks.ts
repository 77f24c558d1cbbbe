import type { Fault } from "@/lib/config/finding";
import type { SinkSettings } from "@/lib/config/observability/sink-schema";
import { addressFault } from "../address-checks";

/** The faults of sinks that the schema cannot express. */
export function sinkFaults(sinks: readonly SinkSettings[]): Fault[] {
  return sinks.flatMap((sink, index): Fault[] => {
    const base = ["general_settings", "sinks", index] as const;
    const kinds = [sink.s3, sink.http, sink.otlp_logs].filter((kind) => kind !== undefined).length;
    return [
      ...(kinds === 1 ? [] : [kindFault(kinds, base)]),
      ...(sinks.slice(0, index).some(({ name }) => name === sink.name) ? [nameFault(sink.name, base)] : []),
      ...sinkAddresses(sink).flatMap(({ address, path }) => addressFaults(address, [...base, ...path])),
      ...endpointFaults(sink, [...base, "s3", "endpoint"]),
    ];
  });
}

type Base = readonly (string | number)[];

function kindFault(kinds: number, path: Base): Fault {
  const message = kinds === 0 ? "does not say where calls are sent to" : "says more than one place to send calls to";
  const fix =
    kinds === 0 ? "give it one of s3, http and otlp_logs" : "keep one of s3, http and otlp_logs, or make it two sinks";
  return { number: "C163", path, at: "value", message, fix };
}

function nameFault(name: string, base: Base): Fault {
  const message = `the name ${JSON.stringify(name)} belongs to another sink`;
  return { number: "C164", path: [...base, "name"], at: "value", message, fix: "choose another name" };
}

function sinkAddresses({ s3, http, otlp_logs: otlp }: SinkSettings): { address: string; path: string[] }[] {
  return [
    ...(s3?.endpoint === undefined ? [] : [{ address: s3.endpoint, path: ["s3", "endpoint"] }]),
    ...(http ? [{ address: http.url, path: ["http", "url"] }] : []),
    ...(otlp ? [{ address: otlp.endpoint, path: ["otlp_logs", "endpoint"] }] : []),
  ];
}

function addressFaults(address: string, path: Base): Fault[] {
  const { username, password } = new URL(address);
  const suspicious = addressFault(address, path);
  if (username === "" && password === "") return suspicious ? [suspicious] : [];
  const message = "has a user name or a password in the address, where it is never sent";
  return [
    { number: "C165", path, at: "value", message, fix: "put them into a header: authorization: os.environ/NAME" },
  ];
}

function endpointFaults({ s3 }: SinkSettings, path: Base): Fault[] {
  if (s3?.endpoint === undefined) return [];
  const { pathname, search } = new URL(s3.endpoint);
  if (pathname === "/" && search === "") return [];
  const message = "has a path or a query, but only the host and port of the storage belong there";
  return [{ number: "C166", path, at: "value", message, fix: "write https://host:port, and the rest into prefix" }];
}
