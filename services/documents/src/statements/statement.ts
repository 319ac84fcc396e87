import { type FieldFault, invalid } from '@app/contract/failure';
import type { voucherCategories, voucherStatements } from '../schema/voucher-statements.ts';

/** What somebody says about a voucher (docs/contract/voucher-statements.md). */
export type VoucherStatement = typeof voucherStatements.$inferSelect;

export type VoucherCategory = typeof voucherCategories.$inferSelect;

/** What callers say in a statement. */
export type StatementFields = Omit<
  VoucherStatement,
  'id' | 'clientAccountId' | 'voucherId' | 'userId' | 'createdAt' | 'createdById'
>;

/** @throws Failure 400 for a statement that says nothing */
export function assertSaysSomething(fields: StatementFields): void {
  const says = Object.values(fields).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null));
  if (!says) throw invalid('The statement says nothing; send at least one of its fields');
}

/** @throws Failure 400 without a purpose or participants where the category asks for them */
export function assertComplete(category: VoucherCategory, { purpose, participants }: StatementFields): void {
  const faults: FieldFault[] = [
    ...(category.requiresPurpose && purpose === null ? [fault('purpose', category)] : []),
    ...(category.requiresParticipants && participants.length === 0 ? [fault('participants', category)] : []),
  ];
  if (faults.length > 0) throw invalid(`${faults[0]!.field}: ${faults[0]!.message}`, faults);
}

const fault = (field: string, { code }: VoucherCategory): FieldFault => ({
  field,
  message: `is required for the category ${code}`,
});
