// biome-ignore-all format: a table reads best in rows
import type { ErrorRow } from './rows.ts';

/** Journal, accounts, tax codes, assets, property, equity. */
export const ledgerErrors: readonly ErrorRow[] = [
  ['accounting.client_account_access_denied', 403, 'The client account is missing, not valid, or you have no access to it.', 'Name a client account that you reach; GET /api/v2/client-accounts lists them.'],
  ['accounting.journal_entry_not_found', 404, 'There is no such journal entry.', 'Check the id.'],
  ['accounting.journal_entry_not_draft', 400, 'The entry is posted: it can no longer be changed or deleted.', 'Cancel it and post a new one.'],
  ['accounting.journal_entry_reconciled', 409, 'A line of the entry is reconciled.', 'Delete the reconciliation first.'],
  ['accounting.period_locked', 409, 'A posting date lies in a locked period.', 'Choose a later date, or move the period lock.'],
  ['accounting.account_not_found', 404, 'There is no such general ledger account.', 'Check the id.'],
  ['accounting.account_code_taken', 409, 'The account code is in use.', 'Choose another code.'],
  ['accounting.account_is_system', 400, 'Accounts of the standard chart cannot be changed.', 'Create an account of your own.'],
  ['accounting.account_has_balance', 409, 'The account has a balance.', 'Bring the balance to zero before you deactivate it.'],
  ['accounting.tax_code_not_found', 404, 'There is no such tax code.', 'Check the id.'],
  ['accounting.reconciliation_not_found', 404, 'There is no such reconciliation.', 'Check the id.'],
  ['accounting.reconciliation_not_reopenable', 400, 'A committed reconciliation does not become a draft again.', 'Delete it and create a new one.'],
  ['accounting.reconciliation_deleted', 409, 'The reconciliation was deleted.', 'Create a new one.'],
  ['accounting.reconciliation_proposal_outdated', 409, 'A line of the proposal was cancelled or reconciled elsewhere; the proposal is gone.', 'Create a reconciliation from the lines that are still open.'],
  ['saft_import.not_found', 404, 'There is no such import of a SAF-T file.', 'Check the id.'],
  ['saft_import.too_many', 409, 'The client account has as many imports of SAF-T files as it may have.', 'Delete one of them first.'],
  ['asset.not_found', 404, 'There is no such asset.', 'Check the id.'],
  ['asset.invalid_asset_class', 400, 'The asset class does not exist.', 'Choose one of GET /api/v2/asset-classes.'],
  ['asset.missing_asset_class', 400, 'The asset has no class.', 'Give it one first.'],
  ['asset.already_disposed', 400, 'The asset was disposed of before.', 'Nothing is left to do.'],
  ['asset.defer_gain_not_allowed', 400, 'A gain can be deferred only on an involuntary disposal.', 'Leave "defer_gain" out.'],
  ['asset.proceeds_account_required', 400, 'Proceeds without a sale need an account.', 'Send "proceeds_account".'],
  ['asset.proceeds_account_is_bank', 400, 'The account of the proceeds is a bank account.', 'Choose a receivable or another balance account.'],
  ['asset.property_already_linked', 409, 'The property is linked to another asset.', 'Remove that link first.'],
  ['equity.transaction_not_found', 404, 'There is no such equity transaction.', 'Check the id.'],
  ['equity.same_party', 400, 'Giver and receiver of the shares are the same.', 'Name two partners.'],
  ['equity.business_partner_not_found', 400, 'The business partner does not exist in this client account.', 'Name a partner of the account.'],
];
