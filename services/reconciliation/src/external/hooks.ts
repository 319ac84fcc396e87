import type { Executor, Tx } from '@app/db';
import type { ExternalRecord } from './record.ts';

/**
 * Runs in the transaction that changes a record; what it throws undoes the change.
 * @param actorId who changes it
 */
export type RecordHook = (tx: Tx, record: ExternalRecord, actorId: number) => Promise<void>;

/** Who follows external reconciliations within the service: the periods do. */
export interface ExternalHooks {
  /** A record was reconciled by somebody; not by the engine itself. */
  onRecorded(hook: RecordHook): void;
  /** Note or items of a record were changed by somebody; what it compares is the same. */
  onChanged(hook: RecordHook): void;
  /** A record was retired, a draft included. */
  onRetired(hook: RecordHook): void;
  /**
   * Looks, before a draft with a scope is reconciled, whether its outside figure is still what it was prepared with;
   * throws `staleDraft` otherwise.
   */
  onReconciling(hook: (ex: Executor, draft: ExternalRecord) => Promise<void>): void;
  recorded: RecordHook;
  changed: RecordHook;
  retired: RecordHook;
  reconciling(ex: Executor, draft: ExternalRecord): Promise<void>;
}

export function createExternalHooks(): ExternalHooks {
  const recorded: RecordHook[] = [];
  const changed: RecordHook[] = [];
  const retired: RecordHook[] = [];
  const reconciling: ((ex: Executor, draft: ExternalRecord) => Promise<void>)[] = [];
  return {
    onRecorded: (hook) => void recorded.push(hook),
    onChanged: (hook) => void changed.push(hook),
    onRetired: (hook) => void retired.push(hook),
    onReconciling: (hook) => void reconciling.push(hook),
    recorded: async (tx, record, actorId) => {
      for (const hook of recorded) await hook(tx, record, actorId);
    },
    changed: async (tx, record, actorId) => {
      for (const hook of changed) await hook(tx, record, actorId);
    },
    retired: async (tx, record, actorId) => {
      for (const hook of retired) await hook(tx, record, actorId);
    },
    reconciling: async (ex, draft) => {
      for (const hook of reconciling) await hook(ex, draft);
    },
  };
}
