import { salesTaxCategory } from '@app/ehf';
import type { InvoicePaper, PaperKind, PaperTax } from '@app/invoice-paper';
import { decimal, formatMoney, sum } from '@app/money';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Document, DocumentLine } from './document.ts';
import type { Partner } from './ground.ts';
import { type HouseAccount, payeeOf, printedPayee } from './payee.ts';

type OrganisationClient = ClientOf<typeof Organisation>;
type Account = NonNullable<Awaited<ReturnType<OrganisationClient['GetAccount']>>['account']>;
type Company = Awaited<ReturnType<OrganisationClient['GetCompany']>>;

/** What an invoice is printed of. */
export interface InvoiceOf {
  readonly document: Document;
  readonly lines: readonly DocumentLine[];
  readonly partner: Partner | undefined;
  readonly account: Account;
  readonly company: Company;
  /** Units by their ids, as people write them. */
  readonly units: ReadonlyMap<number, string>;
  /** Number of the document that a credit note takes back. */
  readonly credited: string | null;
  /** Active accounts of the company that it can be paid to, in order of id. */
  readonly houseAccounts: readonly HouseAccount[];
  readonly madeAt: string;
}

const KINDS: ReadonlySet<string> = new Set(['ARINV', 'ARCRN', 'ARCIN', 'ARPIN', 'ARDEB'] satisfies PaperKind[]);

/** Whether a document is one that is printed for a customer. */
export const isPrinted = ({ documentType }: Document): boolean => KINDS.has(documentType);

/** Forms of companies that say that they are in the register of business enterprises (foretaksregisterloven § 10-2). */
const REGISTERED_FORMS: ReadonlySet<string> = new Set(['AS', 'ASA', 'NUF']);

/** A document to a customer as it is printed: every amount as it is stored. */
export function invoiceOf(made: InvoiceOf): InvoicePaper {
  const { document, lines, partner, account, company } = made;
  const isVatRegistered = account.vatLiable;
  const isForeign = document.currencyCode !== account.accountingCurrency;
  const rate = isForeign && account.accountingCurrency === 'NOK' ? document.exchangeRate : null;
  const taxes = taxesOf(lines, isVatRegistered, rate);
  const inKroner = taxes.flatMap(({ amountInKroner }) => (amountInKroner === null ? [] : [decimal(amountInKroner)]));
  return {
    kind: document.documentType as PaperKind,
    language: account.accountingLanguage === 'eng' ? 'eng' : 'nob',
    number: document.documentNumber,
    issueDate: document.documentDate ?? made.madeAt.slice(0, 10),
    dueDate: document.documentType === 'ARINV' || document.documentType === 'ARDEB' ? document.dueDate : null,
    deliveryDate: document.deliveryDate,
    periodStart: document.periodStart,
    periodEnd: document.periodEnd,
    deliveryPlace: null,
    currency: document.currencyCode,
    exchangeRate: rate,
    seller: sellerOf(made, isVatRegistered),
    logo: company.logo?.length ? company.logo : null,
    buyer: {
      name: partner?.name ?? '',
      organizationNumber: partner?.organizationNumber ?? null,
      customerNumber: partner ? String(partner.sequenceNumber) : null,
      streetAddress: partner?.streetAddress ?? null,
      postalCode: partner?.postalCode ?? null,
      city: partner?.city ?? null,
      countryCode: partner?.countryCode ?? 'NO',
    },
    buyerReference: document.buyerReference,
    sellerReference: null,
    orderReference: document.orderReference,
    project: null,
    credited: made.credited === null ? [] : [made.credited],
    lines: lines.map((line) => ({
      itemCode: null,
      description: line.description,
      quantity: line.quantity,
      unit: made.units.get(line.unitId ?? 0) ?? null,
      unitPrice: line.price ?? line.netAmount,
      discountPercent: line.discountPercent,
      taxCategory: salesTaxCategory(line.taxCode, isVatRegistered).category,
      taxRate: chargedRate(line),
      netAmount: line.netAmount,
      periodStart: line.periodStart,
      periodEnd: line.periodEnd,
    })),
    taxes,
    netAmount: document.netAmount,
    taxAmount: document.taxAmount,
    taxAmountInKroner: rate === null ? null : formatMoney(sum(inKroner)),
    rounding: '0.00',
    totalAmount: document.totalAmount,
    prepaidAmount: '0.00',
    payableAmount: document.totalAmount,
    payment: { ...printedPayee(payeeFor(made), isAbroad(made)), paymentReference: document.paymentRef },
    paymentTerms: null,
    note: document.description,
    madeAt: made.madeAt,
  };
}

/** Whether the customer's bank knows no Norwegian account numbers. */
const isAbroad = ({ partner }: Pick<InvoiceOf, 'partner'>): boolean => (partner?.countryCode || 'NO') !== 'NO';

/** The account of the company that the document is paid to. */
export const payeeFor = (made: InvoiceOf): HouseAccount | undefined =>
  payeeOf(made.houseAccounts, made.document, {
    accountingCurrency: made.account.accountingCurrency,
    isAbroad: isAbroad(made) || made.document.currencyCode !== made.account.accountingCurrency,
  });

const sellerOf = ({ account, company }: InvoiceOf, isVatRegistered: boolean): InvoicePaper['seller'] => ({
  name: company.name || account.displayName,
  organizationNumber: account.organizationNumber || null,
  isVatRegistered,
  isInBusinessRegister: REGISTERED_FORMS.has(account.organizationForm ?? ''),
  email: company.email ?? null,
  phone: company.phone ?? null,
  website: null,
  streetAddress: company.streetAddress ?? null,
  postalCode: company.postalCode ?? null,
  city: company.city ?? null,
  countryCode: company.countryCode || 'NO',
});

/** The rate of the line; none without a code. */
const chargedRate = ({ taxRate }: DocumentLine): string => taxRate ?? '0.00';

/** VAT by category and rate, in the order of the lines; in kroner what each line's VAT is there. */
function taxesOf(lines: readonly DocumentLine[], isVatRegistered: boolean, rate: string | null): readonly PaperTax[] {
  const kroner = (amounts: readonly string[]): string | null =>
    rate === null
      ? null
      : formatMoney(sum(amounts.map((amount) => decimal(formatMoney(decimal(amount).times(decimal(rate)))))));
  const groups = Map.groupBy(lines, (line) => {
    const { category } = salesTaxCategory(line.taxCode, isVatRegistered);
    return `${category} ${chargedRate(line)}`;
  });
  return [...groups.values()].map((group) => {
    const nets = group.map(({ netAmount }) => netAmount);
    const amounts = group.map(({ taxAmount }) => taxAmount);
    return {
      category: salesTaxCategory(group[0]!.taxCode, isVatRegistered).category,
      rate: chargedRate(group[0]!),
      base: formatMoney(sum(nets.map(decimal))),
      amount: formatMoney(sum(amounts.map(decimal))),
      baseInKroner: kroner(nets),
      amountInKroner: kroner(amounts),
    };
  });
}
