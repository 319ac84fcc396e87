import { ACCOUNT, areUnderWay, DOCUMENT_ENTRIES, type ErasureStep, rowsOf, type Tx } from '@app/db';
import { lockChanges } from '@app/records';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { BOOKING_USE_CASES, bookingUnderWay } from '../documents/bookings.ts';
import { forgetItems } from '../items/forget.ts';
import { changeTurns } from '../schema/change-turns.ts';
import { arrivingContents, contents } from '../schema/contents.ts';
import { createCommands } from '../schema/create-commands.ts';
import { documentFiles } from '../schema/document-files.ts';
import { claimedLines, freeNumbers, numberCounters, partnerNames } from '../schema/document-numbers.ts';
import { documentSendings } from '../schema/document-sendings.ts';
import { documentLines, documents, reconciliationLines } from '../schema/documents.ts';
import { electronicInvoices } from '../schema/electronic-invoices.ts';
import { files } from '../schema/files.ts';
import { itemCollectionEntries, itemCollections } from '../schema/item-collections.ts';
import { itemPrices } from '../schema/items.ts';
import { answerOptions, questions } from '../schema/questions.ts';
import { tasks } from '../schema/tasks.ts';
import { voucherCollections } from '../schema/voucher-collections.ts';
import { voucherEntryLines } from '../schema/voucher-entries.ts';
import { voucherPages, voucherTexts } from '../schema/voucher-readings.ts';
import { voucherStatements } from '../schema/voucher-statements.ts';
import { voucherWorkflow } from '../schema/voucher-workflow.ts';
import { voucherAttachments } from '../schema/vouchers.ts';
import { forgetVouchers } from '../vouchers/forget.ts';
import { forgetDocumentEntries, forgetVoucherEntries, voucherLinksChanged } from '../vouchers/links.ts';

const VOUCHERS = ['VOUCHERS', ACCOUNT];
const ITEMS = ['ITEMS', ACCOUNT];
const EVERYTHING = ['ALL', ACCOUNT];
const DOCUMENTS = ['DOCUMENTS', ...VOUCHERS];
/** Where the ledger is asked for all entries, or for none. */
const alone = { with: DOCUMENTS, without: [DOCUMENT_ENTRIES] };
const EVERY_FILE = ['DOCUMENTS', 'VOUCHERS', 'CHAT', ACCOUNT];

/**
 * Deletes documents that no credit note refers to any more: credited ones go with the next batch.
 * @returns the voucher of each
 */
async function deleteUncredited(tx: Tx, clientAccountId: number, most: number): Promise<readonly (number | null)[]> {
  const gone = await tx.execute<{ voucher_id: string | null }>(sql`
    delete from ${documents} where id = any (array(
      select d.id from ${documents} d
      where d.client_account_id = ${clientAccountId}::bigint and not exists (
        select from ${documents} credit
        where credit.client_account_id = d.client_account_id and credit.credited_document_id = d.id)
      limit ${most}))
    returning uploaded_file_id as voucher_id`);
  return gone.map(({ voucher_id: id }) => (id === null ? null : Number(id)));
}

const uncreditedDocuments = async (tx: Tx, clientAccountId: number, most: number): Promise<number> =>
  (await deleteUncredited(tx, clientAccountId, most)).length;

/** Of one transaction, in which whoever writes documents of the account waits. */
const BOOKED_AT_ONCE = 200;

/**
 * Documents whose entries the ledger has erased, with all their parts. Under the turn of the account, which whoever begins
 * a posting takes: one that has begun is waited for, and ends by itself since the books are closed; one that begins later
 * finds its document gone. So nothing is posted, not even when the books are open again, for a document that is not there.
 * Vouchers stay, as what is left of their links.
 * @throws Failure 503 while a posting is under way
 */
async function bookedDocuments(tx: Tx, clientAccountId: number): Promise<number> {
  const moment = await lockChanges(tx, clientAccountId, new Date());
  if (await areUnderWay(tx, clientAccountId, BOOKING_USE_CASES)) throw bookingUnderWay(clientAccountId);
  const gone = await deleteUncredited(tx, clientAccountId, BOOKED_AT_ONCE);
  const voucherIds = new Set(gone.filter((id) => id !== null));
  await voucherLinksChanged(tx, clientAccountId, [...voucherIds], { showsOther: true, moment });
  return gone.length;
}

/**
 * Without the books nothing is posted: documents are drafts again, under the numbers that they had. What was cancelled
 * stays so. Whoever follows the changes of documents hears of it.
 */
async function backToDrafts(tx: Tx, clientAccountId: number): Promise<number> {
  const moment = await lockChanges(tx, clientAccountId, new Date());
  await tx.execute(sql`
    update ${documents} set status = case status when 'POSTED' then 'DRAFT' else status end, payment_status = 'NOT_APPLICABLE',
      paid_amount = 0, pending_payment_amount = 0, journal_entry_id = null, open_line_id = null, open_line_sign = null,
      updated_at = ${moment.toISOString()}::timestamptz, version = version + 1
    where client_account_id = ${clientAccountId}::bigint and (status = 'POSTED' or journal_entry_id is not null or open_line_id is not null)`);
  return 0;
}

/** Attachments of documents that were attached to nothing else. */
async function attachmentsOfNothing(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const gone = await tx.execute(sql`
    delete from ${files} where id = any (array(
      select f.id from ${files} f
      where f.client_account_id = ${clientAccountId}::bigint and f.type = 'ATTACHMENT'
        and not exists (select from ${voucherAttachments} a where a.client_account_id = f.client_account_id and a.file_id = f.id)
        and not exists (select from ${documentFiles} a where a.client_account_id = f.client_account_id and a.file_id = f.id)
        and not exists (select from ${files} made where made.client_account_id = f.client_account_id and made.source_file_id = f.id)
      limit ${most}))
    returning 1`);
  return gone.length;
}

/** Files of some types that nothing is made of any more: those they were made of come with the next batch. */
const leaves =
  (types: readonly string[]): ErasureStep['erase'] =>
  async (tx, clientAccountId, most) => {
    const gone = await tx.execute(sql`
      delete from ${files} where id = any (array(
        select f.id from ${files} f
        where f.client_account_id = ${clientAccountId}::bigint and f.type = any (${sql.param([...types])}::text[])
          and not exists (
            select from ${files} made
            where made.client_account_id = f.client_account_id and made.source_file_id = f.id)
        limit ${most}))
      returning 1`);
    return gone.length;
  };

/**
 * Contents that no file has any more. Their keys are noted as left over in the same transaction, so that the bytes go
 * whatever happens next (`removeLeftOver`).
 */
async function unusedContents(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const gone = await tx.execute(sql`
    with unused as (
      delete from ${contents} where client_account_id = ${clientAccountId}::bigint and sha256 = any (array(
        select c.sha256 from ${contents} c
        where c.client_account_id = ${clientAccountId}::bigint and not exists (
          select from ${files} f where f.client_account_id = c.client_account_id and f.sha256 = c.sha256)
          and not exists (
            select from ${voucherPages} p where p.client_account_id = c.client_account_id and p.sha256 = c.sha256)
        limit ${most}))
      returning store_key, client_account_id)
    insert into ${arrivingContents} (store_key, client_account_id, begun_at)
    select store_key, client_account_id, 'epoch' from unused on conflict do nothing
    returning 1`);
  return gone.length;
}

/** Tasks about entries that leave the books with their documents. */
const ofDocumentEntries = sql`relation_type = 'journalentry' and exists (
  select from ${documents} d where d.client_account_id = tasks.client_account_id and d.journal_entry_id = tasks.relation_id)`;

/** Rows that say something about a record go with the records of its category. */
const about = (table: PgTable, where: Readonly<Record<string, SQL>>): readonly ErasureStep[] =>
  Object.entries(where).map(([category, condition]) => rowsOf(table, { with: [category], where: condition }));

const subjects = {
  VOUCHERS: sql`voucher_id is not null`,
  DOCUMENTS: sql`document_id is not null`,
  BANK: sql`bank_transaction_id is not null`,
};
const relations = {
  VOUCHERS: sql`relation_type = 'voucher'`,
  DOCUMENTS: sql`relation_type = 'document'`,
  BANK: sql`relation_type = 'banktransaction'`,
  BUSINESS_PARTNERS: sql`relation_type = 'businesspartner'`,
  JOURNAL_ENTRIES: sql`relation_type = 'journalentry'`,
};

/** Rows that name partners stay without them. */
const withoutPartners = (table: PgTable, column: SQL): ErasureStep => ({
  with: ['BUSINESS_PARTNERS'],
  erase: async (tx, clientAccountId) => {
    await tx.execute(sql`
      update ${table} set ${column} = null where client_account_id = ${clientAccountId}::bigint and ${column} is not null`);
    return 0;
  },
});

/** What documents holds of a client account. Bytes that files share go with the last of them. */
export const erasureSteps: readonly ErasureStep[] = [
  rowsOf(tasks, { with: [DOCUMENT_ENTRIES], where: ofDocumentEntries }),
  { with: [DOCUMENT_ENTRIES], erase: forgetDocumentEntries },
  // Options go with their questions.
  rowsOf(answerOptions, { with: EVERYTHING }),
  ...about(questions, subjects),
  rowsOf(questions, { with: EVERYTHING }),
  ...about(tasks, relations),
  rowsOf(tasks, { with: EVERYTHING }),
  rowsOf(voucherStatements, { with: VOUCHERS }),
  withoutPartners(voucherStatements, sql`payor_id`),
  rowsOf(voucherCollections, { with: VOUCHERS }),
  rowsOf(itemCollectionEntries, { with: ITEMS }),
  withoutPartners(itemCollectionEntries, sql`business_partner_id`),
  rowsOf(itemCollections, { with: ITEMS }),
  rowsOf(itemPrices, { with: ITEMS }),
  { table: 'items', with: ITEMS, counts: 'ITEMS', erase: forgetItems },
  { table: 'documents', with: [DOCUMENT_ENTRIES], counts: 'DOCUMENTS', erase: bookedDocuments },
  rowsOf(reconciliationLines, alone),
  rowsOf(documentFiles, alone),
  rowsOf(documentSendings, alone),
  rowsOf(electronicInvoices, alone),
  rowsOf(documentLines, alone),
  { table: 'documents', ...alone, counts: 'DOCUMENTS', erase: uncreditedDocuments },
  { with: ['JOURNAL_ENTRIES'], erase: backToDrafts },
  rowsOf(claimedLines, { with: ['JOURNAL_ENTRIES', 'RECONCILIATIONS', ACCOUNT] }),
  rowsOf(partnerNames, { with: ['BUSINESS_PARTNERS', ACCOUNT] }),
  rowsOf(freeNumbers, { with: EVERYTHING }),
  rowsOf(numberCounters, { with: EVERYTHING }),
  rowsOf(createCommands, { with: VOUCHERS }),
  rowsOf(voucherWorkflow, { with: VOUCHERS }),
  rowsOf(voucherPages, { with: VOUCHERS }),
  rowsOf(voucherTexts, { with: VOUCHERS }),
  rowsOf(voucherEntryLines, { with: ['JOURNAL_ENTRIES', ...VOUCHERS] }),
  { table: 'voucher_entries', with: ['JOURNAL_ENTRIES', ...VOUCHERS], erase: forgetVoucherEntries },
  rowsOf(voucherAttachments, { with: VOUCHERS }),
  { table: 'vouchers', with: VOUCHERS, counts: 'VOUCHERS', erase: forgetVouchers },
  { table: 'files', with: VOUCHERS, erase: leaves(['VOUCHER', 'ATTACHMENT']) },
  { with: ['CHAT', ACCOUNT], erase: leaves(['CHAT_ATTACHMENT']) },
  { with: ['DOCUMENTS'], erase: attachmentsOfNothing },
  { table: 'contents', with: EVERY_FILE, erase: unusedContents },
  rowsOf(changeTurns, { with: [ACCOUNT] }),
];
