import { isPaymentReference } from '@app/check-digits';
import type { Part } from './facts.ts';

/** A reference as it is compared: without the spaces that people group digits by. */
export const plainReference = (reference: string): string => reference.replace(/\s+/g, '').toUpperCase();

/** Digits that a text must have in one row to be looked at as a KID although nothing calls them one. */
const LONG = 7;

/**
 * The payment references of a part, each once: what the bank carries as one, and KIDs that the payer wrote into the
 * text, whose check digit says that they were copied without a slip.
 */
export function referencesOf({ references, text }: Pick<Part, 'references' | 'text'>): readonly string[] {
  const carried = references.map(plainReference).filter((reference) => reference !== '');
  return [...new Set([...carried, ...writtenIn(text)])];
}

/** Is it a KID with a check digit that holds, by modulo 10 or 11? */
export const isVerified = isPaymentReference;

function writtenIn(text: string): readonly string[] {
  const called = [...text.matchAll(/\bkid\b[\s:.#nr-]*((?:\d[ ]?){1,24}[\d-])/gi)].map(([, digits]) => digits!);
  const bare = text.match(new RegExp(`(?<![\\d-])\\d{${LONG - 1},24}[\\d-](?!\\d)`, 'g')) ?? [];
  return [...called, ...bare].map(plainReference).filter(isPaymentReference);
}
