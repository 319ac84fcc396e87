import { expect, it } from 'vitest';
import { isLoopbackHost, isThisMachine } from '../src/index.ts';

it.each([
  ['http://127.0.0.1:8080', true],
  ['http://localhost:8080', true],
  ['http://sandbox.localhost:8090/idp', true],
  ['http://[::1]:8080', true],
  ['https://books.test', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://localhost.evil.example', false],
  ['http://notlocalhost', false],
  ['http://10.0.0.1', false],
])('%s is this machine: %s', (address, isIt) => expect(isThisMachine(address)).toBe(isIt));

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
])('who listens on %s is reached from this machine alone: %s', (host, isIt) => expect(isLoopbackHost(host)).toBe(isIt));
