import { krone } from '../book.ts';
import type { Caller } from '../http.ts';
import { businessDay } from '../plan/calendar.ts';
import type { Bill } from '../plan/purchases.ts';
import { isPaidApart, type Story } from '../story.ts';
import type { House } from './accounts.ts';
import type { Movement } from './movements.ts';

type State = 'PENDING' | 'APPROVED' | 'SENT' | 'PAID' | 'REJECTED' | 'CANCELLED';

/** What the bank paid of the bill whose payment has its own record. */
export const paidBill = ({ bills }: Story): readonly Movement[] =>
  bills.filter(isPaidApart).map(({ due, net, tax, what, number, supplier }) => ({
    ...{
      date: businessDay(due),
      ore: -(net + tax),
      text: `${what}, faktura ${number}`,
      partner: { name: supplier.name },
    },
  }));

interface Payment {
  readonly id: number;
  readonly status: State;
  readonly external_id: string | null;
  readonly document_id: number;
}

export interface PayOptions {
  /** Who approves. */
  readonly owner: Caller;
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly house: House;
  readonly story: Story;
  readonly until: string;
}

const ON_THEIR_WAY = ['SENT', 'APPROVED', 'PENDING'] as const;

/**
 * Which bill each payment is of: the one of January went its whole way, those after it were stopped by the bank and by
 * the company, and of the others the last three are on their way, or as many as there are.
 */
export function plannedPayments({
  story: { bills },
  until,
}: Pick<PayOptions, 'story' | 'until'>): readonly (readonly [State, Bill])[] {
  const at = bills.findIndex(isPaidApart);
  if (at < 0 || bills[at]!.due > until) return [];
  const last = bills.slice(at + 3).slice(-ON_THEIR_WAY.length);
  const states = ON_THEIR_WAY.slice(ON_THEIR_WAY.length - last.length);
  return [
    ['PAID', bills[at]!],
    ['REJECTED', bills[at + 1]!],
    ['CANCELLED', bills[at + 2]!],
    ...last.map((bill, n) => [states[n]!, bill] as const),
  ];
}

/**
 * Takes a payment as far as each state says. Each goes on where an earlier try stopped; a later start leaves them as
 * they are.
 */
export async function payBills(options: PayOptions): Promise<void> {
  const { api, clientAccountId, house } = options;
  const of = `client_account_id=${clientAccountId}`;
  const { data: payments } = await api.get<{ data: Payment[] }>(`/api/v2/payments?${of}&per_page=100`);
  if (payments.some(({ external_id }) => external_id === externalId('PENDING'))) return;
  for (const [state, { number }] of plannedPayments(options)) {
    const payment =
      payments.find((one) => one.external_id === externalId(state)) ??
      (await api.send<Payment>('POST', '/api/v2/payments', {
        ...{ client_account_id: clientAccountId, document_id: await documentOf(api, of, number) },
        ...{ bank_account_id: house.current.id, external_id: externalId(state) },
      }));
    await advance(options, payment, state);
  }
}

/**
 * Ends payments that never left, of bills that the bank has paid meanwhile: the payment of a bill is then an entry of
 * the
 * story, and a second one must not settle it.
 */
export async function endOverduePayments({ owner, api, clientAccountId, until }: Omit<PayOptions, 'story' | 'house'>) {
  const { data } = await api.get<{ data: Payment[] }>(
    `/api/v2/payments?client_account_id=${clientAccountId}&status=PENDING,APPROVED,SENT&per_page=100`,
  );
  const own = new Set((['PENDING', 'APPROVED', 'SENT'] as const).map(externalId));
  for (const { id, status, external_id, document_id } of data) {
    if (external_id === null || !own.has(external_id)) continue;
    const bill = await api.get<{ due_date: string }>(`/api/v2/documents/${document_id}`);
    if (businessDay(bill.due_date) > until) continue;
    const path = `/api/v2/payments/${id}`;
    if (status === 'SENT')
      await owner.send('PATCH', path, { status: 'REJECTED', error_message: 'Regningen er betalt på en annen måte' });
    else await api.send('DELETE', path);
  }
}

const externalId = (state: State): string => `demo-${state.toLowerCase()}`;

async function documentOf(api: Caller, of: string, number: string): Promise<number> {
  const { data } = await api.get<{ data: { id: number }[] }>(
    `/api/v2/documents?${of}&document_type=APINV&document_number=${encodeURIComponent(number)}`,
  );
  if (data.length === 0) throw new Error(`The bill ${number} is not among the documents`);
  return data[0]!.id;
}

/** Takes a payment to a state, step by step from the one that it is in. */
async function advance(
  options: PayOptions,
  { id, status }: Pick<Payment, 'id' | 'status'>,
  wanted: State,
): Promise<void> {
  const { owner, api, clientAccountId } = options;
  const path = `/api/v2/payments/${id}`;
  const goOn = (next: State) => advance(options, { id, status: next }, wanted);
  if (status === wanted) return;
  if (wanted === 'CANCELLED') await api.send('DELETE', path);
  else if (status === 'PENDING') {
    await owner.send('PATCH', path, { status: 'APPROVED' });
    await goOn('APPROVED');
  } else if (status === 'APPROVED') {
    await owner.send('POST', '/api/v2/payments/export', { client_account_id: clientAccountId, payment_ids: [id] });
    await goOn('SENT');
  } else if (wanted === 'PAID')
    await owner.send('POST', `${path}/settle`, { bank_transaction_id: await transactionOf(options) });
  else if (wanted === 'REJECTED')
    await owner.send('PATCH', path, { status: 'REJECTED', error_message: 'Kontoen til mottakeren er sperret' });
}

/** The movement by which the bank paid the bill. */
async function transactionOf({ api, clientAccountId, house, story }: PayOptions): Promise<number> {
  const [paid] = paidBill(story);
  const { data } = await api.get<{ data: { id: number; amount: string }[] }>(
    `/api/v2/bank-transactions?client_account_id=${clientAccountId}&bank_account_id=${house.current.id}&from_date=${paid!.date}&to_date=${paid!.date}&per_page=1000`,
  );
  const found = data.find(({ amount }) => amount === krone(paid!.ore));
  if (!found) throw new Error('The statement does not have the payment of the bill');
  return found.id;
}
