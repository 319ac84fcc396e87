import type { Executor } from '@app/db';
import { lockChanges } from '@app/records';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfEmbedding, embeddingOf } from '../src/vouchers/embedding.ts';
import { endStep, takeDue } from '../src/vouchers/workflow/queue.ts';
import { type Company, type Documents, startDocuments } from './documents.ts';
import { faultsOf } from './trade.ts';

// Documents, entries and what was read are put into the tables as their owners leave them.

let documents: Documents;
let own: Company;
/** Vouchers of the company by what is special about them. */
let v: Record<'plain' | 'invoice' | 'receipt' | 'booked' | 'archived' | 'deleted', number>;
const run = (statement: ReturnType<typeof sql>) => documents.db.executor.execute(statement);

beforeAll(async () => {
  documents = await startDocuments();
  own = await documents.company();
  v = await fill(own);
});
afterAll(() => documents?.stop());

async function fill(company: Company): Promise<typeof v> {
  const account = company.clientAccountId;
  const make = (fileName: string) => documents.voucher(company, { fileName });
  const ids = {
    plain: await make('bilde fra telefon.pdf'),
    invoice: await make('faktura-100%.pdf'),
    receipt: await make('kvittering.pdf'),
    booked: await make('strøm.pdf'),
    archived: await make('arkiv.pdf'),
    deleted: await make('slettet.pdf'),
  };
  documents.projects.push({ clientAccountId: account, id: 61, isActive: true });
  const [collection] = await run(sql`
    insert into voucher_collections (client_account_id, name, created_at, updated_at) values (${account}, 'Reise', now(), now()) returning id`);
  const document = (voucherId: number, changes: Record<string, unknown>) => {
    const row = {
      ...{
        document_type: 'APINV',
        document_number: null,
        document_date: null,
        due_date: null,
        business_partner_id: null,
      },
      ...{ status: 'DRAFT', payment_status: 'NOT_APPLICABLE', total_amount: 100, paid_amount: 0 },
      ...changes,
    };
    return run(sql`
      insert into documents (client_account_id, uploaded_file_id, currency_code, net_amount, tax_amount, created_in_application, created_at, updated_at,
        document_type, document_number, document_date, due_date, business_partner_id, status, payment_status, total_amount, paid_amount)
      values (${account}, ${voucherId}, 'NOK', ${row.total_amount}, 0, false, now(), now(), ${row.document_type}, ${row.document_number},
        ${row.document_date}, ${row.due_date}, ${row.business_partner_id}, ${row.status}, ${row.payment_status}, ${row.total_amount}, ${row.paid_amount})`);
  };
  await document(ids.invoice, {
    document_number: 'F-77',
    document_date: '2026-01-10',
    due_date: '2026-01-24',
    business_partner_id: 5,
  });
  await document(ids.receipt, { document_type: 'RECPT', document_date: '2026-02-01', status: 'CANCELLED' });
  await document(ids.booked, {
    ...{ document_date: '2026-03-01', due_date: '2026-03-15', business_partner_id: 6 },
    ...{ status: 'POSTED', payment_status: 'PARTIALLY_PAID', paid_amount: 40 },
  });
  await run(
    sql`insert into partner_names (client_account_id, business_partner_id, name, version) values (${account}, 5, 'Nordlys Kraft AS', 1)`,
  );
  await run(sql`
    insert into voucher_entries (client_account_id, entry_id, voucher_id, sequence_number, posting_date, description, is_draft, is_cancelled, revision) values
    (${account}, 901, ${ids.booked}, 1, '2026-03-01', 'Strøm', false, false, 1), (${account}, 902, ${ids.booked}, 2, '2026-03-01', 'Feil', false, true, 1),
    (${account}, 903, ${ids.invoice}, null, '2026-01-10', 'Utkast', true, false, 1)`);
  await run(sql`
    insert into voucher_entry_lines (client_account_id, entry_id, posting_date, account_code, tax_code) values
    (${account}, 901, '2026-03-01', '6340', '1'), (${account}, 901, '2026-04-01', '2400', null), (${account}, 903, '2026-01-10', '4300', '1')`);
  await run(
    sql`update vouchers set status = 'BOOKED', project_id = 61, collection_id = ${collection!.id as string}::bigint where id = ${ids.booked}`,
  );
  await run(sql`update vouchers set status = 'DRAFT', voucher_type = 'APINV' where id = ${ids.invoice}`);
  await run(sql`update vouchers set status = 'ARCHIVED', document_date = '2025-12-31' where id = ${ids.archived}`);
  await run(sql`update vouchers set status = 'DELETED' where id = ${ids.deleted}`);
  await run(sql`update files set is_active = false where id = ${ids.deleted}`);
  await company.call('POST', `/vouchers/${ids.plain}/attachments`, {
    files: [{ file_name: 'a.txt', content_base64: Buffer.from('Vedlegg').toString('base64') }],
  });
  await run(sql`
    insert into questions (client_account_id, voucher_id, question, type, status, created_at, updated_at)
    values (${account}, ${ids.plain}, 'Hva er dette?', 'GENERAL', 'OPEN', now(), now())`);
  await run(sql`
    insert into questions (client_account_id, document_id, question, type, status, created_at, updated_at)
    select ${account}, id, 'Hvilken konto?', 'CHOOSE_ACCOUNT', 'OPEN', now(), now() from documents where uploaded_file_id = ${ids.invoice}`);
  await run(sql`
    insert into voucher_statements (client_account_id, voucher_id, user_id, created_at, created_by_id, purpose, comment)
    values (${account}, ${ids.plain}, ${company.userId}, now(), ${company.userId}, 'Lunsj med kunde', 'Betalt kontant')`);
  await run(sql`
    insert into tasks (client_account_id, title, task_type, status, relation_type, relation_id, created_at, updated_at)
    values (${account}, 'Se over', 'REVIEW', 'OPEN', 'voucher', ${ids.booked}, now(), now())`);
  const text = async (voucherId: number, body: string, at: string) => {
    const vector = embeddingOf(body, []);
    await run(sql`
      insert into voucher_texts (client_account_id, voucher_id, body, embedding, embedded_at)
      values (${account}, ${voucherId}, ${body}, ${vector && bytesOfEmbedding(vector)}, ${at}::timestamptz)`);
  };
  await text(ids.invoice, 'Faktura for strøm januar, Nordlys Kraft AS, forfall 24. januar', '2026-01-01T00:00:01Z');
  await text(ids.booked, 'Faktura for strøm mars, Nordlys Kraft AS, forfall 15. mars', '2026-01-01T00:00:02Z');
  await text(ids.receipt, 'Kaffe og kake på hjørnet, takk for besøket og velkommen igjen', '2026-01-01T00:00:03Z');
  await text(ids.archived, 'Kort', '2026-01-01T00:00:04Z');
  return ids;
}

const list = (query = '', company = own) =>
  company.call('GET', `/vouchers?client_account_id=${own.clientAccountId}${query === '' ? '' : `&${query}`}`);
const found = async (query: string): Promise<readonly string[]> => {
  const { status, body } = await list(query);
  expect([query, status, body.error?.message]).toEqual([query, 200, undefined]);
  const names = new Map(Object.entries(v).map(([name, id]) => [id, name]));
  return body.data.map(({ id }: { id: number }) => names.get(id) ?? String(id));
};
/** Addresses are signed anew whenever a record is read. */
const unsigned = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replace(/(\/files\/\d+)\?[^"]*/g, '$1'));
const codeOf = ({ status, body }: Awaited<ReturnType<typeof list>>) => [status, body?.error?.code];

describe('the list of vouchers', () => {
  it('has 100 rows a page unless asked otherwise, newest first, and no deleted ones [VOU-R01] [VOU-R72]', async () => {
    const { body } = await list();
    expect(body.meta).toEqual({ page: 1, pages: 1, per_page: 100, records: 5, next_cursor: null });
    expect(await found('')).toEqual(['archived', 'booked', 'receipt', 'invoice', 'plain']);
    expect((await list('per_page=2&page=3')).body).toMatchObject({
      data: [{ id: v.plain }],
      meta: { page: 3, pages: 3 },
    });
    expect(await found('status=DELETED')).toEqual(['deleted']);
    expect(await found('status=DELETED,BOOKED')).toEqual(['deleted', 'booked']);
  });

  it.each<[string, readonly string[]]>([
    ['status=PENDING;DRAFT', ['receipt', 'invoice', 'plain']],
    ['document_type=APINV,RECPT', ['booked', 'receipt', 'invoice']],
    ['document_status=CANCELLED', ['receipt']],
    ['document_status=DRAFT,POSTED', ['booked', 'invoice']],
    ['payment_status=PARTIALLY_PAID,PAID', ['booked']],
    ['document_type=APINV&payment_status=NOT_APPLICABLE', ['invoice']],
  ])('takes several values: %s [VOU-R03]', async (query, names) => expect(await found(query)).toEqual(names));

  it.each<[string, readonly string[]]>([
    ['document_type=RECPT&document.document_type=APINV', ['booked', 'invoice']],
    ['document_status=DRAFT&document.document_status=POSTED', ['booked']],
    ['payment_status=PAID&document.payment_status=PARTIALLY_PAID', ['booked']],
    ['document_date_from=2030-01-01&document.document_date_from=2026-03-01', ['booked']],
    ['document_date_to=2020-01-01&document.document_date_to=2026-01-31', ['archived', 'invoice']],
    ['due_date_from=2030-01-01&document.due_date_from=2026-03-01', ['booked']],
    ['due_date_to=2020-01-01&document.due_date_to=2026-01-31', ['invoice']],
    ['account_code=1&journal_entry.lines.account_code=6340', ['booked']],
    ['tax_code=9&journal_entry.lines.tax_code=1', ['booked', 'invoice']],
    ['posting_date_from=2030-01-01&journal_entry.lines.posting_date_from=2026-02-01', ['booked']],
    ['posting_date_to=2020-01-01&journal_entry.lines.posting_date_to=2026-02-01', ['invoice']],
  ])('prefers the name with its relation: %s [VOU-R04]', async (query, names) =>
    expect(await found(query)).toEqual(names),
  );

  it.each<[string, readonly string[]]>([
    ['document_date_from=2026-01-10&document_date_to=2026-01-10', ['invoice']],
    ['document_date_to=2025-12-31', ['archived']],
    ['due_date_from=2026-01-25', ['booked']],
    ['due_date_to=2026-01-24', ['invoice']],
  ])('limits by dates of documents: %s [VOU-R05]', async (query, names) => expect(await found(query)).toEqual(names));

  it.each<[string, readonly string[]]>([
    ['posting_date_from=2026-04-01', ['booked']],
    ['posting_date_from=2026-01-10&posting_date_to=2026-01-31', ['invoice']],
    ['posting_date_from=2026-05-01', []],
  ])('limits by posting dates of lines: %s [VOU-R06]', async (query, names) =>
    expect(await found(query)).toEqual(names),
  );

  it.each<[string, readonly string[]]>([
    ['account_code=6340,4300', ['booked', 'invoice']],
    ['tax_code=1', ['booked', 'invoice']],
    // Of one line, not of one entry.
    ['account_code=2400&tax_code=1', []],
    ['account_code=2400&posting_date_to=2026-03-31', []],
  ])('limits by accounts and VAT codes of lines: %s [VOU-R07]', async (query, names) =>
    expect(await found(query)).toEqual(names),
  );

  it('limits by partner, collection and project [VOU-R08]', async () => {
    expect(await found('business_partner_id=5,6')).toEqual(['booked', 'invoice']);
    expect(await found('project_id=61')).toEqual(['booked']);
    expect(await found('project_id=62')).toEqual([]);
    const { body } = await list('with=collection&status=BOOKED');
    expect(await found(`collection_id=${body.data[0].collection_id}`)).toEqual(['booked']);
  });

  it.each<[string, readonly string[]]>([
    ['free_text=TELEFON', ['plain']],
    ['free_text=nordlys+januar', ['invoice']],
    ['free_text=f-77', ['invoice']],
    ['free_text=lunsj+kontant', ['plain']],
    ['free_text=100%25', ['invoice']],
    ['free_text=str%C3%B8m', ['booked', 'invoice']],
    ['free_text=finnes-ikke', []],
  ])('looks for words: %s [VOU-R09]', async (query, names) => expect(await found(query)).toEqual(names));

  it.each<[string, string, readonly string[]]>([
    ['VOU-R10', 'has_project', ['booked']],
    ['VOU-R11', 'has_collection', ['booked']],
    ['VOU-R12', 'has_journal_entry', ['booked', 'invoice']],
    ['VOU-R13', 'has_document', ['booked', 'invoice']],
    ['VOU-R14', 'has_attachment', ['plain']],
    ['VOU-R15', 'has_open_question', ['invoice', 'plain']],
  ])(
    '%s: %s, true and false [VOU-R10] [VOU-R11] [VOU-R12] [VOU-R13] [VOU-R14] [VOU-R15]',
    async (_rule, filter, names) => {
      expect(await found(`${filter}=true`)).toEqual(names);
      expect(await found(`${filter}=false`)).toEqual((await found('')).filter((name) => !names.includes(name)));
    },
  );

  it('limits by what is to pay, and is being paid [VOU-R16] [VOU-R17] [VOU-R18] [VOU-R19] [VOU-R20]', async () => {
    expect(await found('document.is_payable=true')).toEqual(['booked']);
    expect(await found('document.is_payable=false')).toEqual(['receipt', 'invoice']);
    expect(await found('document.is_unpaid=true')).toEqual(['booked']);
    expect(await found('document.is_unpaid=false&document_status=DRAFT')).toEqual(['invoice']);
    expect(await found('document.is_available_for_payment=true')).toEqual(['booked']);
    expect(await found('document.is_being_paid=true')).toEqual([]);
    expect(await found('document.pending_payment_amount=0.00')).toEqual(['booked', 'receipt', 'invoice']);
    expect(await found('document.pending_payment_amount=10.00')).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['order_by=id', ['plain', 'invoice', 'receipt', 'booked', 'archived']],
    ['order_by=document_date%20desc', ['booked', 'invoice', 'archived', 'receipt', 'plain']],
    ['order_by=file_name', ['archived', 'plain', 'invoice', 'receipt', 'booked']],
    ['order_by=status,id', ['archived', 'booked', 'invoice', 'plain', 'receipt']],
    ['order_by=nonsense', ['archived', 'booked', 'receipt', 'invoice', 'plain']],
  ])('is sorted: %s [VOU-R88]', async (query, names) => expect(await found(query)).toEqual(names));

  it('embeds what is asked for, the newest that counts where one is [VOU-R27] [VOU-R86] [TSK-R07]', async () => {
    const all =
      'attachments,documents,document,journal_entries,journal_entry,statements,statement,tasks,questions,collection,project';
    const { body } = await list(`with=${all}`);
    const row = (id: number) => body.data.find((each: { id: number }) => each.id === id);
    expect(row(v.booked)).toMatchObject({
      journal_entries: [
        { id: 902, status: 'CANCELLED' },
        { id: 901, status: 'POSTED' },
      ],
      journal_entry: { id: 901, sequence_number: 1, posting_date: '2026-03-01' },
      document: {
        document_type: 'APINV',
        type: 'APINV',
        status: 'POSTED',
        payment_status: 'PARTIALLY_PAID',
        total_amount: '100.00',
      },
      tasks: [{ title: 'Se over', status: 'OPEN' }],
      collection: { name: 'Reise' },
      project: { id: 61, name: 'Project 61' },
      statement: null,
      questions: [],
      document_date: '2026-03-01',
    });
    expect(row(v.receipt)).toMatchObject({ documents: [{ status: 'CANCELLED' }], document: null, document_date: null });
    expect(row(v.plain)).toMatchObject({
      attachments: [{ file_name: 'a.txt' }],
      questions: [{ question: 'Hva er dette?', question_status: 'OPEN' }],
      statement: { purpose: 'Lunsj med kunde' },
      collection: null,
      project: null,
    });
    expect(row(v.invoice).questions).toMatchObject([{ type: 'CHOOSE_ACCOUNT' }]);
    expect(Object.keys((await list()).body.data[0])).not.toContain('documents');
    // One voucher shows the same of itself.
    const single = (await own.call('GET', `/vouchers/${v.plain}?with=${all}`)).body;
    for (const name of all.split(',').filter((each) => !each.startsWith('journal')))
      expect([name, unsigned(single[name])]).toEqual([name, unsigned(row(v.plain)[name])]);
  });
});

it('embeds the hundred newest of a kind, and what decides the status whatever came after it', async () => {
  const company = await documents.company();
  const id = await documents.voucher(company);
  const account = company.clientAccountId;
  await run(sql`
    insert into documents (client_account_id, uploaded_file_id, document_type, currency_code, net_amount, tax_amount, total_amount,
      created_in_application, status, created_at, updated_at)
    select ${account}, ${id}, 'APINV', 'NOK', 1, 0, 1, false, case n when 1 then 'POSTED' else 'CANCELLED' end, now(), now()
    from generate_series(1, 120) n`);
  await run(sql`
    insert into tasks (client_account_id, title, task_type, status, relation_type, relation_id, created_at, updated_at)
    select ${account}, 'Oppgave ' || n, 'REVIEW', 'OPEN', 'voucher', ${id}, now(), now() from generate_series(1, 120) n`);
  const { body } = await company.call('GET', `/vouchers/${id}?with=documents,document,tasks`);
  expect([body.status, body.document.status, body.documents.length]).toEqual(['BOOKED', 'POSTED', 100]);
  expect(body.tasks.map(({ title }: { title: string }) => title)).toEqual(
    Array.from({ length: 100 }, (_, i) => `Oppgave ${120 - i}`),
  );
});

describe('following vouchers', () => {
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  it('reaches every one by cursors, and what changed meanwhile at the end [GENX-R59]', async () => {
    const company = await documents.company();
    const made: number[] = [];
    for (let i = 0; i < 5; i++) made.push(await documents.voucher(company));
    const path = `/vouchers?client_account_id=${company.clientAccountId}`;
    const first = (await company.call('GET', `${path}&per_page=2`)).body;
    expect(ids(first.data)).toEqual([made[4], made[3]]);
    expect(first.meta).toMatchObject({ page: 1, pages: 3, records: 5 });
    await company.call('PATCH', `/vouchers/${made[4]}`, { status: 'ARCHIVED' });
    const seen = [...first.data];
    for (let cursor = first.meta.next_cursor; cursor !== null; ) {
      const page = (await company.call('GET', `${path}&per_page=2&cursor=${cursor}`)).body;
      seen.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    expect(new Set(ids(seen))).toEqual(new Set(made));
    expect(seen.at(-1)).toMatchObject({ id: made[4], status: 'ARCHIVED' });
    const changed = (await company.call('GET', `${path}&updated_from=${seen.at(-1).updated_at}`)).body;
    expect(ids(changed.data)).toContain(made[4]);
    const later = Temporal.Now.instant().add({ hours: 1 }).toString();
    expect((await company.call('GET', `${path}&updated_from=${later}`)).body).toMatchObject({
      data: [],
      meta: { records: 0, next_cursor: null },
    });
    // By another order, and page by page as ever.
    const named = (await company.call('GET', `${path}&order_by=file_name,id&per_page=2&page=3`)).body;
    expect(ids(named.data)).toEqual([made[4]]);
    const foreign = `/documents?client_account_id=${company.clientAccountId}&cursor=${first.meta.next_cursor}`;
    expect((await company.call('GET', foreign)).status).toBe(400);
  });

  it('shows EM the changes of its own alone', async () => {
    const company = await documents.company();
    const employee = await documents.colleague(company, 'EM');
    await documents.voucher(company);
    const id = await documents.voucher(employee);
    const path = `/vouchers?client_account_id=${company.clientAccountId}&updated_from=2020-01-01T00:00:00Z`;
    expect(ids((await employee.call('GET', path)).body.data)).toEqual([id]);
  });

  it('shows each step of the workflow as a change', async () => {
    const company = await documents.company();
    const id = await documents.voucher(company);
    const stampOf = async (ex: Pick<Executor, 'execute'> = documents.db.executor) => {
      const [row] = await ex.execute(
        sql`select extract(epoch from updated_at) * 1000 as at from files where id = ${id}`,
      );
      return Number(row!.at);
    };
    const before = await stampOf();
    await company.call('PATCH', `/vouchers/${id}`, { workflow_status: 'STARTING_WORKFLOW' });
    await expect.poll(async () => (await company.call('GET', `/vouchers/${id}`)).body.workflow_status).toBe('FAILED');
    const ended = await stampOf();
    expect(ended).toBeGreaterThan(before);
    // One step by itself, in a transaction alone: no worker of the service sees that it is due.
    const undone = documents.db.write(async (tx) => {
      const from = 'IMAGE_PROCESSING';
      await tx.execute(sql`update vouchers set workflow_status = ${from} where id = ${id}`);
      await tx.execute(sql`update voucher_workflow set due_at = now() - interval '1 second' where voucher_id = ${id}`);
      const taken = (await takeDue(tx, company.clientAccountId - 1))!;
      expect(taken.id).toBe(id);
      const changedAt = await lockChanges(tx, company.clientAccountId, new Date());
      await endStep(tx, taken, { from, to: 'CLASSIFICATION', reading: taken.reading }, changedAt);
      expect(await stampOf(tx)).toBeGreaterThan(ended);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });
});

describe('what callers keep with a voucher', () => {
  it('comes back, finds it again, and is nobody else’s id [JEX-R54] [JEX-R55]', async () => {
    const company = await documents.company();
    const other = await documents.company();
    const employee = await documents.colleague(company, 'EM');
    const upload = (by: Company, more: Record<string, unknown>) =>
      by.call('POST', '/vouchers', {
        ...{ client_account_id: by.clientAccountId, file_name: 'a.txt', processing_track: 'MANUAL' },
        ...{ content_base64: Buffer.from(`Kvittering ${Math.random()}`).toString('base64'), ...more },
      });
    const kept = { external_id: 'scan-1', metadata: { skanner: 'A', side: 2, dobbel: false } };
    const made = await upload(company, kept);
    expect([made.status, made.body]).toMatchObject([201, kept]);
    const { id } = made.body;
    expect((await company.call('GET', `/vouchers/${id}`)).body).toMatchObject(kept);
    const found = await company.call(
      'GET',
      `/vouchers?client_account_id=${company.clientAccountId}&external_id=scan-1`,
    );
    expect(found.body.data).toMatchObject([{ id, ...kept }]);
    const again = await upload(company, { external_id: 'scan-1' });
    expect([again.status, again.body.error.code, again.body.error.details.id]).toEqual([409, 'common.conflict', id]);
    // Whose the other one is, is nothing that EM is shown.
    const asEmployee = await upload(employee, { external_id: 'scan-1' });
    // Without the id of the request, which is chance and may hold the same digits.
    const { request_id: _chance, doc_url: _page, ...shown } = asEmployee.body.error;
    expect([asEmployee.status, shown.details?.id]).toEqual([409, undefined]);
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`(?<![\\w-])${id}(?!\\w)`));
    expect((await upload(other, { external_id: 'scan-1' })).status).toBe(201);
    const second = (await upload(company, { external_id: 'scan-2' })).body.id;
    const taken = await company.call('PATCH', `/vouchers/${second}`, { external_id: 'scan-1' });
    expect([taken.status, taken.body.error.details.id]).toEqual([409, id]);
    const changed = await company.call('PATCH', `/vouchers/${id}`, { metadata: { side: 3 }, external_id: 'scan-1' });
    expect([changed.status, changed.body.metadata, changed.body.external_id]).toEqual([200, { side: 3 }, 'scan-1']);
    for (const wrong of [{ metadata: { lang: 'x'.repeat(17_000) } }, { metadata: [] }, { external_id: '' }])
      expect((await upload(company, wrong)).status).toBe(400);
  });
});

describe('vouchers like another', () => {
  it('come in the order of their likeness, without itself and those that cannot be compared [VOU-R24]', async () => {
    const { body } = await list(`similar_to=${v.invoice}&order_by=id`);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([v.booked, v.receipt]);
    const [first, second] = body.data.map(({ similarity }: { similarity: number }) => similarity);
    expect(first).toBeGreaterThan(second);
    for (const each of [first, second]) expect(String(each)).toMatch(/^-?0(\.\d{1,4})?$/);
    expect(await found(`similar_to=${v.invoice}&status=PENDING`)).toEqual(['receipt']);
    // What changed since it was remembered is seen.
    const same = embeddingOf('Faktura for strøm januar, Nordlys Kraft AS, forfall 24. januar', [])!;
    await run(
      sql`update voucher_texts set embedding = ${bytesOfEmbedding(same)}, embedded_at = '2026-01-01T00:01:00Z' where voucher_id = ${v.receipt}`,
    );
    expect((await list(`similar_to=${v.invoice}`)).body.data[0]).toMatchObject({ id: v.receipt, similarity: 1 });
  });

  it('of which too little was read answer 400 voucher.source_missing_embedding [VOU-R21]', async () => {
    for (const id of [v.archived, v.plain]) {
      const answer = await list(`similar_to=${id}`);
      expect(codeOf(answer)).toEqual([400, 'voucher.source_missing_embedding']);
      expect(faultsOf(answer)).toHaveProperty('similar_to');
    }
  });

  it('that does not exist, or was deleted, answers 404 voucher.source_not_found [VOU-R22]', async () => {
    for (const id of [999_999_999, v.deleted])
      expect(codeOf(await list(`similar_to=${id}`))).toEqual([404, 'voucher.source_not_found']);
  });

  it('out of reach answers 403 voucher.source_access_denied [VOU-R23]', async () => {
    const stranger = await documents.company();
    const answer = await stranger.call('GET', `/vouchers?similar_to=${v.invoice}`);
    expect(codeOf(answer)).toEqual([403, 'voucher.source_access_denied']);
  });
});

describe('who lists vouchers', () => {
  it('names no company out of reach, and sees its own alone without naming any [VOU-R02]', async () => {
    const stranger = await documents.company();
    expect(codeOf(await list('', stranger))).toEqual([403, 'voucher.client_account_access_denied']);
    const both = await stranger.call(
      'GET',
      `/vouchers?client_account_id=${stranger.clientAccountId},${own.clientAccountId}`,
    );
    expect(codeOf(both)).toEqual([403, 'voucher.client_account_access_denied']);
    const id = await documents.voucher(stranger);
    expect((await stranger.call('GET', '/vouchers')).body.data.map((each: { id: number }) => each.id)).toEqual([id]);
    expect((await documents.call('GET', '/api/v2/vouchers')).status).toBe(401);
  });

  it('as EM sees what it sent, nothing of the books, and nothing by them', async () => {
    const employee = await documents.colleague(own, 'EM');
    const id = await documents.voucher(employee);
    const { body } = await list('with=documents,journal_entry,attachments,tasks', employee);
    expect(body.data.map((each: { id: number }) => each.id)).toEqual([id]);
    expect(Object.keys(body.data[0])).toContain('attachments');
    for (const hidden of ['documents', 'journal_entry', 'tasks'])
      expect(Object.keys(body.data[0])).not.toContain(hidden);
    await run(sql`
      insert into documents (client_account_id, uploaded_file_id, currency_code, net_amount, tax_amount, created_in_application, created_at, updated_at,
        document_type, document_number, status, payment_status, total_amount, paid_amount)
      values (${own.clientAccountId}, ${id}, 'NOK', 1, 0, false, now(), now(), 'APINV', 'F-99', 'DRAFT', 'NOT_APPLICABLE', 1, 0)`);
    expect((await list('free_text=f-99')).body.data.map((each: { id: number }) => each.id)).toEqual([id]);
    for (const query of [
      'has_document=false',
      'account_code=6340',
      'document.is_payable=false',
      'has_journal_entry=false',
      'free_text=f-99',
    ])
      expect((await list(query, employee)).body.data, query).toEqual([]);
    expect(codeOf(await list(`similar_to=${v.invoice}`, employee))).toEqual([403, 'voucher.source_access_denied']);
    await run(sql`delete from documents where uploaded_file_id = ${id}`);
    await run(sql`delete from vouchers where id = ${id}`);
  });

  it.each([
    'status=NONE',
    'document_status=BOOKED',
    'document_date_from=1.1.2026',
    'has_project=maybe',
    'document.pending_payment_amount=1.234',
    'client_account_id=x',
    'per_page=0',
  ])('gets 400 for %s', async (query) => {
    const { status, body } = await own.call('GET', `/vouchers?${query}`);
    expect([status, body.error.code]).toEqual([400, 'common.validation_error']);
  });
});
