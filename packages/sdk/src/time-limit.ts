/** A signal that aborts when the time is over or the caller wishes it. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** From now on only the caller's wish aborts. */
  lift(): void;
  /** Nothing aborts any more. */
  end(): void;
}

/** @param milliseconds after which the signal aborts with a `TimeoutError` */
export function timeLimit(milliseconds: number, signal: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  const onTimeout = () =>
    controller.abort(new DOMException(`There was no answer within ${milliseconds} ms`, 'TimeoutError'));
  const timer = setTimeout(onTimeout, milliseconds);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    lift,
    end: () => {
      lift();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
