// biome-ignore-all format: a table reads best in rows
import type { ErrorRow } from './rows.ts';

/** External reconciliations, periods, bank, payments. */
export const reconciliationErrors: readonly ErrorRow[] = [
  ['external_reconciliation.not_found', 404, 'There is no such external reconciliation.', 'Check the id.'],
  ['external_reconciliation.already_reconciled', 409, 'The bank transaction or the line is reconciled already.', 'Delete that reconciliation first, or leave the line out.'],
  ['external_reconciliation.deleted', 409, 'The reconciliation was retired.', 'Create a new one.'],
  ['period_reconciliation.period_not_found', 404, 'There is no such reconciliation period.', 'Check the id.'],
  ['period_reconciliation.early_access_required', 403, 'Periods are open to client accounts with early access only.', 'Turn "early_access" on in the settings.'],
  ['period_reconciliation.not_a_draft', 400, 'The record is not a draft.', 'Reopen the period first.'],
  ['period_reconciliation.unexplained_difference', 400, 'The items do not explain the whole difference.', 'Add items until they add up to the difference.'],
  ['period_reconciliation.stale_draft', 409, 'The ledger or the balance moved since the draft was prepared.', 'Prepare the period again.'],
  ['period_reconciliation.period_not_reconciled', 400, 'A period that is not reconciled cannot be reopened.', 'Nothing is left to do.'],
  ['bank_account.not_found', 404, 'There is no such bank account.', 'Check the id.'],
  ['bank_account.duplicate', 409, 'The owner has a bank account with this number.', 'Use that one.'],
  ['bank_account.invalid_account_number', 400, 'The account number or IBAN fails its check digits.', 'Check the number.'],
  ['bank_account.has_unreconciled_transactions', 409, 'The account has bank transactions that are not reconciled.', 'Reconcile them before you deactivate it.'],
  ['bank_transaction.not_found', 404, 'There is no such bank transaction.', 'Check the id.'],
  ['bank_transaction.bank_account_required', 400, 'The bank account that the sign of the amount asks for is missing.', 'Name the house account of the payer or of the receiver.'],
  ['bank_transaction.invalid_bank_account', 400, 'The bank account is unknown, of another client account, or no house account.', 'Name a house account of this client account.'],
  ['bank_transaction.missing_body', 400, 'The call needs a body.', 'Send the statement as JSON.'],
  ['bank_statement.unbalanced', 400, 'Opening balance plus movements is not the closing balance.', 'Send every movement of the statement.'],
  ['bank_statement.duplicate', 409, 'The statement was stored before.', 'Nothing is left to do.'],
  ['bank_statement.balance_gap', 409, 'The statement does not continue the one before it.', 'Send the missing statement first.'],
  ['bank_statement.invalid_file', 400, 'The file is not a well-formed CAMT document.', 'Export the file from the bank again.'],
  ['bank_statement.unknown_bank_account', 400, 'The account in the file is no house account of the client account.', 'Create the bank account first.'],
  ['bank_statement.has_reconciled_transactions', 409, 'A transaction of the statement is reconciled.', 'Delete the reconciliation first.'],
  ['payment.not_found', 404, 'There is no such payment.', 'Check the id.'],
  ['payment.document_not_payable', 400, 'The document cannot be paid.', 'Choose a posted supplier document with an open amount.'],
  ['payment.amount_exceeds_open_amount', 400, 'The amount is larger than what is open.', 'Pay at most the open amount.'],
  ['payment.missing_creditor_account', 400, 'The bank account of the receiver is not known.', 'Name one, or set it on the business partner.'],
  ['payment.invalid_state', 409, 'The payment is in a state that does not allow this.', 'Read the payment and see its status.'],
];
