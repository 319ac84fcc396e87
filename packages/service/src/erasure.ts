import { invalidField } from '@app/contract/failure';
import {
  connect,
  type Database,
  type Erasure as ErasureCommand,
  type ErasureStep,
  eraseRecords,
  platformSteps,
  readErasure,
} from '@app/db';
import { Erasure, type Implementation, implement } from '@app/rpc';

/** What a service does when a client account is reset or removed, beyond what all of them do. */
export interface ErasureParts {
  /**
   * The PostgreSQL address of a role that may delete what is append-only; the service's own role erases without one.
   */
  readonly eraserUrl?: string | undefined;
  /** In an order that references allow. */
  readonly steps: readonly ErasureStep[];
  /** Before any row goes, every time it is asked: has this service learn that the account takes no writes now. */
  readonly prepare?: (erasure: ErasureCommand) => Promise<unknown>;
  /** After rows went: what is kept elsewhere, on a disk or in this process, goes too. Called again with every repeat. */
  readonly finish?: (clientAccountId: number, categories: readonly string[]) => unknown;
}

/** Of one call; whoever asks does so again until it is done. */
const ERASING_MILLIS = 4_000;

/** Rows go one batch after the other; a second connection would only wait for the first. */
const CONNECTIONS = 1;

/** Removes what this service holds of a client account, for organisation alone (as the contract says). */
export function serveErasure(options: {
  readonly name: string;
  readonly db: Database;
  readonly parts: ErasureParts | undefined;
}): { readonly rpc: Implementation; readonly close: () => Promise<void> } {
  const { name, db, parts } = options;
  const eraserUrl = parts?.eraserUrl;
  const steps = [...(parts?.steps ?? []), ...platformSteps];
  let eraser: Database | undefined;
  /** Connects when something is to be erased, which is hardly ever. */
  const eraserOf = (url: string): Database => {
    eraser ??= connect({ url, schema: name, applicationName: `${name}-eraser`, max: CONNECTIONS });
    return eraser;
  };
  return {
    rpc: implement(Erasure, {
      EraseRecords: async ({ clientAccountId, categories, commandKey }) => {
        if (commandKey === '') throw invalidField('command_key', 'is required');
        if (categories.length === 0) throw invalidField('categories', 'must name at least one category');
        // A late copy of a call must not close what has been opened again.
        const known = await readErasure(db, commandKey);
        if (!known.isDone) await parts?.prepare?.({ clientAccountId, commandKey, categories });
        const { isDone, counts } = known.isDone
          ? known
          : await eraseRecords(
              eraserUrl === undefined ? db : eraserOf(eraserUrl),
              steps,
              { clientAccountId, commandKey, categories },
              ERASING_MILLIS,
            );
        // Also after the end: whoever ended it may have died before this.
        await parts?.finish?.(clientAccountId, categories);
        return { isDone, counts: Object.entries(counts).map(([category, count]) => ({ category, count })) };
      },
    }),
    close: async () => void (await eraser?.close()),
  };
}
