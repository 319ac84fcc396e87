import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, countedAddress, plainAddress, readNetworks } from './client-address.ts';

const from = (peer: string, forwarded?: string | string[]) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;
const trusted = readNetworks('10.0.0.0/8, 192.0.2.7,fd00::/8');

describe('the client of a request', () => {
  it.each([
    ['a peer that is no proxy, whatever it claims', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['the loopback address too', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['the last address before a proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the right-most that is no proxy', '10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['never what a client put in front', '192.0.2.7', '9.9.9.9,198.51.100.1', '198.51.100.1'],
    ['a proxy that calls by itself', '10.1.2.3', undefined, '10.1.2.3'],
    ['the first proxy when all are', '10.1.2.3', '10.9.9.9, 10.8.8.8', '10.9.9.9'],
    ['no further than an entry that is no address', '10.1.2.3', '198.51.100.1, unknown, 10.8.8.8', '10.8.8.8'],
    ['an empty header', '10.1.2.3', '', '10.1.2.3'],
    ['addresses with ports', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['an IPv6 client', 'fd00::1', '[2001:DB8::1]:443', '2001:db8:0:0:0:0:0:1'],
    ['an IPv4 proxy seen as IPv6', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['an IPv4 client seen as IPv6', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
  ])('%s', (_what, peer, forwarded, expected) => {
    expect(clientAddress(from(peer, forwarded), trusted)).toBe(expected);
  });

  it('several headers read as one', () => {
    expect(clientAddress(from('10.1.2.3', ['198.51.100.1', '10.4.4.4']), trusted)).toBe('198.51.100.1');
  });

  it('nobody is trusted unless named', () => {
    expect(clientAddress(from('127.0.0.1', '198.51.100.1'), readNetworks(''))).toBe('127.0.0.1');
  });
});

it.each(['nonsense', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8x', 'localhost'])(
  '%j is no proxy that could be trusted',
  (entry) => {
    expect(() => readNetworks(`10.0.0.1, ${entry}`)).toThrow(entry);
  },
);

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::', '2001:db8:0:0:0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['192.0.2.1', '192.0.2.1'],
])('%s is plainly %s', (text, plain) => {
  expect(plainAddress(text)).toBe(plain);
});

it.each(['', 'x', '192.0.2.256', '192.0.2.1.5', ':::', '[::1', '1.2.3.4:x', 'unknown', '_hidden'])(
  '%j is no address',
  (text) => {
    expect(plainAddress(text)).toBeUndefined();
  },
);

it('an IPv6 address counts by its /64, an IPv4 address by itself', () => {
  expect(countedAddress('2001:db8:0:1:ffff:0:0:1')).toBe('2001:db8:0:1::/64');
  expect(countedAddress('2001:db8:0:1:0:0:0:2')).toBe('2001:db8:0:1::/64');
  expect(countedAddress('2001:db8:0:2:0:0:0:2')).toBe('2001:db8:0:2::/64');
  expect(countedAddress('192.0.2.1')).toBe('192.0.2.1');
});
