import { z } from 'zod';

/** 64 KiB (docs/contract/general.md, "Sizes"). */
export const OAUTH_BODY_LIMIT = 64 * 1024;

/** An OAuth parameter: text as it was sent; without a value it is absent (RFC 6749 section 3.1). */
export const parameter = (description: string) =>
  z
    .string()
    .optional()
    .transform((value) => (value === '' ? undefined : value))
    .meta({ override: { type: 'string', description } });

/**
 * A field of client metadata: its faults have codes of their own (RFC 7591 section 3.2.2), so the operation checks it.
 */
export const metadata = (schema: Readonly<Record<string, unknown>>) =>
  z.unknown().optional().meta({ override: schema });

/** What a token may do, in the order it is always written. */
export const Scope = z.enum(['read', 'write', 'read write']);
