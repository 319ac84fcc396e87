import { UnparsedNumber } from '@app/contract';
import { z } from 'zod';

const MAX_BYTES = 16 * 1024;

/** What a database can keep: text without NUL and lone surrogates, numbers a double can hold. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (value instanceof UnparsedNumber) return Number.isFinite(Number(value.text));
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}

/** An object of the caller's own, at most 16 KiB of JSON (docs/contract/client-accounts.md). */
export const MetadataIn = z
  .record(z.string(), z.unknown(), { error: 'must be a JSON object' })
  .refine(isStorable, {
    error: 'must hold no NUL characters, broken characters or numbers beyond the range of a double',
    abort: true,
  })
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES,
    `must be at most ${MAX_BYTES} bytes of JSON`,
  )
  .describe("An object of the caller's own, at most 16 KiB as JSON. It takes the place of the one before.");

export const MetadataOut = z.record(z.string(), z.unknown()).describe('What the caller keeps with the record.');
