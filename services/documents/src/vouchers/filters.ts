import { anyOf } from '@app/db';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { partnerNames } from '../schema/document-numbers.ts';
import { documents } from '../schema/documents.ts';
import { files } from '../schema/files.ts';
import { questions } from '../schema/questions.ts';
import { voucherEntries, voucherEntryLines } from '../schema/voucher-entries.ts';
import { voucherTexts } from '../schema/voucher-readings.ts';
import { voucherStatements } from '../schema/voucher-statements.ts';
import { voucherAttachments, vouchers } from '../schema/vouchers.ts';
import type { VoucherStatus } from './voucher.ts';

/** Whose vouchers a caller may list. */
export interface VoucherScope {
  /** Accounts of which all are the caller's to see. */
  readonly whole: readonly number[];
  /** Accounts of which those alone that the caller sent. */
  readonly own: readonly number[];
  readonly userId: number;
}

/** What is asked of one document of a voucher: all of it of the same. */
export interface DocumentConditions {
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly paymentStatuses?: readonly string[] | undefined;
  readonly partnerIds?: readonly number[] | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly pendingAmount?: string | undefined;
  readonly isPayable?: boolean | undefined;
  readonly isUnpaid?: boolean | undefined;
  readonly isAvailableForPayment?: boolean | undefined;
  readonly isBeingPaid?: boolean | undefined;
}

/** What is asked of one line of an entry: all of it of the same. */
export interface LineConditions {
  readonly accountCodes?: readonly string[] | undefined;
  readonly taxCodes?: readonly string[] | undefined;
  readonly postedFrom?: string | undefined;
  readonly postedTo?: string | undefined;
}

export interface VoucherFilter {
  readonly scope: VoucherScope;
  readonly statuses?: readonly VoucherStatus[] | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly collectionIds?: readonly number[] | undefined;
  readonly projectIds?: readonly number[] | undefined;
  readonly freeText?: string | undefined;
  readonly externalId?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly hasProject?: boolean | undefined;
  readonly hasCollection?: boolean | undefined;
  readonly hasEntry?: boolean | undefined;
  readonly hasDocument?: boolean | undefined;
  readonly hasAttachment?: boolean | undefined;
  readonly hasOpenQuestion?: boolean | undefined;
  readonly document: DocumentConditions;
  readonly line: LineConditions;
}

const v = vouchers;
const d = documents;
const ofVoucher = sql`${d.clientAccountId} = ${v.clientAccountId} and ${d.uploadedFileId} = ${v.id}`;

/** The date of a voucher: the one that was set on it, else that of its newest document. */
export const dateOfVoucher = sql<string | null>`coalesce(${v.documentDate}, (
  select ${d.documentDate} from ${d} where ${ofVoucher} and ${d.status} <> 'CANCELLED' order by ${d.id} desc limit 1))`;

/** What is owed on a document, by what its entry left open. */
const unpaid = sql`(${d.status} = 'POSTED' and ${d.paymentStatus} in ('UNPAID', 'PARTIALLY_PAID') and ${d.totalAmount} > ${d.paidAmount})`;
const payable = sql`(${unpaid} and ${d.documentType} in ('APINV', 'APCRN', 'RECPT', 'APCIN', 'APPIN', 'APDEB'))`;
/** Beyond what payments on their way will pay. */
const available = sql`(${payable} and ${d.totalAmount} - ${d.paidAmount} > ${d.pendingPaymentAmount})`;

const among = (value: SQL | typeof d.status, wanted: readonly string[] | undefined): SQL | undefined =>
  wanted && sql`${value} = any (${sql.param([...wanted])}::text[])`;
const is = (condition: SQL, wanted: boolean | undefined): SQL | undefined =>
  wanted === undefined ? undefined : wanted ? condition : sql`not ${condition}`;
const from = (value: SQL, day: string | undefined): SQL | undefined =>
  day === undefined ? undefined : sql`${value} >= ${day}::date`;
const to = (value: SQL, day: string | undefined): SQL | undefined =>
  day === undefined ? undefined : sql`${value} <= ${day}::date`;

function ofDocument(wanted: DocumentConditions): SQL | undefined {
  const conditions = and(
    among(sql`${d.documentType}`, wanted.types),
    among(sql`${d.status}`, wanted.statuses),
    among(sql`${d.paymentStatus}`, wanted.paymentStatuses),
    wanted.partnerIds && anyOf(d.businessPartnerId, wanted.partnerIds),
    from(sql`${d.dueDate}`, wanted.dueFrom),
    to(sql`${d.dueDate}`, wanted.dueTo),
    wanted.pendingAmount === undefined ? undefined : sql`${d.pendingPaymentAmount} = ${wanted.pendingAmount}::numeric`,
    is(payable, wanted.isPayable),
    is(unpaid, wanted.isUnpaid),
    is(available, wanted.isAvailableForPayment),
    is(sql`${d.pendingPaymentAmount} > 0`, wanted.isBeingPaid),
  );
  return conditions && sql`exists (select from ${d} where ${ofVoucher} and ${conditions})`;
}

function ofLine(wanted: LineConditions): SQL | undefined {
  const [e, l] = [voucherEntries, voucherEntryLines];
  const conditions = and(
    among(sql`${l.accountCode}`, wanted.accountCodes),
    among(sql`${l.taxCode}`, wanted.taxCodes),
    from(sql`${l.postingDate}`, wanted.postedFrom),
    to(sql`${l.postingDate}`, wanted.postedTo),
  );
  return (
    conditions &&
    sql`exists (
      select from ${e} join ${l} on ${l.clientAccountId} = ${e.clientAccountId} and ${l.entryId} = ${e.entryId}
      where ${e.clientAccountId} = ${v.clientAccountId} and ${e.voucherId} = ${v.id} and ${conditions})`
  );
}

const openQuestion = sql`exists (
  select from ${questions} where ${questions.clientAccountId} = ${v.clientAccountId} and ${questions.status} = 'OPEN'
    and (${questions.voucherId} = ${v.id} or ${questions.documentId} in (select ${d.id} from ${d} where ${ofVoucher})))`;

const liveEntry = sql`exists (
  select from ${voucherEntries} where ${voucherEntries.clientAccountId} = ${v.clientAccountId}
    and ${voucherEntries.voucherId} = ${v.id} and not ${voucherEntries.isCancelled})`;

const attachment = sql`exists (
  select from ${voucherAttachments} where ${voucherAttachments.clientAccountId} = ${v.clientAccountId}
    and ${voucherAttachments.voucherId} = ${v.id})`;

const changedFrom = (moment: string): SQL =>
  sql`exists (select from ${files} where ${files.id} = ${v.id} and ${files.updatedAt} >= ${moment}::timestamptz)`;

/** Every word stands in one of the searched texts, whatever its case. */
function ofWords(text: string | undefined, scope: VoucherScope): SQL | undefined {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  return and(...words.map((word) => holding(`%${word.replace(/[\\%_]/g, '\\$&')}%`, scope)));
}

/**
 * Vouchers with a text that is like a pattern, found from the texts of the caller's accounts alone: asked of each
 * voucher, the database reads the texts of every account. Documents are of the books.
 */
function holding(pattern: string, { whole, own }: VoucherScope): SQL {
  const accounts = [...whole, ...own];
  const [f, t, n, s] = [files, voucherTexts, partnerNames, voucherStatements];
  return sql`${v.id} in (
    select ${f.id} from ${f}
      where ${anyOf(f.clientAccountId, accounts)} and ${f.type} = 'VOUCHER' and ${f.fileName} ilike ${pattern}
    union all select ${t.voucherId} from ${t}
      where ${anyOf(t.clientAccountId, accounts)} and ${t.body} ilike ${pattern}
    union all select ${d.uploadedFileId} from ${d}
      left join ${n} on ${n.clientAccountId} = ${d.clientAccountId} and ${n.businessPartnerId} = ${d.businessPartnerId}
      where ${anyOf(d.clientAccountId, whole)} and ${d.uploadedFileId} is not null
        and (${d.documentNumber} ilike ${pattern} or ${n.name} ilike ${pattern})
    union all select ${s.voucherId} from ${s}
      where ${anyOf(s.clientAccountId, accounts)} and (${s.comment} ilike ${pattern} or ${s.purpose} ilike ${pattern}))`;
}

/**
 * The rows of `vouchers` that are asked for. Who sees only what they sent is shown nothing by what the books hold: that
 * would say it.
 */
export function conditionOf(filter: VoucherFilter): SQL | undefined {
  const { scope, statuses } = filter;
  const byBooks = and(
    ofDocument(filter.document),
    ofLine(filter.line),
    is(liveEntry, filter.hasEntry),
    is(sql`exists (select from ${d} where ${ofVoucher} and ${d.status} <> 'CANCELLED')`, filter.hasDocument),
  );
  const ownOnes = sql`${anyOf(v.clientAccountId, scope.own)} and exists (
    select from ${files} where ${files.id} = ${v.id} and ${files.createdById} = ${scope.userId})`;
  return and(
    scope.own.length === 0 || byBooks
      ? anyOf(v.clientAccountId, scope.whole)
      : or(anyOf(v.clientAccountId, scope.whole), ownOnes),
    statuses ? inArray(v.status, [...statuses]) : sql`${v.status} <> 'DELETED'`,
    from(dateOfVoucher, filter.dateFrom),
    to(dateOfVoucher, filter.dateTo),
    filter.collectionIds && anyOf(v.collectionId, filter.collectionIds),
    filter.projectIds && anyOf(v.projectId, filter.projectIds),
    filter.hasProject === undefined ? undefined : filter.hasProject ? isNotNull(v.projectId) : isNull(v.projectId),
    filter.hasCollection === undefined
      ? undefined
      : filter.hasCollection
        ? isNotNull(v.collectionId)
        : isNull(v.collectionId),
    filter.externalId === undefined ? undefined : eq(v.externalId, filter.externalId),
    filter.updatedFrom === undefined ? undefined : changedFrom(filter.updatedFrom),
    is(attachment, filter.hasAttachment),
    is(openQuestion, filter.hasOpenQuestion),
    ofWords(filter.freeText, scope),
    byBooks,
  );
}
