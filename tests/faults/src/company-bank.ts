import { writeStatements } from '@app/camt';
import type { Company } from './company.ts';
import { ask, type Sent, sendOnce, settledWithin } from './company-books.ts';
import { type CompanyWork, meeting, patiently, SECONDS, underWay } from './company-work.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const DAY = '2026-01-15';

/** Account numbers, with their check digits: of the company and of its supplier. */
const HOUSE = '15032080119';
const SUPPLIERS = '86011117947';

const MONTHS = [1, 2, 3] as const;
const DAYS = [3, 9, 17, 25] as const;

/** The statement of a month: four kroner come in, and each continues the one before. */
function statementOf(month: number): string {
  const on = (day: number) => `2026-0${month}-${String(day).padStart(2, '0')}`;
  const balance = (months: number) => `${months * DAYS.length}.00`;
  const statement = {
    ...{ account: HOUSE, currency: 'NOK', reference: `STMT-${month}`, from: on(1), to: on(28) },
    ...{ opening: balance(month - 1), closing: balance(month) },
    entries: DAYS.map((day) => ({ amount: '1.00', bookingDate: on(day), reference: `R-${month}-${day}` })),
  };
  return [...writeStatements({ messageId: `MSG-${month}`, createdAt: `${on(28)}T04:00:00` }, [statement])].join('');
}

/** Sends each month twice at once, in their order, until both are acknowledged: a file may be sent again. */
async function importStatements(world: World, company: Company): Promise<void> {
  for (const month of MONTHS) {
    const send = () => {
      const form = new FormData();
      form.set('client_account_id', String(company.owner.clientAccountId));
      form.set('file', new Blob([statementOf(month)]), `kontoutskrift-${month}.xml`);
      return sendOnce(world, company, 'POST', '/api/v2/bank-statements/import', { form });
    };
    const isTaken = ({ status }: Sent) => status === 201;
    await Promise.all([settledWithin(SECONDS, send, isTaken), settledWithin(SECONDS, send, isTaken)]);
  }
}

/** A debt of 1000.00: what it is paid from and to. */
interface Debt {
  readonly documentId: number;
  readonly house: number;
}

const isSaid = ({ status }: Sent) => status === 200 || status === 201 || status === 400;

/**
 * Three pay 600.00 of it at the same time, then the rest is paid; every payment is approved, and two ask for a file of
 * them all at once. @returns what is wrong about it
 */
async function pay(world: World, company: Company, { documentId, house }: Debt): Promise<readonly string[]> {
  const account = { client_account_id: company.owner.clientAccountId };
  const make = (key: string, more: object) =>
    settledWithin(
      SECONDS,
      () => {
        const body = { ...account, document_id: documentId, bank_account_id: house, ...more };
        return sendOnce(world, company, 'POST', '/api/v2/payments', { body, key });
      },
      isSaid,
    );
  const raced = await Promise.all(['one', 'two', 'three'].map((key) => make(`pay-${key}`, { amount: '600.00' })));
  const paid = [...raced, await make('pay-rest', {})].filter(({ status }) => status === 201);
  const amounts = paid.map(({ body }) => body.amount).join(' and ');
  const ids: number[] = paid.map(({ body }) => body.id);
  await Promise.all(ids.map((id) => approve(world, company, id)));
  const body = { ...account, payment_ids: ids };
  const files = await Promise.all(
    ['one', 'two'].map((key) =>
      settledWithin(
        SECONDS,
        () => sendOnce(world, company, 'POST', '/api/v2/payments/export', { body, key: `export-${key}` }),
        (sent) => isSaid(sent) || sent.body?.error?.code === 'payment.invalid_state',
      ),
    ),
  );
  const written = files.filter(({ status }) => status === 200).map((sent) => String(sent.body));
  const counts = ids.map((id) => written.join('').split(`<EndToEndId>P${id}<`).length - 1);
  return [
    ...(amounts === '600.00 and 400.00' ? [] : [`a debt of 1000.00 is paid with ${amounts}`]),
    ...(written.length === 1 && counts.every((count) => count === 1)
      ? []
      : [`${written.length} files were given, with the payments ${counts.join(', ')} times`]),
  ];
}

/** Approves until it says so itself: who approves it a second time is refused. */
async function approve(world: World, company: Company, id: number): Promise<void> {
  const path = `/api/v2/payments/${id}`;
  const isApproved = ({ body }: Sent) => body?.status === 'APPROVED';
  const patch = async () => {
    const sent = await sendOnce(world, company, 'PATCH', path, { body: { status: 'APPROVED' } });
    return isApproved(sent) ? sent : sendOnce(world, company, 'GET', path);
  };
  await settledWithin(SECONDS, patch, isApproved);
}

/** What is there of what was sent: each statement and transaction once, both payments, in one file. */
async function countMovements({ sql }: World, clientAccountId: number): Promise<readonly string[]> {
  const [found] = await patiently(
    () => sql`
      select (select count(*)::int from reconciliation.bank_statements s where s.client_account_id = a.id) as statements,
        t.*, (select count(*)::int from reconciliation.payment_exports e where e.client_account_id = a.id) as files, p.*
      from (select ${clientAccountId}::bigint as id) a,
        lateral (
          select count(*)::int as transactions, count(distinct booking_date)::int as days, sum(amount)::text as sum
          from reconciliation.bank_transactions where client_account_id = a.id) t,
        lateral (
          select count(*) filter (where status = 'SENT')::int as sent, sum(amount)::text as paid
          from reconciliation.payments where client_account_id = a.id) p`,
  );
  const count = MONTHS.length * DAYS.length;
  const wanted = {
    ...{ statements: MONTHS.length, transactions: count, days: count, sum: `${count}.00` },
    ...{ files: 1, sent: 2, paid: '1000.00' },
  };
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`there are ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`];
}

/** Files of the bank come and payments go there: no movement is lost or doubled, and nothing is paid twice. */
const bank: CompanyWork = {
  name: 'bank files come and payments go',
  needsTheTime: true,
  isNew: true,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    const post = async (path: string, body: object): Promise<{ readonly id: number }> =>
      (
        await ask(world, company, 'POST', `/api/v2${path}`, {
          body: { client_account_id: clientAccountId, ...body },
        })
      ).body;
    const accountOf = (bban: string, more: object) =>
      post('/bank-accounts', { type: 'CURRENT', bban, bank_country: 'NO', ...more });
    const house = await accountOf(HOUSE, { name: 'Drift' });
    const supplier = await post('/business-partners', { name: 'Leverandør AS', is_supplier: true });
    await accountOf(SUPPLIERS, { business_partner_id: supplier.id });
    const bill = await post('/documents', {
      ...{ document_type: 'APINV', document_number: 'F-1', document_date: DAY, business_partner_id: supplier.id },
      ...{ is_draft: false, lines: [{ description: 'Strøm', quantity: '1', price: '1000', account_code: '6300' }] },
    });
    const payments = pay(world, company, { documentId: bill.id, house: house.id });
    const both = underWay(Promise.all([payments, importStatements(world, company)]));
    return async () => [...(await both())[0], ...(await countMovements(world, clientAccountId))];
  },
};

export const whileMoneyMoves = (fault: Fault): Fault => meeting(fault, bank);
