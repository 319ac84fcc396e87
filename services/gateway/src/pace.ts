import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasUnreadBody } from '@app/contract';

/** How slow a client may be before its connection is cut (PPL-R12). */
export interface PaceLimits {
  /** Span over which bytes are counted; the first one is the client's grace. */
  readonly spanMillis: number;
  readonly bytesPerSecond: number;
  readonly checkMillis: number;
}

const paceLimits: PaceLimits = { spanMillis: 10_000, bytesPerSecond: 1_000, checkMillis: 1_000 };

/** The time that connections are measured by; tests have one of their own. */
export interface PaceTimer {
  /** Milliseconds since whenever. */
  now(): number;
  /** Calls `work` again and again. Returns what ends that. */
  every(millis: number, work: () => void): () => void;
}

const realTimer: PaceTimer = {
  now: () => performance.now(),
  every: (millis, work) => {
    const timer = setInterval(work, millis).unref();
    return () => clearInterval(timer);
  },
};

/** A client that owes us bytes, or the reading of bytes, and since when. */
interface Debt {
  readonly kind: 'upload' | 'answer';
  readonly since: number;
  /** What had moved by then. */
  readonly moved: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Cuts connections whose client neither sends its body nor reads its answer at the pace that is asked for: they hold
 * memory, and a connection to a service, for as long as they like. A client is not blamed while it waits for us: when
 * what it sent is still unread here, or when it has read all that we wrote.
 *
 * One timer looks at all connections, so that a request costs nothing. Ends with the server.
 * @param onCut is called with every connection that is cut, for the log
 */
export function keepPace(
  server: Server,
  options: {
    readonly limits?: PaceLimits;
    readonly timer?: PaceTimer;
    readonly onCut?: (kind: Debt['kind'], exchange: Exchange) => void;
  } = {},
): void {
  const { limits = paceLimits, timer = realTimer, onCut } = options;
  const connections = new Map<Socket, { exchange: Exchange | undefined; debt: Debt | undefined }>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { exchange: undefined, debt: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const known = connections.get(request.socket);
    if (known) known.exchange = { request, response };
  };
  server.prependListener('request', begin);
  server.prependListener('checkContinue', begin);

  const check = (): void => {
    const now = timer.now();
    for (const [socket, known] of connections) {
      const { exchange } = known;
      const owed = exchange && owedBy(socket, exchange);
      if (!owed) known.debt = undefined;
      else if (known.debt?.kind !== owed.kind) known.debt = { ...owed, since: now };
      else if (now - known.debt.since >= limits.spanMillis) {
        const due = (limits.bytesPerSecond * (now - known.debt.since)) / 1_000;
        if (owed.moved - known.debt.moved < due) {
          onCut?.(owed.kind, exchange);
          socket.destroy();
        } else known.debt = { ...owed, since: now };
      }
    }
  };
  server.once('close', timer.every(limits.checkMillis, check));
}

function owedBy(socket: Socket, { request, response }: Exchange): Omit<Debt, 'since'> | undefined {
  const { written, waiting } = progressOf(socket);
  if (waiting > 0) return { kind: 'answer', moved: written };
  if (!response.writableEnded && hasUnreadBody(request) && request.readableLength === 0)
    return { kind: 'upload', moved: socket.bytesRead };
  return undefined;
}

/**
 * Bytes that have left this process, and those that wait since the client's window is full. Node counts a piece as
 * written as a whole, when it is handed over; only the handle below the socket knows how much of it is still queued.
 */
function progressOf(socket: Socket): { readonly written: number; readonly waiting: number } {
  const handle = (
    socket as Socket & { _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null }
  )._handle;
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return { written: socket.bytesWritten - socket.writableLength, waiting: socket.writableLength };
  return { written: handle.bytesWritten - handle.writeQueueSize, waiting: handle.writeQueueSize };
}
