import type { Metadata } from '@app/api/caller-references';
import { parseExact } from '@app/contract';

export type { Metadata };

/** As the books keep it: the text of a JSON object, as the caller wrote it. */
export const metadataText = (metadata: Metadata | null): string | null =>
  metadata === null ? null : JSON.stringify(metadata);

/** With every digit of its numbers. */
export const metadataOf = (text: string | null): Metadata | null =>
  text === null ? null : (parseExact(text) as Metadata);
