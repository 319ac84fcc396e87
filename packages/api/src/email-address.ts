import { z } from 'zod';

const LOCAL_OCTETS = 64;
const ADDRESS_OCTETS = 254;

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const topLabel = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]`;
const mailbox = new RegExp(String.raw`^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]+@(?:${label}\.)+${topLabel}$`, 'u');

const octets = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * A mailbox with a domain of two labels or more: at most 64 octets before the @ and 254 in all (RFC 5321 sections
 * 4.5.3.1.1 and 4.5.3.1.3; RFC 6531 counts letters such as å by their octets of UTF-8). Neither quoted forms, nor
 * control characters, nor halves of surrogate pairs.
 */
export function isEmailAddress(address: string): boolean {
  if (address.length > ADDRESS_OCTETS || octets(address) > ADDRESS_OCTETS || !mailbox.test(address)) return false;
  const local = address.slice(0, address.indexOf('@'));
  return octets(local) <= LOCAL_OCTETS && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
}

/**
 * The form in which addresses are compared: trimmed, composed and in lower case. Stored beside the address, so there is
 * one way only.
 */
export const emailKey = (address: string): string => address.trim().normalize('NFC').toLowerCase();

/** An e-mail address of a body: trimmed. */
export const EmailAddress = z
  .string({ error: 'must be an e-mail address such as name@example.no' })
  .trim()
  .refine(isEmailAddress, 'must be an e-mail address such as name@example.no')
  .meta({ override: { type: 'string', format: 'email', maxLength: ADDRESS_OCTETS } });
