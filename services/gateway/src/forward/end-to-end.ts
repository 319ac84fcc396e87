import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { joinVary } from '@app/contract';
import { NOT_READY_HEADER } from '@app/identity';

/** Headers between two neighbours only (RFC 9110 section 7.6.1), and `Expect`, which was answered here. */
export const betweenNeighbours: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** What reveals the inside. */
export const inward: ReadonlySet<string> = new Set(['server', 'x-powered-by', NOT_READY_HEADER]);

/** What travels on to a service, as a flat list of names and values. `Host` is that of the service. */
export function requestHeaders(headers: IncomingHttpHeaders): string[] {
  const list: string[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || name === 'host' || betweenNeighbours.has(name)) continue;
    list.push(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return list;
}

/** What travels back to the client. @param vary what we ourselves have written on the answer: the service adds to it */
export function answerHeaders(headers: IncomingHttpHeaders, vary: VaryHeader): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {};
  for (const name in headers) if (!betweenNeighbours.has(name) && !inward.has(name)) kept[name] = headers[name];
  if (headers.vary !== undefined && vary !== undefined) kept.vary = joinVary(vary, headers.vary);
  return kept;
}

type VaryHeader = Parameters<typeof joinVary>[0];
