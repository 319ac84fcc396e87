import { expect, it } from 'vitest';
import { createRestartGrace, neverConnected } from '../src/index.ts';

it('waits ten seconds for a service that was there, and again after it has answered', () => {
  let now = 5_000;
  const restartGrace = createRestartGrace(() => now);
  const later = (millis: number): boolean => {
    now += millis;
    return restartGrace.allows('ledger');
  };
  expect(later(0)).toBe(false); // it was never there
  restartGrace.answered('ledger');
  expect([later(0), later(9_999), later(1), later(60_000)]).toEqual([true, true, false, false]);
  expect(restartGrace.allows('auth')).toBe(false);
  restartGrace.answered('ledger');
  expect([later(0), later(5_000)]).toEqual([true, true]);
});

it('waits for a service that was only met, and not longer for being met again', () => {
  let now = 0;
  const restartGrace = createRestartGrace(() => now);
  expect(restartGrace.knows('ledger')).toBe(false);
  restartGrace.met('ledger');
  expect([restartGrace.knows('ledger'), restartGrace.allows('ledger')]).toEqual([true, true]);
  now = 10_000;
  restartGrace.met('ledger');
  expect(restartGrace.allows('ledger')).toBe(false);
});

it.each([
  ['a name without records', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, true],
  ['a name server that is away', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, true],
  ['a refused connection', { code: 'ECONNREFUSED', syscall: 'connect' }, true],
  ['a connection that was not accepted in time', { code: 'UND_ERR_CONNECT_TIMEOUT' }, true],
  ['a connection that was lost', { code: 'ECONNRESET', syscall: 'read' }, false],
  ['a connection that the other side closed', { code: 'UND_ERR_SOCKET' }, false],
])('knows of %s whether anything can have been sent', (_what, fields, isCertain) => {
  const error = Object.assign(new Error('x'), fields);
  expect(neverConnected(error)).toBe(isCertain);
  expect(neverConnected(new AggregateError([error, Object.assign(new Error('y'), { syscall: 'connect' })]))).toBe(
    isCertain,
  );
});
