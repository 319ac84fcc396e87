import { beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call, createNumbers, eventually, newOwner, type Owner } from '../src/system.ts';

/** What moves on a bank account, from the bank to the books, over the whole platform. */

let system: Addresses;
let owner: Owner;
let stranger: Owner;
const numbers = createNumbers();

const ask = (who: Pick<Owner, 'token'> | null, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(system.gateway, method, path, {
    ...(who ? { token: who.token } : {}),
    ...(body === undefined ? {} : { body }),
  });
const api = (method: string, path: string, body?: unknown) => ask(owner, method, `/api/v2${path}`, body);
/** Sends as the owner, expects a success and gives the body. */
async function done(method: string, path: string, body?: unknown) {
  const answer = await api(method, path, body);
  expect([200, 201, 204], `${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}
/** Nobody else gets, changes or learns anything of a path. */
async function expectClosed(method: string, path: string, body?: unknown): Promise<void> {
  const { status, body: said } = await ask(stranger, method, `/api/v2${path}`, body);
  expect([403, 404], `${method} ${path}: ${JSON.stringify(said)}`).toContain(status);
  expect((await ask(null, method, `/api/v2${path}`, body)).status, `${method} ${path}`).toBe(401);
}
const runJob = (name: string) => call(system.gateway, 'POST', `/testing/jobs/${name}/run`);

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, numbers);
  stranger = await newOwner(system, numbers);
  await done('PATCH', `/client-accounts/${owner.clientAccountId}/settings`, { vat_liable: true });
});

const own = () => ({ client_account_id: owner.clientAccountId });
const partner = (fields: object) => done('POST', '/business-partners', { ...own(), ...fields });
/** An invoice to a customer over 1 000 kroner and VAT. */
const invoiceTo = (customerId: number, more: object = {}) =>
  done('POST', '/documents', {
    ...{ ...own(), document_type: 'ARINV', business_partner_id: customerId, is_draft: false },
    lines: [{ description: 'Rådgivning', quantity: '1', price: '1000', tax_code: '3' }],
    ...more,
  });
const of = (type: string, id: number) => [{ relation_type: type, relation_id: id }];
const paymentStatusBecomes = (documentId: number, wanted: string) =>
  eventually(
    () => api('GET', `/documents/${documentId}`),
    ({ body }) => body.payment_status === wanted,
  );

it('money from a customer is posted: its KID makes a draft, which is approved, and the invoice is paid at once', async () => {
  const customer = await partner({ name: 'Kunde & Sønn AS', is_customer: true });
  const [invoice, unpaid] = [await invoiceTo(customer.id), await invoiceTo(customer.id)];
  const today = invoice.document_date;
  const received = (amount: string, description: string) =>
    done('POST', '/journal-entries/', {
      ...{ ...own(), description },
      lines: [
        { posting_date: today, account_code: '1920', debit: amount, credit: '0' },
        {
          posting_date: today,
          account_code: '1500',
          debit: '0',
          credit: amount,
          dimensions: of('businesspartner', customer.id),
        },
      ],
    });
  const entry = await received('1250.00', `Innbetaling KID ${invoice.payment_ref}`);
  // The same amount without a word about what it is for is nobody's payment.
  await received('1250.00', 'Innbetaling');

  const list = `/reconciliations?client_account_id=${owner.clientAccountId}&with=entries`;
  const [draft, ...others] = await eventually(
    async () => (await api('GET', `${list}&is_draft=true`)).body.data as Reconciliation[],
    (found) => found.length > 0,
    30,
  );
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ is_draft: true, sequence_number: null, created_by_id: 2 });
  expect(draft!.note).toContain(invoice.payment_ref);
  const paid = entry.lines.find((line: { account_code: string }) => line.account_code === '1500');
  expect(draft!.entries.map((each) => each.journal_entry_line_id)).toContain(paid.id);
  await expectClosed('GET', list);
  await expectClosed('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false });
  await expectClosed('DELETE', `/reconciliations/${draft!.id}`);

  expect(await done('PATCH', `/reconciliations/${draft!.id}`, { is_draft: false })).toMatchObject({ is_draft: false });
  await paymentStatusBecomes(invoice.id, 'PAID');
  expect((await api('GET', `/documents/${unpaid.id}`)).body.payment_status).toBe('UNPAID');
  // What is rebuilt from the owner of the claims is the same.
  expect((await runJob('documents-projections')).status).toBe(200);
  expect((await api('GET', `/documents/${invoice.id}`)).body).toMatchObject({
    payment_status: 'PAID',
    open_amount: '0.00',
  });
  await done('DELETE', `/reconciliations/${draft!.id}`);
  await paymentStatusBecomes(invoice.id, 'UNPAID');
  // The two are open again, and match.
  expect((await runJob('reconciliation-matching')).status).toBe(200);
  expect((await api('GET', `${list}&is_draft=true`)).body.data).toHaveLength(1);
});

interface Reconciliation {
  readonly id: number;
  readonly note: string | null;
  readonly entries: readonly { readonly journal_entry_line_id: number }[];
}
