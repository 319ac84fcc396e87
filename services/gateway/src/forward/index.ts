import type { Forwarder, ForwarderOptions } from './forwarder.ts';
import { createHttpProxy } from './http-proxy.ts';
import { createPooledForwarder, declaredLength } from './pooled.ts';

/** Bytes of a body that is read whole before it is passed on; larger ones, and those of unknown length, stream. */
const WHOLE_BYTES = 64 * 1024;

/** Nearly every request is small and takes the short way; uploads stream (docs/decisions/0050-gateway.md). */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const pooled = createPooledForwarder(options);
  const streaming = createHttpProxy(options);
  return {
    forward: (request, response, destination) => {
      const length = declaredLength(request);
      const way = length !== undefined && length <= WHOLE_BYTES ? pooled : streaming;
      way.forward(request, response, destination);
    },
  };
}
