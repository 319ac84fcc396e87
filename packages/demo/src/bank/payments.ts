import { krone, type Ore, part } from '../book.ts';
import type { Caller } from '../http.ts';
import type { Cast } from '../story.ts';
import type { HouseAccount } from './accounts.ts';

/** Bills of January, by what became of their payments. */
const bills = [
  { state: 'PENDING', supplier: 'Emballasje Øst AS', number: 'EØ-3301', what: 'Esker', account: '4300', net: 840_000 },
  {
    state: 'APPROVED',
    supplier: 'Telenett Norge AS',
    number: '900121',
    what: 'Telefon',
    account: '6900',
    net: 118_000,
  },
  { state: 'SENT', supplier: 'Byrået Blest AS', number: '5512', what: 'Annonser', account: '7320', net: 1_260_000 },
  {
    state: 'PAID',
    supplier: 'Norsk Kaffeimport AS',
    number: '88150',
    what: 'Råkaffe',
    account: '4300',
    net: 2_240_000,
  },
  { state: 'REJECTED', supplier: 'Salten Bil AS', number: '20771', what: 'Service', account: '7080', net: 430_000 },
  {
    state: 'CANCELLED',
    supplier: 'Kontorhuset Salten AS',
    number: '7719',
    what: 'Papir',
    account: '6800',
    net: 96_000,
  },
] as const;
type State = (typeof bills)[number]['state'];

const BILLED = '2026-01-09';
const PAID = '2026-01-22';
const totalOf = (net: Ore): Ore => net + part(net, 2500);

/** What the bank paid of these. */
export const paidBill = () => {
  const { supplier, net, what, number } = bills.find(({ state }) => state === 'PAID')!;
  return { date: PAID, ore: -totalOf(net), text: `${what}, faktura ${number}`, partner: { name: supplier } };
};

interface Payment {
  readonly id: number;
  readonly status: State;
  readonly external_id: string | null;
}

export interface PayOptions {
  /** Who approves. */
  readonly owner: Caller;
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly house: HouseAccount;
  readonly cast: Cast;
}

/** Books the bills, and takes the payment of each as far as its state says. Each goes on where an earlier try stopped. */
export async function payBills({ owner, api, clientAccountId, house, cast }: PayOptions): Promise<void> {
  const of = `client_account_id=${clientAccountId}`;
  const [documents, payments] = await Promise.all([
    api.get<{ data: { id: number; document_number: string | null }[] }>(
      `/api/v2/documents?${of}&document_type=APINV&per_page=100`,
    ),
    api.get<{ data: Payment[] }>(`/api/v2/payments?${of}&per_page=100`),
  ]);
  for (const bill of bills) {
    const documentId =
      documents.data.find(({ document_number }) => document_number === bill.number)?.id ??
      (await bookBill(api, clientAccountId, cast, bill));
    const external_id = `demo-${bill.state.toLowerCase()}`;
    const payment =
      payments.data.find((one) => one.external_id === external_id) ??
      (await api.send<Payment>('POST', '/api/v2/payments', {
        ...{ client_account_id: clientAccountId, document_id: documentId, bank_account_id: house.id, external_id },
      }));
    await advance({ owner, api, clientAccountId, house }, payment, bill.state);
  }
}

async function bookBill(
  api: Caller,
  clientAccountId: number,
  cast: Cast,
  { supplier, number, what, account, net }: (typeof bills)[number],
): Promise<number> {
  const { id } = await api.send<{ id: number }>('POST', '/api/v2/documents', {
    ...{ client_account_id: clientAccountId, document_type: 'APINV', document_number: number, is_draft: false },
    ...{ document_date: BILLED, due_date: PAID },
    business_partner_id: cast.suppliers.find(({ name }) => name === supplier)!.id,
    lines: [{ description: what, quantity: '1', price: krone(net), tax_code: '1', account_code: account }],
  });
  return id;
}

/** Takes a payment to a state, step by step from the one that it is in. */
async function advance(
  { owner, api, clientAccountId, house }: Omit<PayOptions, 'cast'>,
  { id, status }: Payment,
  wanted: State,
): Promise<void> {
  const path = `/api/v2/payments/${id}`;
  if (status === wanted) return;
  if (wanted === 'CANCELLED') await api.send('DELETE', path);
  else if (wanted === 'PAID')
    await owner.send('POST', `${path}/settle`, {
      bank_transaction_id: await transactionOf(api, clientAccountId, house),
    });
  else if (status === 'PENDING') {
    await owner.send('PATCH', path, { status: 'APPROVED' });
    await advance({ owner, api, clientAccountId, house }, { id, status: 'APPROVED', external_id: null }, wanted);
  } else if (status === 'APPROVED') {
    await owner.send('POST', '/api/v2/payments/export', { client_account_id: clientAccountId, payment_ids: [id] });
    await advance({ owner, api, clientAccountId, house }, { id, status: 'SENT', external_id: null }, wanted);
  } else if (wanted === 'REJECTED')
    await owner.send('PATCH', path, { status: 'REJECTED', error_message: 'Kontoen til mottakeren er sperret' });
}

/** The movement by which the bank paid the bill. */
async function transactionOf(api: Caller, clientAccountId: number, house: HouseAccount): Promise<number> {
  const { data } = await api.get<{ data: { id: number; amount: string }[] }>(
    `/api/v2/bank-transactions?client_account_id=${clientAccountId}&bank_account_id=${house.id}&from_date=${PAID}&to_date=${PAID}&per_page=1000`,
  );
  const found = data.find(({ amount }) => amount === krone(paidBill().ore));
  if (!found) throw new Error('The statement of January does not have the payment of the bill');
  return found.id;
}
