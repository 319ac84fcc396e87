import type { ServerResponse } from 'node:http';
import { noteBodyMemory } from '@app/runtime';
import type { Forwarder, ForwarderOptions } from './forwarder.ts';
import { createHttpProxy } from './http-proxy.ts';
import { createPooledForwarder, declaredLength } from './pooled.ts';

/** Bytes of a body that is always read whole before it is passed on. */
const WHOLE_BYTES = 64 * 1024;
/** Bytes of a body that is read whole while there is room; larger ones, and those of unknown length, stream. */
const ROOMY_BYTES = 1024 * 1024;
/** Bytes of such bodies that this process holds at once. */
const ROOM_BYTES = 32 * 1024 * 1024;

/**
 * Nearly every request is small and takes the short way, over connections that are kept; what is large streams over one
 * of its own (docs/decisions/0050-gateway.md). A photo or an invoice lies between: it takes the short way as long as
 * the process has room, and streams otherwise, so that nobody is refused who finds the room taken.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const pooled = createPooledForwarder(options);
  const streaming = createHttpProxy(options);
  const room = createRoom(ROOM_BYTES);
  return {
    forward: (request, response, destination) => {
      const length = declaredLength(request);
      const isShort =
        length !== undefined && (length <= WHOLE_BYTES || (length <= ROOMY_BYTES && room(length, response)));
      if (isShort) return pooled.forward(request, response, destination);
      // What was declared and never came took nothing.
      if (length !== undefined) response.once('close', () => request.complete && noteBodyMemory(length));
      streaming.forward(request, response, destination);
    },
  };
}

/** Takes a part of the room until the answer was sent or the client is gone; false when that much is not left. */
function createRoom(bytes: number): (size: number, response: ServerResponse) => boolean {
  let left = bytes;
  return (size, response) => {
    if (size > left || response.destroyed) return false;
    left -= size;
    response.once('close', () => {
      left += size;
    });
    return true;
  };
}
