/**
 * Why an outside system gave no usable answer. `timeout` none in time · `unreachable` no connection · `answer` a 5xx,
 * 429 or redirect · `too_large` more than the limit · `malformed` not what was asked for · `suspended` not even asked,
 * since it keeps failing.
 */
export type UpstreamFault = 'timeout' | 'unreachable' | 'answer' | 'too_large' | 'malformed' | 'suspended';

/**
 * An outside system failed. Nothing of it is fit for a caller: the adapter turns it into the 502 of its area. The
 * message holds no address, no header and no body.
 */
export class UpstreamError extends Error {
  readonly upstream: string;
  readonly fault: UpstreamFault;
  /** Status of the answer, where there was one. */
  readonly status: number | undefined;
  /** Its bytes, as far as they were read. */
  readonly bytes: Buffer | undefined;
  /** False only when the request certainly did not reach the other side: what decides whether an effect is in doubt. */
  readonly mayHaveArrived: boolean;

  constructor(
    upstream: string,
    fault: UpstreamFault,
    options: {
      readonly status?: number;
      readonly bytes?: Buffer;
      readonly mayHaveArrived?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(
      `${upstream}: ${describe(fault, options.status)}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'UpstreamError';
    this.upstream = upstream;
    this.fault = fault;
    this.status = options.status;
    this.bytes = options.bytes;
    this.mayHaveArrived = options.mayHaveArrived ?? true;
  }
}

const texts: Readonly<Record<UpstreamFault, string>> = {
  timeout: 'no answer in time',
  unreachable: 'no connection',
  answer: 'an answer that is no result',
  too_large: 'an answer larger than the limit',
  malformed: 'an answer that cannot be read',
  suspended: 'not asked, since it keeps failing',
};

const describe = (fault: UpstreamFault, status: number | undefined): string =>
  status === undefined ? texts[fault] : `${texts[fault]} (status ${status})`;
