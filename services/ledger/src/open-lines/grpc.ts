import type { OpenLine, OpenLineCursor } from './list.ts';

// Open lines as protos/ledger/v1/ledger.proto says them.

export const presentOpenLine = ({ relationType, relationId, relationNumber, ...line }: OpenLine) => ({
  ...line,
  ...(relationType === null ? {} : { relationType }),
  ...(relationId === null ? {} : { relationId }),
  ...(relationNumber === null ? {} : { relationNumber }),
});

/** A message that is not there is the beginning. */
export const readCursor = (after: OpenLineCursor | null | undefined): OpenLineCursor | undefined => after ?? undefined;
