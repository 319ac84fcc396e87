import { anyOf, type Database, type Executor } from '@app/db';
import type { ClientOf, Ledger, Partners } from '@app/rpc';
import type { Clock, Language } from '@app/runtime';
import { and, eq } from 'drizzle-orm';
import { itemCollectionEntries } from '../schema/item-collections.ts';
import { itemPrices, items } from '../schema/items.ts';
import { units } from '../schema/units.ts';
import { isActiveVoucher } from '../vouchers/for-documents.ts';
import type { DocumentInput } from './document.ts';
import type { HouseAccount, HouseAccountSource } from './payee.ts';
import type { TaxCode } from './tax.ts';

export type DocumentBooks = Pick<
  ClientOf<typeof Ledger>,
  | 'DescribeBooks'
  | 'ListTaxCodes'
  | 'PostEntry'
  | 'CancelEntry'
  | 'GetLineStandings'
  | 'ClaimLines'
  | 'ReleaseLines'
  | 'GetVoucherEntries'
>;
export type PartnerSource = Pick<ClientOf<typeof Partners>, 'GetPartners'>;
export type Partner = Awaited<ReturnType<PartnerSource['GetPartners']>>['partners'][number];

export interface GroundSources {
  readonly db: Database;
  readonly clock: Clock;
  readonly books: DocumentBooks;
  readonly partners: PartnerSource;
  readonly bank: HouseAccountSource;
}

export interface KnownAccount {
  readonly id: number;
  readonly code: string;
  readonly isActive: boolean;
  /** None: it takes every code. */
  readonly taxCodes: readonly string[];
}

/** An item, as far as it fills the line of a document. */
export interface KnownItem {
  readonly name: string | null;
  readonly isActive: boolean;
  readonly unitId: number;
  readonly taxCode: string | null;
  /** By currency. */
  readonly prices: ReadonlyMap<string, string>;
}

/** What a document is made ready by: the books on its day, and what stands behind the ids that it names. */
export interface Ground {
  /** The accounting currency. */
  readonly currencyCode: string;
  readonly accountingLanguage: Language;
  readonly isVatLiable: boolean;
  readonly lockedUntil: string | null;
  readonly taxCodes: readonly TaxCode[];
  readonly accountsByCode: ReadonlyMap<string, KnownAccount>;
  readonly accountsById: ReadonlyMap<number, KnownAccount>;
  /** Whether a record is active; undefined for one that the client account does not have. */
  isActive(relationType: string, relationId: number): boolean | undefined;
  nameOf(relationType: string, relationId: number): string | undefined;
  readonly partner: Partner | undefined;
  readonly items: ReadonlyMap<number, KnownItem>;
  readonly units: ReadonlySet<number>;
  readonly collectionEntries: ReadonlySet<number>;
  /** Whether the voucher is one that a document can have. */
  readonly hasVoucher: boolean;
  /** The bank account of the company that the document names; undefined where that is inactive, none, or a partner's. */
  readonly bankAccount: HouseAccount | undefined;
}

/** Accounts that lines get when none is named. */
export const DEFAULT_ACCOUNTS = {
  taxedSale: '3000',
  zeroRatedSale: '3100',
  untaxedSale: '3200',
  purchase: '4300',
} as const;

/** Records that one question to the ledger may name. */
const MOST_REFERENCES = 1_000;

interface Reference {
  readonly relationType: string;
  readonly relationId: number;
}

/**
 * Asks about everything that a document names.
 * @param more accounts and records that are named beside it
 * @throws Failure 503
 */
export async function readGround(
  sources: GroundSources,
  input: DocumentInput,
  more: { readonly accountCodes?: readonly string[]; readonly references?: readonly Reference[] } = {},
): Promise<Ground> {
  const references = distinct([...referencesOf(input), ...(more.references ?? [])]);
  const describe = (partner: Partner | undefined) => {
    const question = {
      clientAccountId: input.clientAccountId,
      date: input.documentDate ?? sources.clock.today(),
      accountCodes: [...accountCodesOf(input, partner, more.accountCodes)],
      accountIds: [...new Set(input.lines.flatMap(({ accountId }) => accountId ?? []))],
    };
    return Promise.all(
      pieces(references).map((piece) => sources.books.DescribeBooks({ ...question, references: piece })),
    );
  };
  const asking = findPartner(sources, input);
  // The account of the partner is that of lines which name none: else the books need not wait for it.
  const isForPartner = input.lines.some(({ accountCode, accountId }) => accountCode === null && accountId === null);
  const [partner, [first, ...rest], bankAccount, catalogue, hasVoucher] = await Promise.all([
    asking,
    isForPartner ? asking.then(describe) : describe(undefined),
    findBankAccount(sources, input),
    readCatalogue(sources, input),
    isVoucher(sources, input),
  ]);
  const described = first!;
  const records = new Map(
    [first!, ...rest].flatMap((answer) => answer.records).map((record) => [keyOf(record), record]),
  );
  return {
    ...catalogue,
    hasVoucher,
    partner,
    bankAccount,
    currencyCode: described.currencyCode,
    accountingLanguage: described.accountingLanguage === 'eng' ? 'eng' : 'nob',
    isVatLiable: described.isVatLiable,
    lockedUntil: described.lockedUntil ?? null,
    taxCodes: taxCodesOf(described),
    accountsByCode: new Map(described.accounts.map((account) => [account.code, account])),
    accountsById: new Map(described.accounts.map((account) => [account.id, account])),
    isActive: (relationType, relationId) => records.get(keyOf({ relationType, relationId }))?.isActive,
    nameOf: (relationType, relationId) => records.get(keyOf({ relationType, relationId }))?.name,
  };
}

const accountCodesOf = (
  { lines, paymentAccountCode }: DocumentInput,
  partner: Partner | undefined,
  more: readonly string[] = [],
): ReadonlySet<string> =>
  new Set([
    ...Object.values(DEFAULT_ACCOUNTS),
    ...lines.flatMap(({ accountCode }) => accountCode ?? []),
    ...(partner?.defaultAccountCode ? [partner.defaultAccountCode] : []),
    ...(paymentAccountCode ? [paymentAccountCode] : []),
    ...more,
  ]);

type Described = Awaited<ReturnType<DocumentBooks['DescribeBooks']>>;

/** Answers that came by one call share the tax codes of their day, which are read once for all of them. */
const taxCodesRead = new WeakMap<Described['taxCodes'], readonly TaxCode[]>();

function taxCodesOf({ taxCodes }: Pick<Described, 'taxCodes'>): readonly TaxCode[] {
  const known = taxCodesRead.get(taxCodes);
  if (known) return known;
  const read = taxCodes.map(
    (code): TaxCode => ({
      ...code,
      category: code.category === 'input' || code.category === 'output' ? code.category : null,
      taxAccountCode: code.taxAccountCode ?? null,
      acquisitionAccountCode: code.acquisitionAccountCode ?? null,
    }),
  );
  taxCodesRead.set(taxCodes, read);
  return read;
}

const keyOf = ({ relationType, relationId }: Reference): string => `${relationType} ${relationId}`;

const distinct = (references: readonly Reference[]): readonly Reference[] => [
  ...new Map(references.map((reference) => [keyOf(reference), reference])).values(),
];

/** At least one piece, so that the books are asked in any case. */
function pieces(references: readonly Reference[]): Reference[][] {
  const found: Reference[][] = [references.slice(0, MOST_REFERENCES)];
  for (let start = MOST_REFERENCES; start < references.length; start += MOST_REFERENCES)
    found.push(references.slice(start, start + MOST_REFERENCES));
  return found;
}

function referencesOf({ lines, paymentBankAccountId }: DocumentInput): readonly Reference[] {
  const named = lines.flatMap(({ projectId, departmentId, assetId, tagIds }) => [
    { relationType: 'project', relationId: projectId },
    { relationType: 'department', relationId: departmentId },
    { relationType: 'asset', relationId: assetId },
    ...tagIds.map((relationId) => ({ relationType: 'tag', relationId })),
  ]);
  return [...named, { relationType: 'bankacc', relationId: paymentBankAccountId }].flatMap(
    ({ relationType, relationId }) => (relationId === null ? [] : [{ relationType, relationId }]),
  );
}

async function findPartner(
  { partners }: GroundSources,
  { clientAccountId, businessPartnerId }: DocumentInput,
): Promise<Partner | undefined> {
  if (businessPartnerId === null) return undefined;
  return (await partners.GetPartners({ clientAccountId, ids: [businessPartnerId] })).partners[0];
}

async function findBankAccount(
  { bank }: GroundSources,
  { clientAccountId, paymentBankAccountId }: DocumentInput,
): Promise<HouseAccount | undefined> {
  if (paymentBankAccountId === null) return undefined;
  const { houseAccounts } = await bank.ListHouseAccounts({ clientAccountId });
  return houseAccounts.find(({ id }) => id === paymentBankAccountId);
}

async function isVoucher({ db }: GroundSources, { clientAccountId, uploadedFileId }: DocumentInput): Promise<boolean> {
  if (uploadedFileId === null) return false;
  return isActiveVoucher(db.executor, clientAccountId, uploadedFileId);
}

async function readCatalogue({ db, books }: GroundSources, { clientAccountId, lines }: DocumentInput) {
  const itemIds = [...new Set(lines.flatMap(({ itemId }) => itemId ?? []))];
  const unitIds = [...new Set(lines.flatMap(({ unitId }) => unitId ?? []))];
  const entryIds = [...new Set(lines.flatMap(({ itemCollectionEntryId }) => itemCollectionEntryId ?? []))];
  const found = itemIds.length === 0 ? [] : await findItems({ db, books }, clientAccountId, itemIds);
  const known =
    unitIds.length === 0 ? [] : await db.executor.select({ id: units.id }).from(units).where(anyOf(units.id, unitIds));
  return {
    items: new Map(found),
    units: new Set(known.map(({ id }) => id)),
    collectionEntries: entryIds.length === 0 ? NONE : await entriesStanding(db.executor, clientAccountId, entryIds),
  };
}

const NONE: ReadonlySet<number> = new Set();

/** Which of some entries of item collections the account has. */
export async function entriesStanding(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const e = itemCollectionEntries;
  const found = await ex
    .select({ id: e.id })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), anyOf(e.id, ids)));
  return new Set(found.map(({ id }) => id));
}

async function findItems(
  { db, books }: Pick<GroundSources, 'db' | 'books'>,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly [number, KnownItem][]> {
  const rows = await db.executor
    .select({
      id: items.id,
      name: items.name,
      isActive: items.isActive,
      unitId: items.salesUnitId,
      taxCodeId: items.taxCodeId,
    })
    .from(items)
    .where(and(eq(items.clientAccountId, clientAccountId), anyOf(items.id, ids)));
  const prices = await db.executor
    .select({ itemId: itemPrices.itemId, currencyCode: itemPrices.currencyCode, price: itemPrices.price })
    .from(itemPrices)
    .where(and(eq(itemPrices.clientAccountId, clientAccountId), anyOf(itemPrices.itemId, ids)));
  // An item names a rate period, which may be another one on the day of the document.
  const { taxCodes } = rows.length === 0 ? { taxCodes: [] } : await books.ListTaxCodes({});
  const codes = new Map(taxCodes.map(({ id, code }) => [id, code]));
  const byItem = Map.groupBy(prices, ({ itemId }) => itemId);
  return rows.map(({ id, taxCodeId, ...item }) => [
    id,
    {
      ...item,
      taxCode: codes.get(taxCodeId) ?? null,
      prices: new Map((byItem.get(id) ?? []).map(({ currencyCode, price }) => [currencyCode, price])),
    },
  ]);
}
