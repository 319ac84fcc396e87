import { type FieldFault, invalid } from '@app/contract/failure';
import { decimal, formatMoney, ZERO } from '@app/money';
import { isTooLarge, netOf, taxOn, totalsOf, totalsWithoutLines } from './amounts.ts';
import type { DocumentContent, DocumentInput, LineInput, NewLine } from './document.ts';
import { type BookedDocument, type BookedLine, type Dimension, type Entry, entryOf } from './entry.ts';
import { DEFAULT_ACCOUNTS, type Ground, type KnownAccount } from './ground.ts';
import { type DocumentKind, kindOf } from './kinds.ts';
import { type TaxCode, type Treatment, treatmentOf, ZERO_RATED } from './tax.ts';

/** A document that keeps every rule of its fields, with its amounts, and what it would book. */
export interface Completed {
  readonly content: DocumentContent;
  readonly lines: readonly NewLine[];
  readonly kind: DocumentKind;
  /** Null while a day or a rate is missing that an entry needs. */
  readonly entry: Entry | null;
}

const DAYS_TO_PAY = 14;

/**
 * Fills in what was left out, works out the amounts, and looks at everything that is named (DOC-R04 to DOC-R06,
 * DOC-R19, DOC-R27, DOC-R47). What posting asks for beyond that is not looked at: a draft may lack it.
 * @throws Failure 400 with every fault
 */
export function completeDocument(input: DocumentInput, ground: Ground): Completed {
  const faults: FieldFault[] = [...headFaults(input, ground)];
  const kind = kindOf(input.documentType);
  const currencyCode = input.currencyCode ?? ground.currencyCode;
  const lines = input.lines.map((line, index) =>
    completeLine(line, `lines.${index}`, { input, kind, currencyCode, ground, faults }),
  );
  const totals = lines.length > 0 ? totalsOf(lines.map(({ line }) => line)) : totalsWithoutLines(input.totalAmount);
  if (isTooLarge(decimal(totals.totalAmount)))
    faults.push({ field: 'lines', message: 'add up to more than an amount can be' });
  const isForeign = currencyCode !== ground.currencyCode;
  const exchangeRate = isForeign ? rateTo(ground.currencyCode, input) : '1.000000';
  const booked =
    exchangeRate === null
      ? null
      : bookedOf({ ...input, currencyCode, exchangeRate: isForeign ? exchangeRate : null }, kind, lines, ground);
  const entry = booked === null ? null : entryOf(booked);
  if (entry?.lines.some(({ debit, credit }) => isTooLarge(decimal(debit)) || isTooLarge(decimal(credit))))
    faults.push({ field: 'exchange_rate', message: 'makes amounts that are larger than an amount can be' });
  if (faults.length > 0) throw faultsOf(faults);
  const { lines: _lines, clientAccountId: _account, totalAmount: _total, ...fields } = input;
  return {
    kind,
    entry,
    lines: lines.map(({ line }) => line),
    content: {
      ...fields,
      ...totals,
      currencyCode,
      exchangeRate,
      rateTo: exchangeRate === null ? null : ground.currencyCode,
      numberSeries: kind.series,
      dueDate: input.dueDate ?? dueDateOf(input, kind, ground),
      paymentAccountCode: kind.booking === 'cash' ? counterAccountOf(input, kind, ground) : input.paymentAccountCode,
      totalAmountBase: totalBaseOf(totals.totalAmount, exchangeRate, entry, lines.length),
    },
  };
}

/** The rate that was said; one that was to another accounting currency, which the books had before, says nothing now. */
const rateTo = (currencyCode: string, { exchangeRate, rateTo: other }: DocumentInput): string | null =>
  other === null || other === currencyCode ? exchangeRate : null;

/** 400; the sentence is the first of the faults. */
export function faultsOf(faults: readonly FieldFault[]) {
  const [first] = faults;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return invalid(`${first?.field} ${first?.message}${rest}`, faults);
}

function totalBaseOf(total: string, rate: string | null, entry: Entry | null, lines: number): string | null {
  if (rate === null) return null;
  if (entry !== null && lines > 0 && entry.lines.length > 0) return entry.totalBase;
  return formatMoney(decimal(total).times(decimal(rate)));
}

/** The terms of the partner, or fourteen days where somebody is to pay at all. */
function dueDateOf(
  { documentDate }: DocumentInput,
  { side }: DocumentKind,
  { partner }: Pick<Ground, 'partner'>,
): string | null {
  if (documentDate === null || (side === 'other' && partner === undefined)) return null;
  return Temporal.PlainDate.from(documentDate)
    .add({ days: partner?.paymentTermsDays ?? DAYS_TO_PAY })
    .toString();
}

function headFaults(input: DocumentInput, ground: Ground): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  const { businessPartnerId, uploadedFileId, paymentBankAccountId, paymentAccountCode, periodStart, periodEnd } = input;
  if (businessPartnerId !== null && !ground.partner)
    faults.push({ field: 'business_partner_id', message: missing(businessPartnerId) });
  if (ground.partner?.isActive === false)
    faults.push({ field: 'business_partner_id', message: inactive(businessPartnerId!) });
  if (uploadedFileId !== null && !ground.hasVoucher)
    faults.push({
      field: 'uploaded_file_id',
      message: `is ${uploadedFileId}, which is no voucher of this client account`,
    });
  if (paymentBankAccountId !== null) faults.push(...bankAccountFaults(paymentBankAccountId, ground));
  if (paymentAccountCode !== null) faults.push(...accountFaults('payment_account_code', paymentAccountCode, ground));
  if (periodStart !== null && periodEnd !== null && periodEnd < periodStart)
    faults.push({ field: 'period_end', message: 'is before period_start' });
  if (input.totalAmount !== null && input.lines.length === 0 && isTooLarge(decimal(input.totalAmount)))
    faults.push({ field: 'total_amount', message: 'is larger than an amount can be' });
  return faults;
}

const missing = (id: number): string => `is ${id}, which does not exist on this client account`;
const inactive = (id: number): string => `is ${id}, which is inactive and takes no new lines`;

function recordFaults(field: string, type: string, id: number, ground: Ground): readonly FieldFault[] {
  const active = ground.isActive(type, id);
  if (active === true) return [];
  return [{ field, message: active === undefined ? missing(id) : inactive(id) }];
}

/** The accounts of partners are known under the same name as those of the company. */
function bankAccountFaults(id: number, ground: Ground): readonly FieldFault[] {
  const field = 'payment_bank_account_id';
  const faults = recordFaults(field, 'bankacc', id, ground);
  if (faults.length > 0 || ground.bankAccount) return faults;
  return [{ field, message: `is ${id}, which is no active bank account of the company` }];
}

function accountFaults(field: string, code: string, ground: Ground): readonly FieldFault[] {
  const account = ground.accountsByCode.get(code);
  if (!account) return [{ field, message: `is "${code}", which does not exist in the chart of accounts` }];
  if (!account.isActive) return [{ field, message: `is account "${code}", which is inactive and takes no new lines` }];
  return [];
}

interface LineContext {
  readonly input: DocumentInput;
  readonly kind: DocumentKind;
  readonly currencyCode: string;
  readonly ground: Ground;
  readonly faults: FieldFault[];
}

interface CompletedLine {
  readonly line: NewLine;
  readonly treatment: Treatment;
}

function completeLine(sent: LineInput, path: string, context: LineContext): CompletedLine {
  const { kind, ground, faults } = context;
  const add = (field: string, message: string) => faults.push({ field: `${path}.${field}`, message });
  const line = withItem(sent, path, context);
  if (
    line.unitId !== null &&
    !ground.units.has(line.unitId) &&
    line.unitId !== ground.items.get(line.itemId ?? 0)?.unitId
  )
    add('unit_id', `is ${line.unitId}, which is no unit`);
  for (const { field, type, ids } of [
    { field: 'project_id', type: 'project', ids: [line.projectId] },
    { field: 'department_id', type: 'department', ids: [line.departmentId] },
    { field: 'asset_id', type: 'asset', ids: [line.assetId] },
    { field: 'tag_ids', type: 'tag', ids: line.tagIds },
  ])
    for (const id of ids) if (id !== null) faults.push(...recordFaults(`${path}.${field}`, type, id, ground));
  if (line.itemCollectionEntryId !== null && !ground.collectionEntries.has(line.itemCollectionEntryId))
    add('item_collection_entry_id', missing(line.itemCollectionEntryId));
  if (line.periodStart !== null && line.periodEnd !== null && line.periodEnd < line.periodStart)
    add('period_end', 'is before period_start');
  const code = codeOfLine(line, ground, add);
  const treatment = code === undefined ? NO_TAX : (treatmentOf(code, kind.side) ?? wrongSide(code, add));
  const account = accountOfLine(line, code, treatment, context, add);
  const discountPercent = line.discountPercent ?? '0.00';
  const quantity = line.quantity ?? '1.000000';
  const net = line.credited
    ? decimal(line.credited.netAmount)
    : netOf({ quantity, price: line.price, discountPercent, netAmount: line.netAmount });
  if (net === undefined) add('price', 'is required unless net_amount is sent');
  if (net !== undefined && isTooLarge(net)) add('net_amount', 'is larger than an amount can be');
  const netAmount = net === undefined || isTooLarge(net) ? ZERO : net;
  const tax = line.credited
    ? decimal(line.credited.taxAmount)
    : treatment.kind === 'charged'
      ? taxOn(netAmount, treatment.rate)
      : ZERO;
  return {
    treatment,
    line: {
      itemId: line.itemId,
      description: line.description ?? '',
      quantity,
      unitId: line.unitId,
      price: line.price,
      discountPercent,
      netAmount: formatMoney(netAmount),
      taxCode: code?.code ?? null,
      taxCodeId: code?.id ?? null,
      taxRate: code?.rate ?? null,
      taxAmount: formatMoney(tax),
      grossAmount: formatMoney(netAmount.plus(tax)),
      accountCode: account?.code ?? '',
      accountId: account?.id ?? 0,
      projectId: line.projectId,
      departmentId: line.departmentId,
      assetId: line.assetId,
      tagIds: [...new Set(line.tagIds)],
      itemCollectionEntryId: line.itemCollectionEntryId,
      periodStart: line.periodStart,
      periodEnd: line.periodEnd,
      creditedLineId: line.credited?.lineId ?? null,
    },
  };
}

const NO_TAX: Treatment = { kind: 'none' };

type Add = (field: string, message: string) => void;

/** What the item of a line gives where nothing was said. */
function withItem(line: LineInput, path: string, { ground, currencyCode, faults }: LineContext): LineInput {
  if (line.itemId === null) return line;
  const item = ground.items.get(line.itemId);
  if (!item?.isActive) {
    faults.push({ field: `${path}.item_id`, message: item ? inactive(line.itemId) : missing(line.itemId) });
    return line;
  }
  return {
    ...line,
    description: line.description ?? item.name,
    unitId: line.unitId ?? item.unitId,
    price: line.price ?? (line.netAmount === null ? (item.prices.get(currencyCode) ?? null) : null),
    taxCode: line.taxCode ?? (line.taxCodeId === null && ground.isVatLiable ? item.taxCode : null),
  };
}

function codeOfLine({ taxCode, taxCodeId }: LineInput, ground: Ground, add: Add): TaxCode | undefined {
  if (taxCode === null && taxCodeId === null) return undefined;
  const field = taxCode === null ? 'tax_code_id' : 'tax_code';
  const code = ground.taxCodes.find(taxCode === null ? ({ id }) => id === taxCodeId : (each) => each.code === taxCode);
  if (!code) add(field, `is "${taxCode ?? taxCodeId}", which is no tax code in force on the date of the document`);
  else if (taxCodeId !== null && code.id !== taxCodeId)
    add('tax_code_id', `is ${taxCodeId}, which is another code or period than tax_code "${taxCode}"`);
  if (!ground.isVatLiable)
    add(field, 'is sent, but the client account is not liable for VAT on the date of the document; leave it out');
  return code;
}

function wrongSide({ code }: TaxCode, add: Add): Treatment {
  add('tax_code', `is "${code}", which is not for documents of this type`);
  return NO_TAX;
}

/** The account that is named, or the one that a line of its kind gets (docs/contract/documents.md). */
function accountOfLine(
  line: LineInput,
  code: TaxCode | undefined,
  treatment: Treatment,
  { kind, ground, input }: LineContext,
  add: Add,
): KnownAccount | undefined {
  const named = line.accountCode === null && line.accountId === null;
  const wanted = named ? defaultAccount(kind, code, treatment, ground) : line.accountCode;
  if (wanted === null && line.accountId === null) {
    add('account_code', `is required on a document of the type ${input.documentType}`);
    return undefined;
  }
  const account = wanted === null ? ground.accountsById.get(line.accountId!) : ground.accountsByCode.get(wanted);
  if (!account) {
    if (wanted === null)
      add('account_id', `is ${line.accountId}, which is no general ledger account of this client account`);
    else add('account_code', `is "${wanted}", which does not exist in the chart of accounts`);
    return undefined;
  }
  if (line.accountId !== null && account.id !== line.accountId)
    add('account_id', `is ${line.accountId}, which is another account than account_code "${wanted}"`);
  if (!account.isActive) add('account_code', `is account "${account.code}", which is inactive and takes no new lines`);
  if (account.code === '2099') add('account_code', 'names account 2099, which is computed and takes no postings');
  if (code && account.taxCodes.length > 0 && !account.taxCodes.includes(code.code))
    add(
      'tax_code',
      `is "${code.code}", which is not among the tax codes that account "${account.code}" takes; choose one of them or leave it out`,
    );
  return account;
}

function defaultAccount(
  { side }: DocumentKind,
  code: TaxCode | undefined,
  treatment: Treatment,
  { partner }: Ground,
): string | null {
  if (side === 'other') return null;
  if (side === 'purchase') return partner?.defaultAccountCode ?? DEFAULT_ACCOUNTS.purchase;
  if (treatment.kind === 'charged') return DEFAULT_ACCOUNTS.taxedSale;
  return code && ZERO_RATED.has(code.code) ? DEFAULT_ACCOUNTS.zeroRatedSale : DEFAULT_ACCOUNTS.untaxedSale;
}

/** Null for what books nothing. */
function bookedOf(
  input: DocumentInput & { readonly currencyCode: string },
  kind: DocumentKind,
  lines: readonly CompletedLine[],
  ground: Ground,
): BookedDocument | null {
  if (kind.booking === 'none') return null;
  return {
    kind,
    date: input.documentDate ?? '',
    description: input.description ?? '',
    currencyCode: input.currencyCode,
    foreignRate: input.exchangeRate,
    businessPartnerId: input.businessPartnerId,
    counterAccount: counterAccountOf(input, kind, ground),
    bankAccountId: input.paymentBankAccountId,
    lines: lines.map(bookedLine),
  };
}

/** Of a cash document the one that is named, else that of the bank account that is. */
const counterAccountOf = (
  { paymentAccountCode }: Pick<DocumentInput, 'paymentAccountCode'>,
  { booking, counterAccount }: DocumentKind,
  { bankAccount }: Pick<Ground, 'bankAccount'>,
): string | null =>
  booking === 'cash' ? (paymentAccountCode ?? bankAccount?.accountCode ?? counterAccount) : counterAccount;

const bookedLine = ({ line, treatment }: CompletedLine): BookedLine => ({
  ...line,
  treatment,
  dimensions: dimensionsOf(line),
});

const dimensionsOf = ({ projectId, departmentId, assetId, itemId, tagIds }: NewLine): readonly Dimension[] =>
  [
    { relationType: 'project', relationId: projectId },
    { relationType: 'department', relationId: departmentId },
    { relationType: 'asset', relationId: assetId },
    { relationType: 'item', relationId: itemId },
    ...tagIds.map((relationId) => ({ relationType: 'tag', relationId })),
  ].flatMap(({ relationType, relationId }) => (relationId === null ? [] : [{ relationType, relationId }]));
