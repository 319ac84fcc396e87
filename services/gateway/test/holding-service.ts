import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerGreetings, end, listen } from './fixture-service.ts';

/** A service that answers nobody until it is told to. */
export interface HoldingService {
  readonly origin: URL;
  /** Requests under way. */
  held(): number;
  /** Answers all of them with 200. */
  release(): void;
  close(): Promise<void>;
}

export async function startHoldingService(): Promise<HoldingService> {
  const held = new Set<ServerResponse>();
  const hold = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    held.add(response);
    response.once('close', () => held.delete(response));
  };
  const server = createServer((request, response) => answerGreetings(request, response, () => hold(request, response)));
  const origin = new URL(`http://127.0.0.1:${await listen(server)}`);
  return {
    origin,
    held: () => held.size,
    release: () => {
      for (const response of held) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    close: () => end(server),
  };
}
