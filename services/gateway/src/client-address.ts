import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks of a setting: those whose `X-Forwarded-For` is believed, or whose programs may use the test hooks. */
export interface Networks {
  includes(address: string): boolean;
}

/**
 * Reads addresses or networks (`10.0.0.0/8`, `fd00::/8`), separated by commas.
 * @throws Error naming the entry that is neither
 */
export function readNetworks(text: string): Networks {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', bits] = entry.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (version === 0 || !(length <= most))
      throw new Error(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`);
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return { includes: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') };
}

/** Addresses that only programs of this machine have. */
export const thisMachine: Networks = readNetworks('127.0.0.0/8, ::1');

/**
 * An IPv4 address that arrived as IPv6 (`::ffff:192.0.2.1`, also in hexadecimal) is an IPv4 address; brackets, ports
 * and zones go.
 */
export function plainAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1];
  const address = (bracketed ?? withPort ?? text).split('%')[0]!.toLowerCase();
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':');
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = '', tail] = plain.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [read(head), read(tail ?? '')];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/**
 * Who sent a request (RL-R17): the peer; when the peer is a trusted proxy, the right-most address of `X-Forwarded-For`
 * that is none. An entry that is no address ends the search at the last address that was sure.
 */
export function clientAddress(request: IncomingMessage, trusted: Networks): string {
  let address = plainAddress(request.socket.remoteAddress ?? '') ?? '0.0.0.0';
  if (!trusted.includes(address)) return address;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  for (const hop of hops.reverse()) {
    const next = plainAddress(hop);
    if (next === undefined) return address;
    address = next;
    if (!trusted.includes(address)) return address;
  }
  return address;
}

/** What a limit counts by: an IPv4 address, the /64 of an IPv6 address. */
export const countedAddress = (address: string): string =>
  isIPv6(address)
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
    : address;
