import { z } from 'zod';
import { ExternalId, MetadataIn, MetadataOut } from '../caller-references.ts';
import { ClientAccountId, CreatedAt, CreatedById, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { DimensionTypeIn } from '../ledger/dimensions.ts';
import { AccountNameOut } from '../organisation/contracts.ts';
import { AutonomyLevel } from '../organisation/settings.ts';
import { PaymentRecordOut } from '../reconciliation/payment-fields.ts';
import {
  CalendarDate,
  CurrencyCode,
  decimal,
  decimalOut,
  Id,
  MoneyIn,
  MoneyOut,
  RateIn,
  RateOut,
  requiredText,
  Switch,
  Timestamp,
  text,
} from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { FileOut } from './files.ts';
import { QuestionOut } from './questions.ts';
import { TaskOut } from './tasks.ts';
import { VoucherEntryOut } from './vouchers.ts';
import {
  DocumentFileType,
  DocumentPaymentStatus,
  DocumentStatus,
  DocumentType,
  ReconciliationLineCategory,
  ReconciliationLineStatus,
  ReconciliationLineType,
} from './words.ts';

/** As many lines as one document takes: what they book must fit one message to the ledger. */
export const MOST_LINES = 2_000;

const meaning = {
  document_type: 'Type of the document, such as `ARINV` for an invoice to a customer. It never changes once posted.',
  document_number:
    'Number of the document. One to a customer that is made here gets the next of its series when it is posted.',
  document_date: 'Date of the document, on which it is booked.',
  due_date: 'When it is to be paid; the date of the document plus the terms of payment of the partner when left out.',
  delivery_date: 'When the goods or services were delivered.',
  period_start: 'First day of the period that it is for.',
  period_end: 'Last day of the period that it is for.',
  business_partner_id: 'The customer or supplier. Required to post an invoice, whichever way it goes.',
  currency_code: 'Currency of the amounts as a code of ISO 4217; the accounting currency when left out.',
  exchange_rate: 'Units of the accounting currency for one unit of the currency. Required to post in another currency.',
  payment_ref: 'Reference that a payment carries (KID); given to an invoice to a customer when left out.',
  buyer_reference: "The buyer's reference.",
  order_reference: 'Number of the order.',
  description: 'What the document is about; the description of its journal entry.',
  payment_account_code:
    'Account that a cash document is paid from or to; left out, that of `payment_bank_account_id`, else 1920, or 2910 for a receipt.',
  payment_bank_account_id:
    'Own bank account: the one that a cash document is paid from or to, or that an invoice is to be paid to. An invoice without it names the oldest active current account in its currency.',
  autonomy_level: 'How far the platform acts by itself; null for the setting of the partner or client account.',
  structured_data: 'What else is known of the document, as an object that callers fill.',
} as const;

const lineMeaning = {
  item_id: 'Item that is bought or sold; it gives description, unit, price and tax code where they are left out.',
  description: 'What is bought or sold.',
  quantity: 'How many; 1 when left out.',
  unit_id: 'Unit of the quantity.',
  price: 'Price of one, without VAT, in the currency of the document.',
  discount_percent: 'Discount in percent, 0 to 100.',
  net_amount: 'Quantity times price, less the discount. Sent without a price it is kept as it is.',
  tax_code: 'VAT code of the national list, in force on the date of the document.',
  tax_code_id: 'Rate period of the VAT code; it names the code too.',
  account_code: 'Account that the line is booked on; by the kind of document and the VAT code when left out.',
  account_id: 'Id of that account.',
  project_id: 'Project that the line is tagged with.',
  department_id: 'Department that the line is tagged with.',
  asset_id: 'Asset that the line is tagged with.',
  tag_ids: 'Tags of the line.',
  item_collection_entry_id: 'Entry of an item collection that the line is for.',
  period_start: 'First day of the period that the line is for.',
  period_end: 'Last day of the period that the line is for.',
} as const;

const PercentIn = decimal(2, { minimum: 0 }).refine((value) => Number(value) <= 100, {
  error: 'must be from 0 to 100',
});
/** A rate: above zero. */
const ExchangeRateIn = decimal(6, { minimum: 0 }).refine((rate) => /[1-9]/.test(rate), { error: 'must be above zero' });

export const DocumentLineIn = z.object(
  {
    item_id: Id.nullish().describe(lineMeaning.item_id),
    description: text().nullish().describe(lineMeaning.description),
    quantity: RateIn.nullish().describe(lineMeaning.quantity),
    unit_id: Id.nullish().describe(lineMeaning.unit_id),
    price: RateIn.nullish().describe(lineMeaning.price),
    discount_percent: PercentIn.nullish().describe(lineMeaning.discount_percent),
    net_amount: MoneyIn.nullish().describe(lineMeaning.net_amount),
    tax_code: text(20).nullish().describe(lineMeaning.tax_code),
    tax_code_id: Id.nullish().describe(lineMeaning.tax_code_id),
    account_code: text(20).nullish().describe(lineMeaning.account_code),
    account_id: Id.nullish().describe(lineMeaning.account_id),
    project_id: Id.nullish().describe(lineMeaning.project_id),
    department_id: Id.nullish().describe(lineMeaning.department_id),
    asset_id: Id.nullish().describe(lineMeaning.asset_id),
    tag_ids: z
      .array(Id, { error: 'must be an array of ids' })
      .max(100, 'must have at most 100 tags')
      .nullish()
      .describe(lineMeaning.tag_ids),
    item_collection_entry_id: Id.nullish().describe(lineMeaning.item_collection_entry_id),
    period_start: CalendarDate.nullish().describe(lineMeaning.period_start),
    period_end: CalendarDate.nullish().describe(lineMeaning.period_end),
  },
  { error: 'must be an object' },
);

export const ReconciliationLineIn = z.object(
  {
    id: Id.nullish().describe('Id of the line that is changed; a line without one is new.'),
    line_type: ReconciliationLineType.describe('Whether the line is a movement or a balance.'),
    category: ReconciliationLineCategory.nullish().describe(
      'What the line is about, which says the accounts that it is compared with.',
    ),
    line_date: CalendarDate.describe('Date of the movement, or the day of the balance.'),
    description: text().nullish().describe('What stands on the line.'),
    reference: text(200).nullish().describe('Reference that stands on the line.'),
    amount: MoneyIn.describe('Amount as on paper, positive for the usual case.'),
    currency_code: CurrencyCode.nullish().describe("Currency of the amount; the document's when left out."),
    relation_type: DimensionTypeIn.nullish().describe('Kind of record that narrows the comparison; with its id.'),
    relation_id: Id.nullish().describe('Id of that record.'),
    account_code: text(20)
      .nullish()
      .describe('Account that narrows the category; required for OTHER_ASSET and OTHER_LIABILITY.'),
  },
  { error: 'must be an object' },
);

export const DocumentFileIn = z.object(
  {
    file_name: requiredText(1000).describe('Name of the file, with its extension.'),
    content_base64: z
      .string({ error: 'must be text' })
      .describe('Content of the file in base64. It is never returned.'),
    content_type: text(200).nullish().describe('Media type; found by the content when left out.'),
    type: DocumentFileType.nullish().describe(
      '`VOUCHER` for the document itself, at most once; `ATTACHMENT` for anything else, the default.',
    ),
  },
  { error: 'must be an object' },
);

const structured = z.record(z.string(), z.unknown());
export const StructuredDataIn = structured
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= 64 * 1024, 'must have at most 65536 bytes as JSON')
  .refine((value) => !JSON.stringify(value).includes('\\u0000'), 'must not hold NUL characters');

/** What POST, PUT and PATCH share. */
export const documentContent = {
  document_number: text(100).nullish().describe(meaning.document_number),
  document_date: CalendarDate.nullish().describe(meaning.document_date),
  due_date: CalendarDate.nullish().describe(meaning.due_date),
  delivery_date: CalendarDate.nullish().describe(meaning.delivery_date),
  period_start: CalendarDate.nullish().describe(meaning.period_start),
  period_end: CalendarDate.nullish().describe(meaning.period_end),
  business_partner_id: Id.nullish().describe(meaning.business_partner_id),
  currency_code: CurrencyCode.nullish().describe(meaning.currency_code),
  exchange_rate: ExchangeRateIn.nullish().describe(meaning.exchange_rate),
  payment_ref: text(100).nullish().describe(meaning.payment_ref),
  buyer_reference: text(200).nullish().describe(meaning.buyer_reference),
  order_reference: text(200).nullish().describe(meaning.order_reference),
  description: text().nullish().describe(meaning.description),
  total_amount: MoneyIn.nullish().describe('Total of a document without lines; else it is worked out from them.'),
  is_draft: Switch.nullish().describe('False posts the document; a new one is a draft unless it is sent.'),
  payment_account_code: text(20).nullish().describe(meaning.payment_account_code),
  payment_bank_account_id: Id.nullish().describe(meaning.payment_bank_account_id),
  structured_data: StructuredDataIn.nullish().describe(meaning.structured_data),
  autonomy_level: AutonomyLevel.nullish().describe(meaning.autonomy_level),
  external_id: ExternalId.nullish(),
  metadata: MetadataIn.nullish(),
  lines: z
    .array(DocumentLineIn, { error: 'must be an array of lines' })
    .max(MOST_LINES, `must have at most ${MOST_LINES} lines`)
    .nullish()
    .describe('The lines; sent to an existing document they replace all lines that it has.'),
  reconciliation_lines: z
    .array(ReconciliationLineIn, { error: 'must be an array of lines' })
    .max(MOST_LINES, `must have at most ${MOST_LINES} lines`)
    .nullish()
    .describe(
      'What the paper says of the books. Lines with an id are changed, those without are new, those left out go.',
    ),
  files: z
    .array(DocumentFileIn, { error: 'must be an array of files' })
    .max(50, 'must have at most 50 files')
    .nullish()
    .describe('Files to attach, added to those that it has.'),
};

export const DocumentLineOut = z.object({
  id: RecordId,
  document_id: z.int().describe('Document that the line belongs to.'),
  line_no: z.int().describe('Place of the line, counted from 1.'),
  item_id: z.int().nullable().describe(lineMeaning.item_id),
  description: z.string().describe(lineMeaning.description),
  quantity: RateOut.describe(lineMeaning.quantity),
  unit_id: z.int().nullable().describe(lineMeaning.unit_id),
  price: RateOut.nullable().describe(lineMeaning.price),
  discount_percent: decimalOut(2).describe(lineMeaning.discount_percent),
  net_amount: MoneyOut.describe(lineMeaning.net_amount),
  tax_code: z.string().nullable().describe(lineMeaning.tax_code),
  tax_code_id: z.int().nullable().describe(lineMeaning.tax_code_id),
  tax_rate: decimalOut(2).nullable().describe('Percent of the VAT code on the date of the document.'),
  tax_amount: MoneyOut.describe('VAT that the document charges; zero with reverse charge.'),
  gross_amount: MoneyOut.describe('Net amount and VAT.'),
  account_code: z.string().describe(lineMeaning.account_code),
  account_id: z.int().describe(lineMeaning.account_id),
  project_id: z.int().nullable().describe(lineMeaning.project_id),
  department_id: z.int().nullable().describe(lineMeaning.department_id),
  asset_id: z.int().nullable().describe(lineMeaning.asset_id),
  tag_ids: z.array(z.int()).describe(lineMeaning.tag_ids),
  item_collection_entry_id: z.int().nullable().describe(lineMeaning.item_collection_entry_id),
  period_start: CalendarDate.nullable().describe(lineMeaning.period_start),
  period_end: CalendarDate.nullable().describe(lineMeaning.period_end),
});

const TargetOut = z.object({
  accounts: z
    .array(
      z.object({
        id: z.int().describe('Id of the account.'),
        account_code: z.string().describe('Number of the account.'),
        description: z.string().describe('Name of the account, in the language asked for.'),
      }),
    )
    .describe('Accounts that the line is compared with.'),
  dimension: z
    .object({
      relation_type: z.string().describe('Kind of record.'),
      relation_id: z.int().describe('Id of the record.'),
      name: z.string().nullable().describe('Its name.'),
    })
    .nullable()
    .describe('What the lines of the books are narrowed by; null for all of them.'),
  ledger_sign: z.int().describe('1 where the books show the amount with the sign of the paper, -1 where they turn it.'),
});

export const ReconciliationLineOut = z.object({
  id: RecordId,
  document_id: z.int().describe('Document that the line stands on.'),
  line_type: ReconciliationLineType.describe('Whether the line is a movement or a balance.'),
  category: z.string().nullable().describe('What the line is about; null: it cannot be reconciled.'),
  line_date: CalendarDate.describe('Date of the movement, or the day of the balance.'),
  description: z.string().nullable().describe('What stands on the line.'),
  reference: z.string().nullable().describe('Reference that stands on the line.'),
  amount: MoneyOut.describe('Amount as on paper.'),
  currency_code: z.string().describe('Currency of the amount.'),
  relation_type: z.string().nullable().describe('Kind of record that narrows the comparison.'),
  relation_id: z.int().nullable().describe('Id of that record.'),
  account_code: z.string().nullable().describe('Account that narrows the category.'),
  status: ReconciliationLineStatus.describe('Where the reconciliation of the line stands.'),
  external_reconciliation_id: z.int().nullable().describe('The live record that reconciles the line.'),
  target: TargetOut.nullable()
    .optional()
    .describe('What the line is compared with, embedded; null without a category.'),
});

const PartnerOut = z.object({
  id: z.int().describe('Id of the partner.'),
  name: z.string().describe('Name of the partner.'),
  organization_number: z.string().nullable().describe('Organization number; null for a person.'),
  email: z.string().nullable().describe('Address that documents are sent to.'),
});

const VoucherOfDocumentOut = z.object({
  id: z.int().describe('Id of the voucher, which is that of its file.'),
  file_name: z.string().describe('Name of the file.'),
  content_type: z.string().describe('Media type of the file.'),
  size: z.int().describe('Size in bytes.'),
  status: z.string().describe('Status of the voucher.'),
  download_url: z.string().nullable().describe('Signed address of the file, which works for an hour.'),
});

const AttachedFileOut = FileOut.omit({ source_file: true, target_files: true });

export const DocumentOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  document_type: DocumentType.describe(meaning.document_type),
  document_number: z.string().nullable().describe(meaning.document_number),
  document_date: CalendarDate.nullable().describe(meaning.document_date),
  due_date: CalendarDate.nullable().describe(meaning.due_date),
  delivery_date: CalendarDate.nullable().describe(meaning.delivery_date),
  period_start: CalendarDate.nullable().describe(meaning.period_start),
  period_end: CalendarDate.nullable().describe(meaning.period_end),
  business_partner_id: z.int().nullable().describe(meaning.business_partner_id),
  currency_code: z.string().describe(meaning.currency_code),
  exchange_rate: RateOut.nullable().describe(meaning.exchange_rate),
  payment_ref: z.string().nullable().describe(meaning.payment_ref),
  buyer_reference: z.string().nullable().describe(meaning.buyer_reference),
  order_reference: z.string().nullable().describe(meaning.order_reference),
  description: z.string().nullable().describe(meaning.description),
  net_amount: MoneyOut.describe('Sum of the net amounts of the lines.'),
  tax_amount: MoneyOut.describe('Sum of the VAT of the lines.'),
  total_amount: MoneyOut.describe('Net amount and VAT.'),
  total_amount_base: MoneyOut.nullable().describe(
    'Total in the accounting currency, every line converted by itself; null while the rate is not known.',
  ),
  is_draft: z.boolean().describe('True until the document is posted.'),
  status: DocumentStatus.describe('Status of the document.'),
  payment_status: DocumentPaymentStatus.describe('How far it is paid, by what is reconciled in the books.'),
  paid_amount: MoneyOut.describe('What is reconciled with payments and credit notes, in the currency of the document.'),
  open_amount: MoneyOut.describe('What is left to pay, in the currency of the document.'),
  pending_payment_amount: MoneyOut.describe('What payments on their way will pay.'),
  is_payable: z.boolean().describe('Posted, from a supplier, with something left to pay.'),
  is_unpaid: z.boolean().describe('Something is left to pay.'),
  is_available_for_payment: z.boolean().describe('Payable beyond what payments on their way will pay.'),
  is_being_paid: z.boolean().describe('Payments are on their way.'),
  uploaded_file_id: z.int().nullable().describe('Voucher of the document.'),
  journal_entry_id: z.int().nullable().describe('Journal entry of the document; null while it has none.'),
  credited_document_id: z.int().nullable().describe('Document that this credit note takes back.'),
  credit_note_ids: z.array(z.int()).describe('Credit notes that take back this document, drafts included.'),
  created_in_application: z.boolean().describe('True for a document to a customer that was made here.'),
  payment_account_code: z.string().nullable().describe(meaning.payment_account_code),
  payment_bank_account_id: z.int().nullable().describe(meaning.payment_bank_account_id),
  sent_at: Timestamp.nullable().describe('When the document was last sent.'),
  sent_to: z.string().nullable().describe('E-mail address that it was last sent to.'),
  structured_data: structured.nullable().describe(meaning.structured_data),
  autonomy_level: AutonomyLevel.nullable().describe(meaning.autonomy_level),
  external_id: z.string().nullable().describe("The caller's own id of the document."),
  metadata: MetadataOut.nullable(),
  lines: z.array(DocumentLineOut).optional().describe('The lines, in their order.'),
  files: z.array(AttachedFileOut).optional().describe('Files of the document, without their content, embedded.'),
  voucher: VoucherOfDocumentOut.nullable().optional().describe('The voucher, embedded.'),
  business_partner: PartnerOut.nullable().optional().describe('The customer or supplier, embedded.'),
  journal_entry: VoucherEntryOut.nullable().optional().describe('The journal entry, embedded.'),
  payments: z
    .array(PaymentRecordOut)
    .optional()
    .describe('Payments of the document, the newest hundred, oldest first, embedded.'),
  questions: z.array(QuestionOut).optional().describe('Questions about the document, oldest first, embedded.'),
  tasks: z.array(TaskOut).optional().describe('What is to be done about the document, oldest first, embedded.'),
  reconciliation_lines: z
    .array(ReconciliationLineOut)
    .optional()
    .describe('What the paper says of the books, embedded.'),
  created_by: PublicUserOut.nullable().optional().describe('The user who created it, embedded.'),
  client_account: AccountNameOut.optional().describe('The client account, embedded.'),
});
