import { openRendering } from '@app/rendering';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Company, type Documents, startDocuments } from './documents.ts';
import { paper as paperOf } from './papers.ts';
import { faultsOf } from './trade.ts';

let documents: Documents;
const rendering = openRendering({ threads: 1 });
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(async () => {
  await rendering.close();
  await documents?.stop();
});

const paper = (...texts: readonly string[]) => paperOf(texts);
const make = (company: Company, content: Buffer, fileName = 'a.pdf', mediaType = 'application/pdf') =>
  documents.voucher(company, { content, fileName, mediaType });
const merge = (company: Company, body: unknown) => company.call('POST', '/vouchers/merge', body);
const split = (company: Company, body: unknown) => company.call('POST', '/vouchers/split', body);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof merge>>) => [status, body?.error?.code];
/** And the fields that are at fault. */
const aboutOf = (answer: Parameters<typeof faultsOf>[0]) => [...codeOf(answer), ...Object.keys(faultsOf(answer))];
const textOf = async (company: Company, id: number): Promise<readonly string[]> => {
  const { bytes } = await company.call('GET', `/vouchers/${id}/download`);
  return (await rendering.read(bytes, 'application/pdf')).textPages;
};
const statusOf = async (company: Company, id: number) => (await company.call('GET', `/vouchers/${id}`)).body.status;
let entryId = 5000;
const book = (voucherId: number) =>
  documents.books.push({
    ...{ id: ++entryId, voucherId, sequenceNumber: entryId, postingDate: '2026-01-31', description: 'Leie' },
    ...{ isDraft: false, isCancelled: false, lines: [] },
  });

describe('merging vouchers', () => {
  it('answers 201 with one voucher of all pages in the order of the ids, other files attached [VOU-R34] [VOU-R35] [VOU-R44] [VOU-R47]', async () => {
    const own = await documents.company();
    const [a, b, table] = [
      await make(own, await paper('Side A')),
      await make(own, await paper('Side B1', 'Side B2')),
      await make(own, Buffer.from('a;b\n1;2\n'), 't.csv', 'text/csv'),
    ];
    const { status, body } = await merge(own, { voucher_ids: [b, table, a] });
    expect([status, body.status, body.content_type]).toEqual([201, 'PENDING', 'application/pdf']);
    expect(await textOf(own, body.id)).toEqual(['Side B1', 'Side B2', 'Side A']);
    const { attachments } = (await own.call('GET', `/vouchers/${body.id}?with=attachments`)).body;
    expect(attachments.map((each: { file_name: string }) => each.file_name)).toEqual(['t.csv']);
    for (const id of [a, b, table]) expect(await statusOf(own, id)).toBe('PENDING');
    await documents.expectSound(own.clientAccountId);
  });

  it('archives or deletes the sources when asked, but keeps a booked one [VOU-R45] [VOU-R46] [VOU-R89]', async () => {
    const own = await documents.company();
    const some = async () => [await make(own, await paper('A')), await make(own, await paper('B'))];
    const [archived, booked] = await some();
    book(booked!);
    expect((await merge(own, { voucher_ids: [archived, booked], source_action: 'ARCHIVE' })).status).toBe(201);
    expect([await statusOf(own, archived!), await statusOf(own, booked!)]).toEqual(['ARCHIVED', 'BOOKED']);
    const gone = await some();
    const { status, body } = await merge(own, { voucher_ids: gone, source_action: 'DELETE' });
    expect(status).toBe(201);
    for (const id of gone) expect(await statusOf(own, id)).toBe('DELETED');
    expect(await textOf(own, body.id)).toEqual(['A', 'B']);
    await documents.expectSound(own.clientAccountId);
  });

  it('refuses what cannot be merged, and makes nothing [VOU-R36] [VOU-R37] [VOU-R38] [VOU-R39] [VOU-R40] [VOU-R41]', async () => {
    const [own, other] = [await documents.company(), await documents.company()];
    documents.world.grant(own.userId, other.clientAccountId, 'AA');
    const [a, b] = [await make(own, await paper('A')), await make(own, await paper('B'))];
    const tables = [
      await make(own, Buffer.from('a;b\n1;2\n'), 't.csv', 'text/csv'),
      await make(own, Buffer.from('a;b\n3;4\n'), 't.csv', 'text/csv'),
    ];
    const foreign = await make(other, await paper('C'));
    const count = () =>
      documents.db.executor.execute(sql`select 1 from vouchers where client_account_id = ${own.clientAccountId}`);
    const before = (await count()).length;
    for (const voucher_ids of [undefined, null, 'x', a, [a, 'b'], { 0: a }])
      expect(aboutOf(await merge(own, { voucher_ids }))).toEqual([400, 'voucher.invalid_voucher_ids', 'voucher_ids']);
    for (const voucher_ids of [[], [a], [a, a]])
      expect(aboutOf(await merge(own, { voucher_ids }))).toEqual([400, 'voucher.merge_failed', 'voucher_ids']);
    expect(aboutOf(await merge(own, { voucher_ids: [a, foreign] }))).toEqual([
      400,
      'voucher.merge_failed',
      'voucher_ids',
    ]);
    expect(aboutOf(await merge(own, { voucher_ids: tables }))).toEqual([400, 'voucher.merge_failed', 'voucher_ids']);
    expect(aboutOf(await merge(own, { voucher_ids: [a, b], source_action: 'BURN' }))).toEqual([
      400,
      'voucher.invalid_source_action',
      'source_action',
    ]);
    expect((await count()).length).toBe(before);
    book(b);
    const booked = await merge(own, { voucher_ids: [a, b], source_action: 'DELETE' });
    expect(aboutOf(booked)).toEqual([400, 'voucher.merge_failed', 'voucher_ids']);
    expect(booked.body.error.message).toContain(`Voucher ${b} `);
    expect([await statusOf(own, a), await statusOf(own, b)]).toEqual(['PENDING', 'BOOKED']);
    const live = await documents.db.executor.execute(sql`
      select 1 from vouchers where client_account_id = ${own.clientAccountId} and status <> 'DELETED'`);
    expect(live.length).toBe(before);
  });

  it('says which voucher does not exist or is out of reach [VOU-R42] [VOU-R43]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const [mine, theirs] = [await make(own, await paper('A')), await make(stranger, await paper('B'))];
    const missing = await merge(own, { voucher_ids: [mine, 999_999_999] });
    expect([...codeOf(missing), missing.body.error.details.voucher_id]).toEqual([
      404,
      'voucher.not_found',
      999_999_999,
    ]);
    const denied = await merge(own, { voucher_ids: [mine, theirs] });
    expect([...codeOf(denied), denied.body.error.details.voucher_id]).toEqual([403, 'voucher.access_denied', theirs]);
  });
});

describe('splitting a voucher', () => {
  it('answers 201 with a voucher for each range, counted from 1 and inclusive, with what was said of it [VOU-R48] [VOU-R52] [VOU-R53]', async () => {
    const own = await documents.company();
    const id = await make(own, await paper('1', '2', '3'));
    await own.call('POST', `/vouchers/${id}/statements`, { purpose: 'Reise' });
    const { status, body } = await split(own, {
      voucher_id: id,
      page_ranges: [
        [2, 3],
        [1, 2],
      ],
    });
    expect([status, body.length]).toEqual([201, 2]);
    expect([await textOf(own, body[0].id), await textOf(own, body[1].id)]).toEqual([
      ['2', '3'],
      ['1', '2'],
    ]);
    for (const part of body)
      expect((await own.call('GET', `/vouchers/${part.id}?with=statement`)).body.statement).toMatchObject({
        purpose: 'Reise',
      });
    expect(await statusOf(own, id)).toBe('PENDING');
    expect(
      (
        await split(own, {
          voucher_id: id,
          page_ranges: [
            [1, 1],
            [2, 3],
          ],
          source_action: 'DELETE',
        })
      ).status,
    ).toBe(201);
    expect(await statusOf(own, id)).toBe('DELETED');
    await documents.expectSound(own.clientAccountId);
  });

  it('refuses what cannot be split [VOU-R49] [VOU-R50] [VOU-R51] [VOU-R54] [VOU-R55] [VOU-R56] [VOU-R57]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const id = await make(own, await paper('1', '2'));
    const good = [
      [1, 1],
      [2, 2],
    ];
    for (const voucher_id of [undefined, null, 'x', 1.5, -1])
      expect(aboutOf(await split(own, { voucher_id, page_ranges: good }))).toEqual([
        400,
        'voucher.invalid_voucher_id',
        'voucher_id',
      ]);
    for (const page_ranges of [
      undefined,
      'x',
      [],
      [[1, 1]],
      [[1, 1], [2]],
      [
        [1, 1],
        [2, 1],
      ],
      [
        [0, 1],
        [1, 1],
      ],
      [
        [1, 1],
        ['1', '2'],
      ],
      [
        [1, 1],
        [2, 3],
      ],
    ])
      expect([page_ranges, ...aboutOf(await split(own, { voucher_id: id, page_ranges }))]).toEqual([
        page_ranges,
        400,
        'voucher.invalid_page_ranges',
        'page_ranges',
      ]);
    expect(aboutOf(await split(own, { voucher_id: id, page_ranges: good, source_action: 'BURN' }))).toEqual([
      400,
      'voucher.invalid_source_action',
      'source_action',
    ]);
    expect(codeOf(await split(own, { voucher_id: 999_999_999, page_ranges: good }))).toEqual([
      404,
      'voucher.not_found',
    ]);
    expect(codeOf(await split(stranger, { voucher_id: id, page_ranges: good }))).toEqual([
      403,
      'voucher.access_denied',
    ]);
    const table = await make(own, Buffer.from('a;b\n1;2\n'), 't.csv', 'text/csv');
    expect(codeOf(await split(own, { voucher_id: table, page_ranges: good }))).toEqual([400, 'voucher.split_failed']);
    book(id);
    expect(codeOf(await split(own, { voucher_id: id, page_ranges: good, source_action: 'DELETE' }))).toEqual([
      400,
      'voucher.split_failed',
    ]);
  });
});
