import { createHmac, timingSafeEqual } from 'node:crypto';

/** Claims of a short-lived token between our own processes (RFC 7519). Times are seconds since the epoch. */
export interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly exp: number;
  readonly sub?: string;
  readonly [claim: string]: unknown;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const mac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/**
 * A JWT under HS256 (RFC 7515), signed at once, since every call between services carries one: a few microseconds, where the
 * general library hands each to another thread. `typ` keeps the kinds apart.
 */
export function signHs256(secret: string, typ: string, claims: Claims): string {
  const text = `${encode({ alg: 'HS256', typ })}.${encode(claims)}`;
  return `${text}.${mac(secret, text).toString('base64url')}`;
}

/** The claims of a token of this very kind, signed with this secret, for this audience and not expired; otherwise undefined. */
export function verifyHs256(secret: string, typ: string, audience: string, token: string, nowSeconds: number): Claims | undefined {
  const end = token.lastIndexOf('.');
  // The header is ours byte for byte: no algorithm or type is ever read from the token.
  if (end < 0 || token.length > 4_096 || !token.startsWith(`${encode({ alg: 'HS256', typ })}.`)) return undefined;
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  const expected = mac(secret, token.slice(0, end));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = JSON.parse(Buffer.from(token.slice(token.indexOf('.') + 1, end), 'base64url').toString('utf8')) as Claims;
  return claims.aud === audience && typeof claims.exp === 'number' && claims.exp > nowSeconds ? claims : undefined;
}
