import { UnparsedNumber } from '@app/contract';
import { z } from 'zod';
import { requiredText } from './scalars.ts';

// What a caller keeps with a record of ours: the id that it knows the record by, and whatever else it wants to find
// there again (JEX-R54, JEX-R55).

export const METADATA_BYTES = 16 * 1024;

/** Text, numbers as they were written, and truth values. */
export type Metadata = Readonly<Record<string, string | number | boolean | UnparsedNumber>>;

/** The caller's own id of a record, unique per client account and kind of record. */
export const ExternalId = requiredText(100).describe(
  "The caller's own id: unique among the records of the client account, drafts and cancelled ones included.",
);

const kinds: ('string' | 'number' | 'boolean')[] = ['string', 'number', 'boolean'];
const shape = {
  type: 'object' as const,
  additionalProperties: { type: kinds },
  description: `What the caller keeps with the record: text, numbers, true and false by name, at most ${METADATA_BYTES / 1024} KiB as JSON.`,
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof UnparsedNumber);

/** Longer numbers, and powers of more than three digits, would be numbers to nobody who reads them again. */
const isReadable = ({ text }: UnparsedNumber): boolean =>
  text.length <= 100 && Number.isFinite(Number(text)) && !/e[+-]?\d{4}/i.test(text);

function faultOf(value: unknown): string | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return undefined;
  if (typeof value === 'string') return value.includes('\0') ? 'must not hold NUL characters' : undefined;
  if (!(value instanceof UnparsedNumber)) return 'must be text, a number, true or false';
  return isReadable(value) ? undefined : 'is a number beyond what can be read again; send it as text';
}

export const MetadataIn = z
  .custom<Metadata>(isObject, 'must be an object')
  .superRefine((metadata, context) => {
    if (!isObject(metadata)) return;
    for (const [name, value] of Object.entries(metadata)) {
      const message = name.includes('\0') ? 'must not have NUL characters in its name' : faultOf(value);
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
    const bytes = Buffer.byteLength(JSON.stringify(metadata));
    if (bytes > METADATA_BYTES)
      context.addIssue({ code: 'custom', message: `has ${bytes} bytes as JSON; at most ${METADATA_BYTES} are kept` });
  })
  .meta({ override: shape });

export const MetadataOut = z.custom<Metadata>(isObject).meta({ override: shape });
