import type { Ground } from '../ground/ground.ts';
import type { EntryHeader, NewEntry } from './journal-entry.ts';

/** Who writes, when, and under which ground. */
export interface Writing {
  readonly clientAccountId: number;
  readonly actorId: number;
  /** ISO 8601. */
  readonly now: string;
  /** What the entries were judged by. */
  readonly ground: Ground;
}

/** What a draft shall become. */
export interface DraftRewrite {
  /** What was sent of the header. */
  readonly header: Partial<EntryHeader> & Pick<EntryHeader, 'isDraft'>;
  readonly entry: NewEntry;
  /** The version of the draft that was read, by its `updated_at`; another one is answered `changed`. */
  readonly seenAt?: string | undefined;
}
