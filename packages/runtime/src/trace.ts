import { randomFillSync } from 'node:crypto';

/** Version 00 of https://www.w3.org/TR/trace-context/#traceparent-header; ids of zeros are invalid. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Reads a `traceparent` header; undefined when it is absent or not well formed. */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  const match = form.exec(header ?? '');
  return match
    ? { traceId: match[1]!, spanId: match[2]!, isSampled: (Number.parseInt(match[3]!, 16) & 1) === 1 }
    : undefined;
}

const pool = Buffer.alloc(4_096);
let taken = pool.length;

/** Random bytes in hexadecimal; asking the system for a few at a time costs more than the rest of a trace. */
function randomHex(bytes: number): string {
  if (taken + bytes > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += bytes;
  return pool.toString('hex', taken - bytes, taken);
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** A new trace that nobody records: its id is for the log. */
export const createTraceparent = (): string =>
  writeTraceparent({ traceId: randomHex(16), spanId: randomHex(8), isSampled: false });

/**
 * The next step of the trace in `header`; a new trace when there is none or it is malformed. Nobody records it: who
 * records a step says so by its span (`enterTrace`).
 */
export function childTraceparent(header: string | undefined): string {
  const parent = parseTraceparent(header);
  return parent
    ? writeTraceparent({ traceId: parent.traceId, spanId: randomHex(8), isSampled: false })
    : createTraceparent();
}

export const traceIdOf = (header: string): string | undefined => parseTraceparent(header)?.traceId;
