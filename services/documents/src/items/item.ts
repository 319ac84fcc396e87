import type { NewEvent } from '@app/db';
import { referenceChangedBy } from '@app/events';

const referenceChanged = referenceChangedBy('documents');

/** The fact that others may know the item by another name or state than before, or that it is new. */
export const itemChanged = (item: {
  readonly clientAccountId: number;
  readonly id: number;
  readonly itemNo: string;
  readonly name: string | null;
  readonly isActive: boolean;
  readonly version: number;
}): NewEvent =>
  referenceChanged.create(
    {
      client_account_id: item.clientAccountId,
      type: 'item',
      id: item.id,
      name: item.name ?? item.itemNo,
      is_active: item.isActive,
      version: item.version,
    },
    item.clientAccountId,
  );
