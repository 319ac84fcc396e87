import type { Socket } from 'node:net';
import { GREETING_PATH } from '@app/identity';
import { buildConnector } from 'undici';

const CONNECT_MILLIS = 2_000;
/** A service that is busy takes a moment; one that is frozen never answers, and another replica may be there. */
const GREETING_MILLIS = 3_000;
const MAX_HEAD_CHARACTERS = 16 * 1024;

/**
 * It is certain that a service has not looked at a request: it is starting or stopping, or did not take the connection.
 */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/**
 * Makes connections to services that are used only after the service has answered on them. That a connection was made
 * says little: the kernel makes it, also for a process that is frozen or about to close its listening socket, and what
 * was sent until then is lost with it. Costs one question per connection, and connections are kept.
 *
 * Fails as `buildConnector` does, or with `NotTaken`: either way nothing was sent.
 */
export function createConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MILLIS, allowH2: false });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error || !socket) return callback(error ?? new NotTaken('There is no connection'), null);
      greet(socket, options.host ?? options.hostname, (refusal) => {
        if (!refusal) return callback(null, socket);
        socket.destroy();
        callback(refusal, null);
      });
    });
}

/**
 * Asks whether the service takes work. Whatever keeps the connection open is a yes: a service of the last release does
 * not know the question.
 */
function greet(socket: Socket, host: string, done: (refusal: NotTaken | undefined) => void): void {
  let head = '';
  const finish = (refusal?: NotTaken): void => {
    clearTimeout(timer);
    socket.off('readable', read).off('end', onEnd).off('close', onEnd);
    done(refusal);
  };
  const onEnd = (): void => finish(new NotTaken('The service closed a new connection'));
  const read = (): void => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read())
      head += chunk.toString('latin1');
    if (head.length > MAX_HEAD_CHARACTERS) finish(new NotTaken('The service answers with something else than HTTP'));
    else if (head.includes('\r\n\r\n'))
      finish(saysClose.test(head) ? new NotTaken('The service takes no work at the moment') : undefined);
  };
  const timer = setTimeout(
    () => finish(new NotTaken('The service does not answer on a new connection')),
    GREETING_MILLIS,
  );
  socket.on('readable', read).on('end', onEnd).on('close', onEnd);
  socket.write(`HEAD ${GREETING_PATH} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
}

const saysClose = /\r\nconnection: *close\r\n/i;
