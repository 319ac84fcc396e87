import { setTimeout as pause } from 'node:timers/promises';
import { journalEntryCancelled, journalEntryDrafted, journalEntryDraftRemoved, journalEntryPosted } from '@app/events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VoucherEntry } from '../src/vouchers/standing.ts';
import { type Company, type Documents, startDocuments } from './documents.ts';

// The world plays the ledger: its entries are `books`, and its events are published as it would.

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

let entryId = 1000;
let version = 0;
const entryOf = (voucherId: number, changes: Partial<VoucherEntry> = {}): VoucherEntry => {
  const id = ++entryId;
  const entry = {
    ...{ id, voucherId, sequenceNumber: id, postingDate: '2026-01-31', description: 'Leie' },
    ...{ isDraft: false, isCancelled: false },
    lines: [
      { postingDate: '2026-01-31', accountCode: '6300', taxCode: '1' },
      { postingDate: '2026-01-31', accountCode: '2400' },
    ],
    ...changes,
  };
  documents.books.push(entry);
  return entry;
};
const drop = (entry: VoucherEntry): void => void documents.books.splice(documents.books.indexOf(entry), 1);
const change = (entry: VoucherEntry, changes: Partial<VoucherEntry>): VoucherEntry => {
  const next = { ...entry, ...changes };
  documents.books[documents.books.indexOf(entry)] = next;
  return next;
};
const tell = (
  event: typeof journalEntryPosted,
  { clientAccountId }: Company,
  { id, voucherId }: Pick<VoucherEntry, 'id' | 'voucherId'>,
) =>
  documents.publish(
    event.create(
      {
        client_account_id: clientAccountId,
        journal_entry_id: id,
        sequence_number: null,
        voucher_id: voucherId,
        ...{ relation_type: null, relation_id: null, cancelled: null, cancellation_entry_id: null },
        ...{ date_from: '2026-01-31', date_to: '2026-01-31', account_codes: [], version: ++version },
      },
      clientAccountId,
    ),
  );
/** The status that is stored, which lists go by. */
const stored = async (id: number): Promise<string> => {
  const [row] = await documents.db.executor.execute<{ status: string }>(
    sql`select status from vouchers where id = ${id}`,
  );
  return row!.status;
};
const becomes = async (id: number, status: string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while ((await stored(id)) !== status && Date.now() < deadline) await pause(20);
  expect(await stored(id)).toBe(status);
};
const patch = (company: Company, id: number, body: unknown) => company.call('PATCH', `/vouchers/${id}`, body);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof patch>>) => [status, body?.error?.code];
const shown = async (company: Company, id: number) => (await company.call('GET', `/vouchers/${id}`)).body;
const uploaded = async (company: Company): Promise<number> =>
  (
    await company.call('POST', '/vouchers', {
      client_account_id: company.clientAccountId,
      file_name: 'a.txt',
      content_base64: Buffer.from(`Kvittering ${++version}`).toString('base64'),
    })
  ).body.id;

describe('the status of a voucher', () => {
  it('follows its entries, and says in lists what the books say [VOU-R64] [VOU-R65] [VOU-R66] [VOU-R67]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    let entry = entryOf(id, { isDraft: true });
    await tell(journalEntryDrafted, own, entry);
    await becomes(id, 'DRAFT');
    expect(await shown(own, id)).toMatchObject({ status: 'DRAFT' });
    drop(entry);
    await tell(journalEntryDraftRemoved, own, entry);
    await becomes(id, 'PENDING');
    entry = entryOf(id);
    await tell(journalEntryPosted, own, entry);
    await becomes(id, 'BOOKED');
    entry = change(entry, { isCancelled: true });
    await tell(journalEntryCancelled, own, entry);
    await becomes(id, 'PENDING');
    await documents.expectSound(own.clientAccountId);
  });

  it('follows a draft that is given to another voucher', async () => {
    const own = await documents.company();
    const [first, second] = [await documents.voucher(own), await documents.voucher(own)];
    const entry = entryOf(first, { isDraft: true });
    await tell(journalEntryDrafted, own, entry);
    await becomes(first, 'DRAFT');
    await tell(journalEntryDrafted, own, change(entry, { voucherId: second }));
    await becomes(second, 'DRAFT');
    await becomes(first, 'PENDING');
  });

  it('is the same when the projection is lost and built anew', async () => {
    const own = await documents.company();
    const [drafted, booked, none] = [
      await documents.voucher(own),
      await documents.voucher(own),
      await documents.voucher(own),
    ];
    await tell(journalEntryDrafted, own, entryOf(drafted, { isDraft: true }));
    await tell(journalEntryPosted, own, entryOf(booked));
    await becomes(drafted, 'DRAFT');
    await becomes(booked, 'BOOKED');
    const rows = () =>
      documents.db.executor.execute(sql`
        select e.entry_id, e.voucher_id, e.is_draft, l.account_code, l.tax_code from voucher_entries e
        left join voucher_entry_lines l using (client_account_id, entry_id)
        where e.client_account_id = ${own.clientAccountId} order by 1, 4`);
    const before = await rows();
    expect(before).toHaveLength(4);
    await documents.db.executor.execute(
      sql`delete from voucher_entries where client_account_id = ${own.clientAccountId}`,
    );
    await documents.db.executor.execute(
      sql`update vouchers set status = 'PENDING', books_revision = 0 where client_account_id = ${own.clientAccountId}`,
    );
    expect(await documents.runJob('voucher-entries')).toBeGreaterThanOrEqual(3);
    expect(await rows()).toEqual(before);
    expect([await stored(drafted), await stored(booked), await stored(none)]).toEqual(['DRAFT', 'BOOKED', 'PENDING']);
  });
});

describe('PATCH of a voucher', () => {
  it('archives PENDING and DRAFT, stops the workflow, and brings it back to what its links make it [VOU-R68] [VOU-R69]', async () => {
    const own = await documents.company();
    const [pending, drafted] = [await uploaded(own), await documents.voucher(own)];
    const entry = entryOf(drafted, { isDraft: true });
    const archived = await patch(own, pending, { status: 'ARCHIVED' });
    expect([archived.status, archived.body.status, archived.body.workflow_status]).toEqual([
      200,
      'ARCHIVED',
      'CANCELLED',
    ]);
    expect((await patch(own, drafted, { status: 'ARCHIVED' })).body.status).toBe('ARCHIVED');
    expect(await stored(drafted)).toBe('ARCHIVED');
    expect((await patch(own, pending, { status: 'PENDING' })).body.status).toBe('PENDING');
    expect((await patch(own, drafted, { status: 'PENDING' })).body.status).toBe('DRAFT');
    drop(entry);
    await documents.expectSound(own.clientAccountId);
  });

  it('of the status of a booked voucher answers 400 voucher.is_booked, whether or not the event has come [VOU-R70]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    entryOf(id);
    for (const status of ['ARCHIVED', 'PENDING'])
      expect(codeOf(await patch(own, id, { status }))).toEqual([400, 'voucher.is_booked']);
    expect(codeOf(await patch(own, id, { workflow_status: 'STARTING_WORKFLOW' }))).toEqual([400, 'voucher.is_booked']);
    expect((await patch(own, id, { document_date: '2026-02-01' })).status).toBe(200);
  });

  it('stops a workflow, begins an ended one anew, and takes no other step [VOU-R80] [VOU-R81] [VOU-R82]', async () => {
    const own = await documents.company();
    const id = await uploaded(own);
    for (const to of ['COMPLETED', 'BOOKING', 'STARTING_WORKFLOW', 'nonsense', ''])
      expect([to, ...codeOf(await patch(own, id, { workflow_status: to }))]).toEqual([
        to,
        400,
        'voucher.invalid_workflow_transition',
      ]);
    expect((await patch(own, id, { workflow_status: 'CANCELLED' })).body.workflow_status).toBe('CANCELLED');
    expect(codeOf(await patch(own, id, { workflow_status: 'CANCELLED' }))).toEqual([
      400,
      'voucher.invalid_workflow_transition',
    ]);
    expect((await patch(own, id, { workflow_status: 'STARTING_WORKFLOW' })).body.workflow_status).toBe(
      'STARTING_WORKFLOW',
    );
  });

  it('changes and clears what is sent, and nothing else', async () => {
    const own = await documents.company();
    documents.projects.push({ clientAccountId: own.clientAccountId, id: 51, isActive: true });
    const id = await documents.voucher(own, { voucherType: 'RECPT' });
    const { body } = await patch(own, id, { document_date: '2026-03-01', project_id: 51 });
    expect(body).toMatchObject({
      type: 'RECPT',
      document_date: '2026-03-01',
      project_id: 51,
      updated_by_id: own.userId,
    });
    expect((await patch(own, id, { type: 'APINV', project_id: null })).body).toMatchObject({
      type: 'APINV',
      document_date: '2026-03-01',
      project_id: null,
    });
  });

  it('replaces attachments, and takes none of another company or of another kind', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const file = { file_name: 'a.txt', content_base64: Buffer.from('Hei på deg').toString('base64') };
    const attach = async (company: Company) => {
      const of = await documents.voucher(company);
      const { body } = await company.call('POST', `/vouchers/${of}/attachments`, { files: [file, file] });
      return { of, ids: body.attachments.map((each: { id: number }) => each.id) as number[] };
    };
    const [mine, theirs] = [await attach(own), await attach(stranger)];
    expect((await patch(own, mine.of, { attachment_file_ids: mine.ids.toReversed() })).status).toBe(200);
    const read = async () =>
      (await own.call('GET', `/vouchers/${mine.of}?with=attachments`)).body.attachments.map(
        (each: { id: number }) => each.id,
      );
    expect(await read()).toEqual(mine.ids.toReversed());
    for (const strange of [theirs.ids[0], mine.of, 999_999_999])
      expect(codeOf(await patch(own, mine.of, { attachment_file_ids: [strange] }))).toEqual([
        400,
        'common.validation_error',
      ]);
    expect(await read()).toEqual(mine.ids.toReversed());
    expect((await patch(own, mine.of, { attachment_file_ids: [] })).status).toBe(200);
    expect(await read()).toEqual([]);
  });

  it('is refused to strangers, to EM, and for values that are none', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const id = await documents.voucher(own);
    expect(codeOf(await patch(stranger, id, { type: 'RECPT' }))).toEqual([403, 'voucher.access_denied']);
    const employee = await documents.colleague(own, 'EM');
    expect(codeOf(await patch(employee, await documents.voucher(employee), { type: 'RECPT' }))).toEqual([
      403,
      'common.forbidden',
    ]);
    for (const body of [
      { status: 'BOOKED' },
      { type: 'X' },
      { document_date: '31.01.2026' },
      { project_id: 999 },
      { collection_id: 999 },
    ])
      expect(codeOf(await patch(own, id, body))).toEqual([400, 'common.validation_error']);
  });
});

describe('DELETE of a voucher', () => {
  const remove = (company: Company, id: number) => company.call('DELETE', `/vouchers/${id}`);
  const document = (company: Company, voucherId: number, changes: { status?: string; own?: boolean } = {}) =>
    documents.db.executor.execute(sql`
      insert into documents (client_account_id, document_type, currency_code, net_amount, tax_amount, total_amount, status, uploaded_file_id,
        created_in_application, created_at, updated_at)
      values (${company.clientAccountId}, 'APINV', 'NOK', 0, 0, 0, ${changes.status ?? 'DRAFT'}, ${voucherId}, ${changes.own ?? false}, now(), now())`);

  it('answers 204, takes its drafts, and is heard by whoever refers to it [VOU-R28] [VOU-R29] [VOU-R71]', async () => {
    const own = await documents.company();
    const id = await uploaded(own);
    const { download_url } = await shown(own, id);
    entryOf(id, { isDraft: true });
    await document(own, id);
    expect((await remove(own, id)).status).toBe(204);
    expect(documents.books.filter(({ voucherId }) => voucherId === id)).toEqual([]);
    expect(
      await documents.db.executor.execute(sql`select 1 from documents where uploaded_file_id = ${id}`),
    ).toHaveLength(0);
    expect(await shown(own, id)).toMatchObject({
      status: 'DELETED',
      is_active: false,
      download_url: null,
      workflow_status: 'CANCELLED',
    });
    const { pathname, search } = new URL(download_url);
    expect((await documents.call('GET', `${pathname}${search}`)).status).toBe(404);
    const said = (await documents.events('documents.reference.changed')).filter(({ payload }) => payload.id === id);
    expect(said.map(({ payload }) => [payload.is_active, payload.version])).toEqual([
      [true, 1],
      [false, 2],
    ]);
    for (const [method, path, body] of [
      ['PATCH', '', { type: 'RECPT' }],
      ['DELETE', '', undefined],
      ['POST', '/attachments', { files: [] }],
      ['GET', '/download', undefined],
    ] as const)
      expect(codeOf(await own.call(method, `/vouchers/${id}${path}`, body))).toEqual([404, 'voucher.not_found']);
    await documents.expectSound(own.clientAccountId);
  });

  it('with a posted entry answers 400, and so does one that is posted while it goes; the voucher stays [VOU-R30]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    entryOf(id);
    expect(codeOf(await remove(own, id))).toEqual([400, 'common.validation_error']);
    // The ledger posts between its answer and the release.
    const other = await documents.voucher(own);
    const posted = entryOf(other, { isDraft: true });
    documents.beforeRelease(() => change(posted, { isDraft: false }));
    expect(codeOf(await remove(own, other))).toEqual([400, 'common.validation_error']);
    await tell(journalEntryPosted, own, posted);
    await becomes(other, 'BOOKED');
    expect((await own.call('GET', `/vouchers/${other}`)).body).toMatchObject({ status: 'BOOKED', is_active: true });
    await documents.expectSound(own.clientAccountId);
  });

  it('with a posted document, or an invoice made here, answers 400 and takes nothing [VOU-R31] [VOU-R33]', async () => {
    const own = await documents.company();
    const [posted, made] = [await documents.voucher(own), await documents.voucher(own)];
    await document(own, posted, { status: 'POSTED' });
    await document(own, made, { own: true });
    const draft = entryOf(posted, { isDraft: true });
    for (const id of [posted, made]) expect(codeOf(await remove(own, id))).toEqual([400, 'common.validation_error']);
    expect(documents.books).toContain(draft);
    expect(
      await documents.db.executor.execute(sql`select 1 from documents where uploaded_file_id = ${made}`),
    ).toHaveLength(1);
  });

  it('goes to its end when the process dies after the ledger let its drafts go', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const draft = entryOf(id, { isDraft: true });
    documents.beforeRelease(() => {
      drop(draft);
      throw new Error('gone');
    });
    const { status } = await remove(own, id);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(await shown(own, id)).toMatchObject({ status: 'DELETED' });
    await documents.db.executor.execute(
      sql`update use_cases set lease_until = now() - interval '1 second' where state = 'open'`,
    );
    await documents.runJob('use-case-recovery');
    expect(await shown(own, id)).toMatchObject({ status: 'DELETED', is_active: false });
    await documents.expectSound(own.clientAccountId);
  });

  it('is refused to strangers and to EM', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const id = await documents.voucher(own);
    expect(codeOf(await remove(stranger, id))).toEqual([403, 'voucher.access_denied']);
    expect(codeOf(await remove(await documents.colleague(own, 'EM'), id))).toEqual([403, 'common.forbidden']);
    expect(codeOf(await remove(own, 999_999_999))).toEqual([404, 'voucher.not_found']);
  });
});
