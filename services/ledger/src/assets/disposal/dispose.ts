import type { DisposalKind } from '@app/api/ledger/asset-disposal';
import { Failure, invalid, invalidField } from '@app/contract/failure';
import type { Tx } from '@app/db';
import { decimal, formatMoney, ZERO } from '@app/money';
import { accountByCode, isVatLiable } from '../../ground/ground.ts';
import { currentGround } from '../../journal-entries/books.ts';
import { createJournalEntries } from '../../journal-entries/create.ts';
import type { Asset } from '../asset.ts';
import { changeIn, holdBooks } from '../change.ts';
import { type AssetClass, findClass } from '../classes.ts';
import type { DepreciationContext } from '../depreciation/depreciate.ts';
import * as assets from '../store.ts';
import { bookValueOf, gainOf, isOnInvoice, linesOf, vatOn } from './entry.ts';
import * as store from './store.ts';

/** A disposal as somebody wants it. Amounts are decimals as text. */
export interface DisposalRequest {
  readonly date: string;
  readonly kind: DisposalKind;
  readonly proceeds: string;
  readonly proceedsAccount: string | null;
  readonly outputVat: string;
  readonly deferGain: boolean;
  readonly reinvestmentDeadline: string | null;
  readonly vatObligationTransferred: boolean;
  readonly currencyCode: string | null;
}

const titles = { nob: 'Avhending', eng: 'Disposal' } as const;

/** The rules of a disposal that need the asset and the chart. @throws Failure 400 */
export async function assertMayDispose(
  { db, books }: DepreciationContext,
  asset: Asset,
  request: DisposalRequest,
): Promise<AssetClass> {
  const { kind, proceedsAccount, currencyCode } = request;
  const ground = await currentGround(books, asset.clientAccountId);
  if (asset.acquisitionDate !== null && request.date < asset.acquisitionDate)
    throw invalidField('disposal_date', `is ${request.date}, before the asset was acquired (${asset.acquisitionDate})`);
  if (request.deferGain && kind !== 'INVOLUNTARY')
    throw refusedField(
      'asset.defer_gain_not_allowed',
      'defer_gain',
      'Only the gain of an INVOLUNTARY disposal can be deferred',
    );
  if (!isOnInvoice(kind) && proceedsAccount === null && brings(request))
    throw refusedField(
      'asset.proceeds_account_required',
      'proceeds_account',
      `Proceeds of a disposal of the kind ${kind} need a "proceeds_account"`,
    );
  if (proceedsAccount !== null && (await store.isBankAccount(db.executor, asset.clientAccountId, proceedsAccount)))
    throw refusedField(
      'asset.proceeds_account_is_bank',
      'proceeds_account',
      `Account ${proceedsAccount} is a bank account; proceeds never go there`,
    );
  if (proceedsAccount !== null && !accountByCode(ground, proceedsAccount))
    throw invalidField('proceeds_account', `is "${proceedsAccount}", which does not exist in the chart of accounts`);
  if (currencyCode !== null && currencyCode !== ground.currency)
    throw invalidField(
      'currency_code',
      `is ${currencyCode}; a disposal is in the accounting currency ${ground.currency}`,
    );
  const ofClass = findClass(asset.assetClass);
  if (asset.isDisposed) throw disposedBefore(asset.id);
  if (!ofClass) throw refused('asset.missing_asset_class', `Asset ${asset.id} has no class; give it one first`);
  return ofClass;
}

const refused = (code: string, message: string): Failure => new Failure(code, 400, message);
const refusedField = (code: string, field: string, message: string): Failure =>
  invalid(message, [{ field, message }], code);
const disposedBefore = (id: number) => refused('asset.already_disposed', `Asset ${id} was disposed of before`);
const brings = ({ proceeds, outputVat }: DisposalRequest): boolean =>
  !decimal(proceeds).isZero() || !decimal(outputVat).isZero();

/**
 * Disposes of an asset in a transaction that holds the books: its entry, what the tax ledger says, and the asset, which
 * is inactive from then on. Of several at once one disposes.
 * @throws Failure 400, 409 `accounting.period_locked`
 */
export async function disposeIn(
  context: DepreciationContext,
  tx: Tx,
  actorId: number,
  { id, clientAccountId }: Asset,
  request: DisposalRequest,
): Promise<void> {
  const { books, clock } = context;
  await holdBooks(tx, clientAccountId);
  const asset = (await assets.findAsset(tx, id))!;
  const ofClass = await assertMayDispose(context, asset, request);
  const { kind, date } = request;
  const proceeds = decimal(request.proceeds);
  const balances = await store.balancesToWriteOff(tx, clientAccountId, id, ofClass);
  const outputVat = await vatOf(tx, asset, request);
  if (!outputVat.isZero()) await assertLiable(context, clientAccountId, date);
  const lines = linesOf({
    ...{ assetId: id, kind, date, balances, proceeds, outputVat },
    proceedsAccount: request.proceedsAccount,
  });
  const { accountingLanguage } = await books.facts.get(clientAccountId);
  const title = `${titles[accountingLanguage === 'eng' ? 'eng' : 'nob']}: ${asset.name}`.slice(0, 1000);
  const [entry] =
    lines.length === 0
      ? []
      : await createJournalEntries(books, { clientAccountId, actorId }, [
          {
            header: {
              ...{ isDraft: false, description: title, voucherId: null, relationType: 'ASSET', relationId: id },
              ...{ relationNumber: null, externalId: null, metadata: null },
            },
            lines,
          },
        ]);
  const now = clock.now().toString();
  await store.insertDisposal(tx, {
    ...{ clientAccountId, assetId: id, kind, disposalDate: date },
    proceeds: formatMoney(proceeds),
    outputVat: formatMoney(outputVat),
    bookValue: formatMoney(bookValueOf(balances)),
    journalEntryId: entry?.id ?? null,
    voucherId: null,
    createdAt: now,
    createdById: actorId,
  });
  const gain = gainOf({ balances, proceeds });
  const isDeferred = request.deferGain && gain.greaterThan(ZERO);
  const common = {
    ...{ clientAccountId, assetId: id, createdAt: now, postingDate: date, saldogruppe: ofClass.group },
    ...{ reportingYear: Number(date.slice(0, 4)), description: title, sourceType: 'ASSET_DISPOSAL', sourceId: id },
  };
  await store.insertTaxEntries(tx, [
    {
      ...common,
      entryType: 'DISPOSAL',
      amount: isDeferred ? '0.00' : formatMoney(proceeds.negated()),
      details: { kind, proceeds: formatMoney(proceeds), journal_entry_id: entry?.id ?? null },
    },
    ...(isDeferred
      ? [
          {
            ...common,
            entryType: 'DEFERRED_GAIN' as const,
            amount: formatMoney(gain),
            details: { reinvestment_deadline: request.reinvestmentDeadline ?? endOfNextYear(date) },
          },
        ]
      : []),
  ]);
  await changeIn(context, tx, actorId, asset, { isActive: false, retirementDate: date });
}

/** Of a gift or withdrawal it is worked out, where input VAT was deducted and the receiver does not take it over. */
async function vatOf(tx: Tx, { id, clientAccountId }: Asset, request: DisposalRequest) {
  if (isOnInvoice(request.kind)) return ZERO;
  if (request.kind !== 'GIFT_WITHDRAWAL') return decimal(request.outputVat);
  if (request.vatObligationTransferred || !(await store.hadInputVat(tx, clientAccountId, id))) return ZERO;
  return vatOn(decimal(request.proceeds));
}

async function assertLiable({ books }: DepreciationContext, clientAccountId: number, date: string): Promise<void> {
  if (isVatLiable(await currentGround(books, clientAccountId), date)) return;
  throw invalidField('output_vat', `cannot be booked: the client account is not liable for VAT on ${date}`);
}

const endOfNextYear = (date: string): string => `${Number(date.slice(0, 4)) + 1}-12-31`;
