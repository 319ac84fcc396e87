import type { CamtEntry } from '@app/camt';
import type { Tx } from '@app/db';
import type { Stamp } from '@app/records';
import type { Tally } from './imported.ts';

/** What every statement of an import needs. */
export interface ImportContext {
  readonly tx: Tx;
  readonly stamp: Stamp;
  readonly clientAccountId: number;
  /** The currency of the books. */
  readonly accountingCurrency: string;
  /** Rows with higher ids are of this import. */
  readonly until: { readonly transaction: number; readonly advice: number };
  readonly tally: Tally;
}

/** Takes the entries of a statement or a notification as they come. */
export interface Intake {
  take(entry: CamtEntry): Promise<void>;
  /** @param booked the sum of the entries that are on the account */
  end(booked: string): Promise<void>;
}
