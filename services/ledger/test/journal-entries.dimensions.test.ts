import { dimensionTypes } from '@app/api/ledger/index';
import { organisationReferenceChanged, referenceChangedBy } from '@app/events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Books, codeOf, credit, debit, faultsOf, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const tagged = (...dimensions: readonly object[]) => ({
  lines: [debit('6300', '1.00', { dimensions }), credit('1920', '1.00')],
});
const project = (id: number) => ({ relation_type: 'project', relation_id: id });

/** The ledger's own records come from its own aggregate; here they are put where it will put them. */
async function ownAsset(clientAccountId: number, id: number): Promise<void> {
  await ledger.db.raw`insert into reference_values values (${clientAccountId}, 'asset', ${id}, 'Van', true, 1)`;
}

describe('dimensions', () => {
  it('all seven types are accepted and shown with id and name [JE-R46]', async () => {
    await ownAsset(books.clientAccountId, 3);
    for (const type of dimensionTypes)
      if (type !== 'asset') ledger.own(books.clientAccountId, type, { id: 3, name: `My ${type}` });
    const { lines } = await books.posted(
      tagged(...dimensionTypes.map((type) => ({ relation_type: type, relation_id: 3 }))),
    );
    expect(lines[0].dimensions).toEqual(
      dimensionTypes.map((type) => ({
        id: expect.any(Number),
        relation_type: type,
        relation_id: 3,
        name: type === 'asset' ? 'Van' : `My ${type}`,
      })),
    );
  });

  it('an unknown record 400, one of another account too [JEX-R23]', async () => {
    const other = await ledger.books();
    ledger.own(other.clientAccountId, 'project', { id: 77 });
    for (const id of [77, 404, Number.MAX_SAFE_INTEGER]) {
      const answer = await books.post(tagged(project(id)));
      expect([answer.status, codeOf(answer)]).toEqual([400, 'common.validation_error']);
      expect(faultsOf(answer)['lines.0.dimensions.0']).toMatch(`is project ${id}, which does not exist`);
    }
  });

  it('an unknown type 400, with the known ones named [JEX-R24]', async () => {
    for (const type of ['customer', 'PROJECT', '', null, 5]) {
      const answer = await books.post(tagged({ relation_type: type, relation_id: 1 }));
      expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([400, ['lines.0.dimensions.0.relation_type']]);
    }
    expect(
      faultsOf(await books.post(tagged({ relation_type: 'x', relation_id: 1 })))['lines.0.dimensions.0.relation_type'],
    ).toMatch(/businesspartner, bankacc/);
  });

  it('two of one type 400, two tags fine, one tag twice 400 [JEX-R25]', async () => {
    for (const id of [1, 2]) {
      ledger.own(books.clientAccountId, 'project', { id });
      ledger.own(books.clientAccountId, 'tag', { id });
    }
    const two = await books.post(tagged(project(1), project(2)));
    expect([two.status, faultsOf(two)['lines.0.dimensions.1']]).toEqual([400, expect.stringMatching(/second project/)]);
    const tag = (id: number) => ({ relation_type: 'tag', relation_id: id });
    expect((await books.posted(tagged(tag(1), tag(2)))).lines[0].dimensions).toHaveLength(2);
    expect(faultsOf(await books.post(tagged(tag(1), tag(1))))['lines.0.dimensions.1']).toMatch(/repeats tag 1/);
    await ledger.expectSound(books.clientAccountId);
  });

  it('an account with a mandatory dimension takes lines without it [JEX-R26]', async () => {
    expect(
      (await books.posted({ lines: [debit('1500', '1.00'), credit('2400', '1.00')] })).lines[0].account
        .mandatory_dimensions,
    ).toEqual([{ relation_type: 'businesspartner' }]);
  });

  it('an inactive record 400, until its owner says it is active', async () => {
    ledger.own(books.clientAccountId, 'department', { id: 4, isActive: false });
    const line = tagged({ relation_type: 'department', relation_id: 4 });
    expect(faultsOf(await books.post(line))['lines.0.dimensions.0']).toMatch(/inactive/);
    ledger.own(books.clientAccountId, 'department', { id: 4, isActive: true });
    expect((await books.post(line)).status).toBe(201);
  });

  it('the owner is asked once, not on every posting', async () => {
    ledger.own(books.clientAccountId, 'item', { id: 9 });
    const line = tagged({ relation_type: 'item', relation_id: 9 });
    await books.posted(line);
    const before = ledger.asked.resolve;
    for (let i = 0; i < 3; i++) await books.posted(line);
    expect(ledger.asked.resolve).toBe(before);
  });

  it('an owner that is away is a 503 for what is not known, and nothing for what is', async () => {
    ledger.own(books.clientAccountId, 'project', { id: 21 });
    await books.posted(tagged(project(21)));
    ledger.world.isAway = true;
    try {
      expect((await books.post(tagged(project(21)))).status).toBe(201);
      const answer = await books.post(tagged(project(22)));
      expect([answer.status, codeOf(answer)]).toEqual([503, 'common.service_unavailable']);
    } finally {
      ledger.world.isAway = false;
    }
  });

  it('an event reports a new name and state; an older one that comes late changes nothing', async () => {
    const own = await ledger.books();
    const event = (version: number, name: string, isActive: boolean) =>
      organisationReferenceChanged.create({
        client_account_id: own.clientAccountId,
        type: 'project',
        id: 6,
        name,
        is_active: isActive,
        version,
      });
    await ledger.publish(event(2, 'New name', true));
    await vi.waitFor(async () => expect((await own.post(tagged(project(6)))).status).toBe(201), {
      timeout: 60_000,
      interval: 50,
    });
    await ledger.publish(event(1, 'Old name', false));
    await ledger.publish(
      referenceChangedBy('documents').create({
        client_account_id: own.clientAccountId,
        type: 'item',
        id: 1,
        name: 'Nut',
        is_active: true,
        version: 1,
      }),
    );
    await vi.waitFor(
      async () => expect((await own.post(tagged({ relation_type: 'item', relation_id: 1 }))).status).toBe(201),
      {
        timeout: 60_000,
        interval: 50,
      },
    );
    expect((await own.posted(tagged(project(6)))).lines[0].dimensions[0].name).toBe('New name');
  });
});

describe('vouchers', () => {
  it('an unknown voucher, one of another account, an inactive one 400 [JEX-R31]', async () => {
    const other = await ledger.books();
    ledger.own(other.clientAccountId, 'voucher', { id: 50 });
    ledger.own(books.clientAccountId, 'voucher', { id: 51, isActive: false });
    for (const id of [50, 51, 52]) {
      const answer = await books.post({ ...rent(), voucher_id: id });
      expect([answer.status, codeOf(answer)], String(id)).toEqual([400, 'common.validation_error']);
      expect(faultsOf(answer).voucher_id).toMatch(id === 51 ? /not active/ : /no voucher of this client account/);
    }
  });

  it('a second live entry of a voucher 409, a draft counts; nothing is stored [JE-R23]', async () => {
    const own = await ledger.books();
    for (const [id, isDraft] of [
      [60, false],
      [61, true],
    ] as const) {
      ledger.own(own.clientAccountId, 'voucher', { id });
      expect((await own.posted({ ...rent(), voucher_id: id, is_draft: isDraft })).voucher_id).toBe(id);
      for (const again of [false, true]) {
        const answer = await own.post({ ...rent(), voucher_id: id, is_draft: again });
        expect([answer.status, codeOf(answer)]).toEqual([409, 'common.conflict']);
      }
    }
    const { body } = await own.call(
      'GET',
      `/journal-entries?client_account_id=${own.clientAccountId}&include_drafts=true`,
    );
    expect(body.meta.records).toBe(2);
  });

  it('after its entry was cancelled, or its draft removed, a voucher is booked again [JEX-R33]', async () => {
    ledger.own(books.clientAccountId, 'voucher', { id: 70 });
    const first = await books.posted({ ...rent(), voucher_id: 70 });
    await books.call('PATCH', `/journal-entries/${first.id}`, { cancelled: 'Y', cancellation_reason: 'wrong account' });
    const draft = await books.posted({ ...rent(), voucher_id: 70, is_draft: true });
    await books.call('DELETE', `/journal-entries/${draft.id}`);
    expect((await books.post({ ...rent(), voucher_id: 70 })).status).toBe(201);
  });
});
