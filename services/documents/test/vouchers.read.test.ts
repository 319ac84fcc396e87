import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VoucherEntry } from '../src/vouchers/standing.ts';
import { type Company, type Documents, pdf, startDocuments } from './documents.ts';

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

const read = (company: Company, id: number, query = '') => company.call('GET', `/vouchers/${id}${query}`);
/** Follows an address of a record, as a browser without a token. */
const follow = (address: string, headers?: Readonly<Record<string, string>>, method = 'GET') => {
  const { pathname, search } = new URL(address);
  return documents.call(method, `${pathname}${search}`, headers ? { headers } : {});
};
let entryId = 0;
function book(voucherId: number, changes: Partial<VoucherEntry> = {}): number {
  const id = ++entryId;
  const state = { isDraft: false, isCancelled: false };
  documents.books.push({
    id,
    voucherId,
    sequenceNumber: id,
    postingDate: '2026-01-31',
    description: 'Leie',
    lines: [],
    ...state,
    ...changes,
  });
  return id;
}

describe('a voucher', () => {
  it('has every field of its description, its addresses signed or null [VOU-R87]', async () => {
    const own = await documents.company();
    const content = pdf();
    const id = await documents.voucher(own, { content, voucherType: 'RECPT', documentDate: '2026-01-31' });
    const { status, body } = await read(own, id);
    expect(status).toBe(200);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const address = expect.stringContaining(`${documents.env.PUBLIC_BASE_URL}/public/v2/files/${id}?`);
    expect(body).toEqual({
      id,
      created_at: moment,
      created_by_id: own.userId,
      updated_at: moment,
      updated_by_id: own.userId,
      client_account_id: own.clientAccountId,
      type: 'RECPT',
      file_name: 'Kvittering på kjøp.pdf',
      content_type: 'application/pdf',
      channel: 'API',
      processing_track: 'MANUAL',
      size: content.length,
      is_active: true,
      thumbnail_url: null,
      preview_url: null,
      download_url: address,
      original_url: address,
      page_images: [],
      document_date: '2026-01-31',
      status: 'PENDING',
      workflow_status: 'COMPLETED',
      collection_id: null,
      project_id: null,
      external_id: null,
      metadata: null,
    });
  });

  it('that does not exist answers 404 voucher.not_found [VOU-R25]', async () => {
    const own = await documents.company();
    for (const id of ['999999999', 'x', '0', '-1', '1.5', '9'.repeat(30)]) {
      const { status, body } = await own.call('GET', `/vouchers/${id}`);
      expect([id, status, body.error.code]).toEqual([id, 404, 'voucher.not_found']);
    }
  });

  it('of a company out of reach answers 403 voucher.access_denied, and says nothing of the company [VOU-R26]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const id = await documents.voucher(own);
    for (const path of ['', '/download']) {
      const { status, body } = await stranger.call('GET', `/vouchers/${id}${path}`);
      expect([status, body.error.code]).toEqual([403, 'voucher.access_denied']);
      // Without the id of the request, which is chance and may hold the same digits.
      const { request_id: _chance, ...shown } = body.error;
      expect(JSON.stringify(shown)).not.toContain(String(own.clientAccountId));
    }
  });

  it('is nobody’s to read without a token', async () => {
    const id = await documents.voucher(await documents.company());
    for (const path of [`/vouchers/${id}`, `/vouchers/${id}/download`, `/files/${id}`])
      expect((await documents.call('GET', `/api/v2${path}`)).status).toBe(401);
  });

  it('is read by EM when EM sent it, and by no EM otherwise [ROLE-R06]', async () => {
    const own = await documents.company();
    const employee = await documents.colleague(own, 'EM');
    const [theirs, another] = [await documents.voucher(employee), await documents.voucher(own)];
    expect((await read(employee, theirs)).status).toBe(200);
    expect((await employee.call('GET', `/vouchers/${theirs}/download`)).status).toBe(200);
    for (const path of ['', '/download']) {
      const { status, body } = await employee.call('GET', `/vouchers/${another}${path}`);
      expect([status, body.error.code]).toEqual([403, 'common.forbidden']);
    }
  });

  it('shows EM nothing of the books', async () => {
    const employee = await documents.company({ role: 'EM' });
    const id = await documents.voucher(employee);
    book(id, { description: 'Hemmelig' });
    const { body } = await read(employee, id, '?with=journal_entries,journal_entry,attachments');
    expect(body).toMatchObject({ status: 'BOOKED', attachments: [] });
    expect(JSON.stringify(body)).not.toMatch(/journal_entr|Hemmelig/);
  });

  it.each(['SA', 'AA', 'CA', 'BK', 'US'] as const)('is read by %s', async (role) => {
    const own = await documents.company({ role: 'EM' });
    const id = await documents.voucher(own);
    expect((await read(await documents.colleague(own, role), id)).status).toBe(200);
  });

  it('can be read while its company is inactive', async () => {
    const own = await documents.company({ isActive: false });
    expect((await read(own, await documents.voucher(own))).status).toBe(200);
  });

  it('is PENDING, DRAFT with a draft, BOOKED with a posted entry, and goes back with them [VOU-R64] [VOU-R65] [VOU-R66] [VOU-R67]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const statusNow = async () => (await read(own, id)).body.status;
    expect(await statusNow()).toBe('PENDING');
    book(id, { isDraft: true });
    expect(await statusNow()).toBe('DRAFT');
    documents.books.pop();
    expect(await statusNow()).toBe('PENDING');
    book(id);
    expect(await statusNow()).toBe('BOOKED');
    documents.books.pop();
    book(id, { isCancelled: true });
    expect(await statusNow()).toBe('PENDING');
  });

  it('embeds its entries, newest first, and the newest that stands', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const none = await read(own, id, '?with=journal_entries,journal_entry,unknown');
    expect(none.body).toMatchObject({ journal_entries: [], journal_entry: null });
    const cancelled = book(id, { isCancelled: true });
    const live = book(id);
    const { body } = await read(own, id, '?with=journal_entries,journal_entry');
    const entry = (entryOf: number, status: string) => ({
      id: entryOf,
      sequence_number: entryOf,
      posting_date: '2026-01-31',
      description: 'Leie',
      status,
      is_draft: false,
    });
    expect(body.journal_entries).toEqual([entry(live, 'POSTED'), entry(cancelled, 'CANCELLED')]);
    expect(body.journal_entry).toEqual(entry(live, 'POSTED'));
  });

  it('that is deleted is read with status DELETED and without addresses, and its addresses give nothing [VOU-R71]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const { body: before } = await read(own, id);
    await documents.db.executor.execute(sql`update vouchers set status = 'DELETED' where id = ${id}`);
    await documents.db.executor.execute(sql`update files set is_active = false where id = ${id}`);
    const { status, body } = await read(own, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'DELETED', is_active: false, download_url: null, original_url: null });
    expect((await follow(before.download_url)).status).toBe(404);
    expect((await own.call('GET', `/vouchers/${id}/download`)).status).toBe(404);
  });
});

describe('a file', () => {
  it('is signed anew whenever it is read [FIL-R01]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const first = (await own.call('GET', `/files/${id}`)).body;
    expect(first).toMatchObject({ id, type: 'VOUCHER', is_active: true, source_file: null, target_files: [] });
    documents.setClock(Temporal.Now.instant().add({ minutes: 59 }).toString());
    try {
      const second = (await own.call('GET', `/files/${id}`)).body;
      expect(second.download_url).not.toBe(first.download_url);
      expect((await follow(second.download_url)).status).toBe(200);
    } finally {
      documents.setClock(null);
    }
  });

  it('that does not exist, is inactive, or is of a company out of reach, is not found, and the three look alike [FIL-R02] [FIL-R03] [FIL-R04]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const [theirs, inactive] = [await documents.voucher(stranger), await documents.voucher(own)];
    await documents.db.executor.execute(sql`update files set is_active = false where id = ${inactive}`);
    for (const id of [999_999_999, inactive, theirs]) {
      const { status, body } = await own.call('GET', `/files/${id}`);
      const { request_id: _, doc_url: _page, ...error } = body.error;
      expect([status, error]).toEqual([404, { code: 'uploaded_file.not_found', message: `There is no file ${id}` }]);
    }
  });

  it('of somebody else is not found by EM [ROLE-R17]', async () => {
    const own = await documents.company();
    const employee = await documents.colleague(own, 'EM');
    const [theirs, another] = [await documents.voucher(employee), await documents.voucher(own)];
    expect((await employee.call('GET', `/files/${theirs}`)).status).toBe(200);
    const { status, body } = await employee.call('GET', `/files/${another}`);
    expect([status, body.error.code]).toEqual([404, 'uploaded_file.not_found']);
  });

  it('sent in a chat is not found by anybody else before it is sent [FIL-R05]', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    await documents.db.executor.execute(sql`delete from vouchers where id = ${id}`);
    await documents.db.executor.execute(sql`update files set type = 'CHAT_ATTACHMENT' where id = ${id}`);
    expect((await own.call('GET', `/files/${id}`)).status).toBe(200);
    const colleague = await documents.colleague(own, 'CA');
    expect((await colleague.call('GET', `/files/${id}`)).body.error.code).toBe('uploaded_file.not_found');
  });
});
