import type { FieldFault } from '@app/contract/failure';
import type { EntryHeader } from './journal-entry.ts';

/** What a reversal refers to its original by. */
const JOURNAL_ENTRY = 'JE';

type Relation = Pick<EntryHeader, 'relationType' | 'relationId'>;

/**
 * The record of another service that an entry belongs to: its type and its id, together or not at all. `JE` is the
 * server's own, for the reversals that it posts (JEX-R47).
 */
export function relationFaults({ relationType, relationId }: Relation): readonly FieldFault[] {
  if (relationType === null && relationId === null) return [];
  if (relationId === null)
    return [{ field: 'relation_id', message: `is required with relation_type "${relationType}"` }];
  if (relationType === null) return [{ field: 'relation_type', message: `is required with relation_id ${relationId}` }];
  if (relationType.toUpperCase() !== JOURNAL_ENTRY) return [];
  return [
    { field: 'relation_type', message: `is "${relationType}", which only the reversals have that the server posts` },
  ];
}
