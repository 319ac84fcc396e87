import type { Tx } from '@app/db';
import type { DocumentInput } from './document.ts';
import type { SentFile } from './files.ts';
import type { StatementLine } from './reconciliation-lines.ts';

export interface Caller {
  readonly userId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  /** Nobody can have begun anything under the key; false where that is not certain. */
  readonly isFirstTry?: boolean;
  /** Everything but what leaves the database: rolled back by whoever asked. */
  readonly dryRun?: boolean;
}

/** A document as it is to be, with what comes with it. */
export interface Wanted {
  readonly input: DocumentInput;
  readonly posts: boolean;
  readonly files: readonly SentFile[];
  /** Undefined: those that it has stay. */
  readonly statementLines: readonly StatementLine[] | undefined;
  /** What must still hold when it is written, after everybody else of the client account. */
  readonly assertStill?: (tx: Tx) => Promise<void>;
}
