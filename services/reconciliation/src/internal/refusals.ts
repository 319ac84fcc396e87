import { conflict, type Failure, invalid, notFound } from '@app/contract/failure';

export const reconciliationNotFound = (id: number): Failure =>
  notFound(`There is no internal reconciliation ${id}`, 'accounting.reconciliation_not_found');

export const reconciliationDeleted = (id: number): Failure =>
  conflict(`Reconciliation ${id} was deleted; create a new one`, 'accounting.reconciliation_deleted');

export const notReopenable = (id: number): Failure => {
  const message = `Reconciliation ${id} is committed and does not become a draft again; delete it instead`;
  return invalid(message, [{ field: 'is_draft', message }], 'accounting.reconciliation_not_reopenable');
};
