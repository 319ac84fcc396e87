import { anyOf, type Executor } from '@app/db';
import { decimal } from '@app/money';
import { and, asc, between, eq, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { bankAccounts } from '../../schema/bank-accounts.ts';
import { bankTransactionDetails, bankTransactions } from '../../schema/bank-transactions.ts';
import type { Movement, OpenDocument, Part } from './facts.ts';

/** Movements that are looked at for the documents of one voucher; of more, the oldest. */
const MOST = 500;
/** Days around a document within which its payment is looked for. */
const DAYS_BEFORE = 30;
const DAYS_AFTER = 120;

const t = bankTransactions;
const d = bankTransactionDetails;
/** The other side's account, where it is one that the company has kept. */
const other = alias(bankAccounts, 'counterparty');

const daysFrom = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** Movements that nothing explains and that may pay a document: they have its amount, or name it. */
export async function movementsFor(
  ex: Executor,
  clientAccountId: number,
  document: OpenDocument,
): Promise<readonly Movement[]> {
  const signed = document.side === 'receivable' ? document.openAmount : document.openAmount.negated();
  const rows = await ex
    .select({
      id: t.id,
      amount: t.amount,
      currency: t.currencyCode,
      date: t.bookingDate,
      memo: t.memo,
      endToEndId: t.endToEndId,
      name: sql<string | null>`case when ${t.amount} > 0 then ${t.payorName} else ${t.payeeName} end`,
      account: sql<string | null>`coalesce(${other.bban}, ${other.iban})`,
    })
    .from(t)
    .leftJoin(other, and(eq(other.clientAccountId, t.clientAccountId), eq(other.id, otherSide)))
    .where(
      and(
        eq(t.clientAccountId, clientAccountId),
        sql`${t.externalReconciledAmount} <> ${t.amount}`,
        eq(t.currencyCode, document.currency),
        signed.isNegative() ? sql`${t.amount} < 0` : sql`${t.amount} > 0`,
        between(t.bookingDate, daysFrom(document.date, -DAYS_BEFORE), daysFrom(document.dueDate, DAYS_AFTER)),
        or(eq(t.amount, signed.toFixed(2)), ...naming(document)),
      ),
    )
    .orderBy(asc(t.bookingDate), asc(t.id))
    .limit(MOST);
  const parts = await partsOf(
    ex,
    clientAccountId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ memo, endToEndId, name, account, ...row }): Movement => {
    const amount = decimal(row.amount);
    const own = { amount, references: endToEndId === null ? [] : [endToEndId], text: memo ?? '' };
    const { names = [], accounts = [], parts: named = [] } = parts.get(row.id) ?? {};
    return {
      ...{ id: row.id, amount, currency: row.currency, date: row.date },
      counterpartyName: name ?? names[0] ?? null,
      counterpartyAccount: account ?? accounts[0] ?? null,
      parts: partsAddUp(named, amount) ? named : [merged(own, named)],
    };
  });
}

const otherSide = sql`case when ${t.amount} > 0 then ${t.payorBankAccountId} else ${t.payeeBankAccountId} end`;

/** The text or a reference of the movement has what names the document. */
function naming({ paymentRef, number }: OpenDocument): readonly SQL[] {
  const named = [paymentRef, number].filter((text) => text !== null && text !== '') as string[];
  return named.flatMap((text) => [
    sql`position(${text} in coalesce(${t.memo}, '')) > 0`,
    sql`${t.endToEndId} = ${text}`,
    sql`exists (
      select from ${d} where ${d.clientAccountId} = ${t.clientAccountId} and ${d.bankTransactionId} = ${t.id}
        and (${d.structuredReference} = ${text} or position(${text} in coalesce(${d.description}, '')) > 0))`,
  ]);
}

interface Detailed {
  readonly parts: Part[];
  readonly names: string[];
  readonly accounts: string[];
}

/** What the bank says of movements in detail, by movement. */
async function partsOf(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Detailed>> {
  const rows = await ex
    .select({
      transactionId: d.bankTransactionId,
      amount: d.amount,
      total: t.amount,
      reference: d.structuredReference,
      invoiceNumber: d.invoiceNumber,
      description: d.description,
      name: sql<string | null>`case when ${t.amount} > 0 then ${d.senderName} else ${d.receiverName} end`,
      account: sql<string | null>`case when ${t.amount} > 0 then ${d.senderAccount} else ${d.receiverAccount} end`,
    })
    .from(d)
    .innerJoin(t, and(eq(t.clientAccountId, d.clientAccountId), eq(t.id, d.bankTransactionId)))
    .where(and(eq(d.clientAccountId, clientAccountId), anyOf(d.bankTransactionId, ids)))
    .orderBy(asc(d.id));
  const found = new Map<number, Detailed>();
  for (const { transactionId, amount, total, reference, invoiceNumber, description, name, account } of rows) {
    const detailed = found.get(transactionId) ?? { parts: [], names: [], accounts: [] };
    found.set(transactionId, detailed);
    const size = amount === null ? decimal('0') : decimal(amount).abs();
    detailed.parts.push({
      amount: decimal(total).isNegative() ? size.negated() : size,
      references: reference === null ? [] : [reference],
      text: [description, invoiceNumber === null ? null : `faktura ${invoiceNumber}`].filter(Boolean).join(' '),
    });
    if (name !== null) detailed.names.push(name);
    if (account !== null) detailed.accounts.push(account);
  }
  return found;
}

const partsAddUp = (parts: readonly Part[], amount: Part['amount']): boolean =>
  parts.length > 0 && parts.reduce((total, part) => total.plus(part.amount), decimal('0')).equals(amount);

/** One part of everything that is said, where the details have no amounts of their own. */
const merged = (own: Part, details: readonly Part[]): Part => ({
  amount: own.amount,
  references: [own, ...details].flatMap(({ references }) => references),
  text: [own, ...details].map(({ text }) => text).join(' '),
});

/** Numbers of the active accounts of partners, by partner: national ones and IBANs. */
export async function accountsOfPartners(
  ex: Executor,
  clientAccountId: number,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const b = bankAccounts;
  const rows = await ex
    .select({ partnerId: b.businessPartnerId, bban: b.bban, iban: b.iban })
    .from(b)
    .where(and(eq(b.clientAccountId, clientAccountId), anyOf(b.businessPartnerId, partnerIds), eq(b.isActive, true)));
  const found = new Map<number, string[]>();
  for (const { partnerId, bban, iban } of rows) {
    const numbers = [bban, iban].filter((number) => number !== null);
    found.set(partnerId!, [...(found.get(partnerId!) ?? []), ...numbers]);
  }
  return found;
}
