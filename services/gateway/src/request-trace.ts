import type { IncomingMessage } from 'node:http';
import type { AnyEndpoint } from '@app/contract';
import { enterTrace, type OpenSpan, openSpanIn } from '@app/runtime';

/** The steps of a request at the gateway: its own, and the call of the service that it is passed on to. */
export interface RequestTrace {
  /** Of the gateway's own step: for its log, and for what it asks of services on the way. */
  readonly traceparent: string;
  /** What the service is told. */
  passOn(endpoint: AnyEndpoint, origin: URL, method: string): string;
  end(outcome: { readonly method: string; readonly route: string | undefined; readonly status: number }): void;
}

/**
 * A client may name a trace of its own. It is continued where the operator believes clients; else a trace of ours
 * begins, so that nobody outside has requests recorded, or puts them into the traces of others (docs/decisions/0147).
 */
export function enterRequest(request: IncomingMessage, isTrusted: boolean): RequestTrace {
  const { headers } = request;
  const step = enterTrace(
    headers.traceparent as string | undefined,
    () => ({ name: 'request', kind: 'server', attributes: { 'url.scheme': 'http' } }),
    isTrusted,
  );
  // Whatever it says is about the client's step; services do not read it.
  delete headers.tracestate;
  headers.traceparent = step.traceparent;
  let call: OpenSpan | undefined;
  return {
    traceparent: step.traceparent,
    passOn: (endpoint, origin, method) => {
      call = step.span && openSpanIn(step.traceparent, () => describeCall(endpoint, origin, method));
      return call?.traceparent ?? step.traceparent;
    },
    end: (outcome) => {
      if (!step.span) return;
      const { method, route, status } = outcome;
      if (call) setOutcome(call, status, 400);
      call?.end();
      step.span.rename(route === undefined ? method : `${method} ${route}`);
      step.span.set({ 'http.request.method': method, 'http.route': route, 'url.path': route });
      setOutcome(step.span, status, 500);
      step.span.end();
    },
  };
}

/** A path may hold what is secret, an invitation's code among them: the address shows the route instead. */
export const describeCall = (
  { path, service }: AnyEndpoint,
  { origin, hostname, port, protocol }: URL,
  method: string,
) => ({
  name: `${method} ${path}`,
  kind: 'client' as const,
  attributes: {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    'service.peer.name': service,
    'url.full': origin + path,
    'url.template': path,
  },
});

/** @param faults from which status on the answer is a fault: of the caller for calls, of ours for requests */
export function setOutcome(span: OpenSpan, status: number, faults: number): void {
  span.set({ 'http.response.status_code': status });
  if (status >= faults) span.fail(String(status));
}
