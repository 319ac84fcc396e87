import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that an address belongs to, as failures are counted: the /24 of an IPv4 address, the /64 of an IPv6
 * address (LOG-R11, PPL-R05). Anything else is a network of its own.
 * @param address as the gateway states it
 */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const whole = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A dotted end counts for two groups. */
const groups = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
