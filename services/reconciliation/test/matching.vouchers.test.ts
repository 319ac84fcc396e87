import { Documents, Matching } from '@app/rpc';
import { stub } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BankWorld, type Company, startBank } from './world.ts';

// The payment of what a voucher was booked as. The world plays documents.

type Document = Awaited<ReturnType<ReturnType<typeof ask>['GetDocuments']>>['documents'][number];
const ask = () => world.connect(Documents, 'reconciliation');

const documents = new Map<number, Document & { readonly clientAccountId: number }>();
let world: BankWorld;
beforeAll(async () => {
  const played = stub(Documents, {
    GetDocuments: async ({ clientAccountId, ids }) => ({
      documents: ids.flatMap((id) => {
        const document = documents.get(id);
        return document?.clientAccountId === clientAccountId ? [document] : [];
      }),
    }),
  });
  world = await startBank({ others: { documents: [played] } });
});
afterAll(() => world?.stop());

let serial = 0;
/** An invoice of a supplier over 1 250 kroner; gives its id. */
function document(company: Company, more: Partial<Document> = {}): number {
  const id = ++serial;
  documents.set(id, {
    ...{ id, clientAccountId: company.clientAccountId, documentType: 'APINV', documentNumber: `F-${id}`, version: 1 },
    ...{ businessPartnerId: undefined, status: 'POSTED', isBusy: false, isPayable: true, paymentStatus: 'UNPAID' },
    ...{ currencyCode: 'NOK', totalAmount: '1250.00', paidAmount: '0.00', openAmount: '1250.00' },
    ...{ documentDate: '2026-03-10', dueDate: '2026-03-24', paymentRef: '1234567897' },
    ...more,
  } as never);
  return id;
}

interface Moved {
  readonly amount?: string;
  readonly currency?: string;
  readonly memo?: string | null;
  readonly date?: string;
  readonly payee?: string;
  readonly reconciled?: boolean;
  readonly details?: readonly { readonly amount: string; readonly reference: string }[];
}
let house = 0;
/** Money that went out of the house account, or came in; gives the id of the transaction. */
async function moved(company: Company, { amount = '-1250.00', ...more }: Moved = {}): Promise<number> {
  const { clientAccountId } = company;
  const ex = world.db.executor;
  const own = await ex.execute<{ id: string }>(sql`
    select id from bank_accounts where client_account_id = ${clientAccountId} and business_partner_id is null`);
  const account = own[0]
    ? Number(own[0].id)
    : (
        await company.done('POST', '/bank-accounts', {
          ...{ client_account_id: clientAccountId, type: 'CURRENT', bank_country: 'NO' },
          bban: ['86011117947', '12345678903'][house++ % 2],
        })
      ).id;
  const side = amount.startsWith('-') ? 'payor' : 'payee';
  const [row] = await ex.execute<{ id: string }>(sql`
    insert into bank_transactions (client_account_id, bank_account_id, ${sql.identifier(`${side}_bank_account_id`)}, amount, currency_code,
      instructed_amount, instructed_currency_code, booking_date, memo, payee_name, external_reconciled_amount, created_at, updated_at)
    values (${clientAccountId}, ${account}, ${account}, ${amount}, ${more.currency ?? 'NOK'}, ${amount}, 'NOK', ${more.date ?? '2026-03-20'},
      ${more.memo ?? null}, ${more.payee ?? null}, ${more.reconciled ? amount : '0'}, now(), now()) returning id`);
  const id = Number(row!.id);
  for (const detail of more.details ?? [])
    await ex.execute(sql`
      insert into bank_transaction_details (client_account_id, bank_transaction_id, amount, structured_reference)
      values (${clientAccountId}, ${id}, ${detail.amount}, ${detail.reference})`);
  return id;
}
const match = async (company: Pick<Company, 'clientAccountId'>, ...documentIds: readonly number[]) =>
  (
    await world.connect(Matching, 'documents').MatchVoucher({
      ...{ clientAccountId: company.clientAccountId, voucherId: 1, documentIds: [...documentIds] },
    })
  ).matches;
const pairs = async (...call: Parameters<typeof match>) =>
  (await match(...call)).map(({ bankTransactionId, documentId, amount }) => [bankTransactionId, documentId, amount]);

it('is found by the reference that the bank carries or the payer wrote, and the note says what made it', async () => {
  const company = await world.company();
  const paid = document(company);
  const byDetail = await moved(company, { details: [{ amount: '1250.00', reference: '1234567897' }] });
  expect(await match(company, paid)).toEqual([
    {
      ...{ bankTransactionId: byDetail, documentId: paid, amount: '1250.00', bookingDate: '2026-03-20' },
      note: `KID 1234567897 gjelder APINV F-${paid}: NOK 1250.00 bokført 2026-03-20, alt som er åpent`,
    },
  ]);
  const other = await world.company();
  const second = document(other);
  const byText = await moved(other, { memo: 'KID 1234567897 takk' });
  expect(await pairs(other, second)).toEqual([[byText, second, '1250.00']]);
});

it('is found by the number of the document and its exact amount, for a draft by its total', async () => {
  const company = await world.company();
  const draft = document(company, {
    status: 'DRAFT',
    openAmount: '0.00',
    paymentRef: undefined,
    documentNumber: '88213',
  } as never);
  await moved(company, { memo: 'Faktura 88213', amount: '-1249.00' });
  expect(await pairs(company, draft)).toEqual([]);
  const id = await moved(company, { memo: 'Faktura 88213' });
  expect(await pairs(company, draft)).toEqual([[id, draft, '1250.00']]);
});

it('takes a batch apart by its details, and pays each document of the voucher once', async () => {
  const company = await world.company();
  const [one, two] = [
    document(company),
    document(company, { paymentRef: '424242', totalAmount: '100.00', openAmount: '100.00' } as never),
  ];
  const batch = await moved(company, {
    amount: '-1350.00',
    details: [
      { amount: '1250.00', reference: '1234567897' },
      { amount: '100.00', reference: '424242' },
    ],
  });
  await moved(company, { details: [{ amount: '1250.00', reference: '1234567897' }], date: '2026-03-21' });
  const found = await pairs(company, one, two);
  expect(found.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
    [batch, one, '1250.00'],
    [batch, two, '100.00'],
  ]);
});

it.each<[string, Moved, Partial<Document>?]>([
  ['the amount alone', {}],
  ['money in the other direction', { amount: '1250.00', memo: 'KID 1234567897' }],
  ['another currency', { currency: 'EUR', memo: 'KID 1234567897' }],
  ['a movement that is reconciled', { reconciled: true, memo: 'KID 1234567897' }],
  ['a movement of another year', { date: '2027-03-20', memo: 'KID 1234567897' }],
  ['a document that nobody pays', { memo: 'KID 1234567897' }, { documentType: 'APCIN' }],
  ['a document that is paid', { memo: 'KID 1234567897' }, { openAmount: '0.00' }],
])('%s makes no match', async (_, movement, changes = {}) => {
  const company = await world.company();
  const paid = document(company, changes);
  await moved(company, movement);
  expect(await pairs(company, paid)).toEqual([]);
});

it('never looks into another company, and refuses what is no voucher', async () => {
  const [company, other] = [await world.company(), await world.company()];
  const [own, foreign] = [document(company), document(other)];
  await moved(other, { memo: 'KID 1234567897' });
  expect(await pairs(company, own, foreign)).toEqual([]);
  expect(await pairs(other, own)).toEqual([]);
  await expect(match(company, ...Array.from({ length: 101 }, (_, i) => i + 1))).rejects.toMatchObject({ status: 400 });
  const stranger = world.connect(Matching, 'organisation');
  await expect(stranger.MatchVoucher({ clientAccountId: 1, voucherId: 1, documentIds: [] })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});
