import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '@app/service';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsService } from '../src/service.ts';
import { extendLease, takeDue } from '../src/vouchers/workflow/queue.ts';
import { type Company, type Documents, startDocuments } from './documents.ts';
import { paper } from './papers.ts';
import { waitForWorkflow } from './workflow-status.ts';

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

async function upload(company: Company, content: Buffer | string, body: Record<string, unknown> = {}): Promise<number> {
  const answer = await company.call('POST', '/vouchers', {
    client_account_id: company.clientAccountId,
    file_name: 'kvittering.pdf',
    content_base64: Buffer.from(content).toString('base64'),
    ...body,
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const read = async (company: Company, id: number, query = '') =>
  (await company.call('GET', `/vouchers/${id}${query}`)).body;
/** Waits until the workflow stands there. */
async function reaches(company: Company, id: number, status: string) {
  await waitForWorkflow(documents.db, id, status);
  const voucher = await read(company, id);
  expect(voucher.workflow_status).toBe(status);
  return voucher;
}
const openQuestion = async (company: Company, id: number) => {
  const { body } = await company.call(
    'GET',
    `/questions?client_account_id=${company.clientAccountId}&voucher_id=${id}&status=OPEN`,
  );
  expect(body.data).toHaveLength(1);
  return body.data[0];
};
const follow = (address: string) => {
  const { pathname, search } = new URL(address);
  return documents.call('GET', `${pathname}${search}`);
};

describe('the workflow of a voucher', () => {
  it('of the track MANUAL ends with its pictures, each at an address of its own [VOU-R73]', async () => {
    const own = await documents.company();
    const id = await upload(own, await paper(['Kvittering fra Kaffebaren på hjørnet, takk for besøket', 'Side to']), {
      processing_track: 'MANUAL',
    });
    const voucher = await reaches(own, id, 'COMPLETED');
    expect(voucher.page_images.map((each: { page_number: number }) => each.page_number)).toEqual([1, 2]);
    for (const address of [
      voucher.thumbnail_url,
      voucher.preview_url,
      ...voucher.page_images.map((each: { preview_url: string }) => each.preview_url),
    ]) {
      const picture = await follow(address);
      expect([picture.status, picture.headers.get('content-type'), picture.bytes.subarray(1, 4).toString()]).toEqual([
        200,
        'image/png',
        'PNG',
      ]);
    }
    // Nobody makes the address of one picture into that of another.
    expect((await follow(voucher.preview_url.replace('part=preview', 'part=page-2'))).status).toBe(403);
    expect((await follow(voucher.preview_url.replace('part=preview&', ''))).status).toBe(403);
    const found = await own.call('GET', `/vouchers?client_account_id=${own.clientAccountId}&free_text=kaffebaren`);
    expect(found.body.data.map((each: { id: number }) => each.id)).toEqual([id]);
    expect((await own.call('GET', `/vouchers?similar_to=${id}`)).status).toBe(200);
    await documents.expectSound(own.clientAccountId);
  });

  it('of an encrypted, broken or empty PDF has FAILED, and harms no other [VOU-R79]', async () => {
    const own = await documents.company();
    const bad = await Promise.all([
      upload(own, await paper(['Hemmelig'], { userPassword: 'x' })),
      upload(own, '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nnothing more'),
    ]);
    const good = await upload(own, await paper(['Kvittering']), { processing_track: 'MANUAL' });
    for (const id of bad) expect((await reaches(own, id, 'FAILED')).preview_url).toBeNull();
    await reaches(own, good, 'COMPLETED');
    // It fails again when it is begun anew.
    expect((await own.call('PATCH', `/vouchers/${bad[0]}`, { workflow_status: 'STARTING_WORKFLOW' })).status).toBe(200);
    await reaches(own, bad[0]!, 'FAILED');
  });

  it('asks what it could not read, and goes on with each answer [VOU-R78]', async () => {
    const own = await documents.company();
    const id = await upload(own, 'Takk for handelen', { file_name: 'a.txt' });
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const type = await openQuestion(own, id);
    expect(type).toMatchObject({ type: 'CHOOSE_TYPE', voucher_id: id });
    const option = type.answer_options.find((each: { option: string }) => each.option === 'RECPT');
    expect((await own.call('PATCH', `/questions/${type.id}`, { selected_option_id: option.id })).status).toBe(200);
    const deadline = Date.now() + 60_000;
    while ((await read(own, id)).type !== 'RECPT' && Date.now() < deadline) await pause(50);
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const partner = await openQuestion(own, id);
    expect(partner.type).toBe('CHOOSE_PARTNER');
    await own.call('PATCH', `/questions/${partner.id}`, { answer_text: 'Kaffebaren, 120 kroner' });
    await reaches(own, id, 'COMPLETED');
    expect((await read(own, id, '?with=documents')).documents).toEqual([]);
  });

  it('waits with a DUPLICATE question over the same file, and goes on with the answer [VOU-R77]', async () => {
    const [own, other] = [await documents.company(), await documents.company()];
    const text = 'Den samme kvitteringen igjen';
    const answerPartner = async (company: Company, id: number) => {
      await reaches(company, id, 'WAITING_FOR_ANSWER');
      const question = await openQuestion(company, id);
      expect(question.type).toBe('CHOOSE_PARTNER');
      await company.call('PATCH', `/questions/${question.id}`, { answer_text: 'Butikken' });
    };
    const first = await upload(own, text, { type: 'RECPT', file_name: 'a.txt' });
    await answerPartner(own, first);
    await reaches(own, first, 'COMPLETED');
    const elsewhere = await upload(other, text, { type: 'RECPT', file_name: 'a.txt' });
    await answerPartner(other, elsewhere);
    await reaches(other, elsewhere, 'COMPLETED');
    const second = await upload(own, text, { type: 'RECPT', file_name: 'b.txt' });
    await answerPartner(own, second);
    await reaches(own, second, 'WAITING_FOR_ANSWER');
    const question = await openQuestion(own, second);
    expect(question).toMatchObject({
      type: 'DUPLICATE',
      question: `Voucher ${first} has the same file. Is this another one?`,
    });
    await own.call('PATCH', `/questions/${question.id}`, { selected_option_id: question.answer_options[0].id });
    await reaches(own, second, 'COMPLETED');
  });

  it.each<[string, (own: Company, id: number) => Promise<unknown>]>([
    ['was stopped', (own, id) => own.call('PATCH', `/vouchers/${id}`, { workflow_status: 'CANCELLED' })],
    ['was archived', (own, id) => own.call('PATCH', `/vouchers/${id}`, { status: 'ARCHIVED' })],
    ['was deleted', (own, id) => own.call('DELETE', `/vouchers/${id}`)],
  ])('asks nothing more once it %s, and leaves what people asked [VOU-R80]', async (_, stop) => {
    const own = await documents.company();
    const id = await upload(own, `Takk for handelen ${Math.random()}`, { file_name: 'a.txt' });
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const asked = await openQuestion(own, id);
    const body = { client_account_id: own.clientAccountId, voucher_id: id, question: 'Hva?', type: 'CHOOSE_TYPE' };
    const byPerson = (await own.call('POST', '/questions', body)).body.id;
    await stop(own, id);
    const closed = (await own.call('GET', `/questions/${asked.id}`)).body;
    expect([closed.question_status, closed.closed_reason]).toEqual(['CLOSED', 'WORKFLOW_CANCELLED']);
    expect((await openQuestion(own, id)).id).toBe(byPerson);
    expect((await own.call('PATCH', `/questions/${asked.id}`, { answer_text: 'RECPT' })).status).toBe(409);
  });

  it('waits behind those of its own company, not those of others', async () => {
    const [busy, other] = [await documents.company(), await documents.company()];
    const ids: number[] = [];
    for (const company of [busy, busy, busy, other])
      ids.push(await upload(company, `Kvittering ${Math.random()}`, { file_name: 'a.txt' }));
    for (const [i, id] of ids.entries()) await reaches(i < 3 ? busy : other, id, 'WAITING_FOR_ANSWER');
    const taken: number[] = [];
    // Due inside a transaction alone, so that no worker of the service sees it.
    const undone = documents.db.write(async (tx) => {
      for (const [i, id] of ids.entries())
        await tx.execute(
          sql`update voucher_workflow set due_at = now() - ${10 - i} * interval '1 second' where voucher_id = ${id}`,
        );
      for (let last = other.clientAccountId; taken.length < 4; ) {
        const next = await takeDue(tx, last);
        last = next!.clientAccountId;
        taken.push(next!.id);
      }
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const [first, second, third, fourth] = ids;
    expect(taken).toEqual([first, fourth, second, third]);
  });

  it('is its worker’s for half a minute more as often as the worker says so, and only while the lease is its own', async () => {
    const own = await documents.company();
    const id = await upload(own, 'Kvittering som venter', { file_name: 'a.txt' });
    await reaches(own, id, 'WAITING_FOR_ANSWER');
    const undone = documents.db.write(async (tx) => {
      const seconds = async () =>
        (
          await tx.execute<{ left: number }>(
            sql`select extract(epoch from due_at - clock_timestamp())::float8 as left from voucher_workflow where voucher_id = ${id}`,
          )
        )[0]!.left;
      const due = () =>
        tx.execute(sql`update voucher_workflow set due_at = now() - interval '1 second' where voucher_id = ${id}`);
      await due();
      const first = (await takeDue(tx, own.clientAccountId - 1))!;
      expect(await seconds()).toBeLessThanOrEqual(30);
      await tx.execute(sql`update voucher_workflow set due_at = now() + interval '1 second' where voucher_id = ${id}`);
      await extendLease(tx, first);
      expect(await seconds()).toBeGreaterThan(20);
      await due();
      expect((await takeDue(tx, own.clientAccountId - 1))!.id).toBe(id);
      await due();
      await extendLease(tx, first);
      expect(await seconds()).toBeLessThan(0);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });

  it('is taken once by two replicas, and again when the process that had it is gone', async () => {
    const own = await documents.company();
    const replica = await startService(documentsService, { env: documents.env, natsPrefix: documents.natsPrefix });
    await replica.opened;
    try {
      const ids = await Promise.all(
        Array.from({ length: 8 }, (_, i) => upload(own, `Kvittering nummer ${i} av flere`, { file_name: 'a.txt' })),
      );
      for (const id of ids) await reaches(own, id, 'WAITING_FOR_ANSWER');
      for (const id of ids) await openQuestion(own, id);
      // One that was being worked on when its process died: its lease has ended.
      const id = ids[0]!;
      await documents.db.executor.execute(
        sql`update vouchers set workflow_status = 'IMAGE_PROCESSING' where id = ${id}`,
      );
      await documents.db.executor.execute(sql`delete from questions where voucher_id = ${id}`);
      await documents.db.executor.execute(sql`
        update voucher_workflow set lease_key = 'gone', attempts = 1, due_at = now() - interval '1 second', asked_by = null where voucher_id = ${id}`);
      await reaches(own, id, 'WAITING_FOR_ANSWER');
      await openQuestion(own, id);
      // One that killed whoever had it three times.
      const killer = ids[1]!;
      await documents.db.executor.execute(
        sql`update vouchers set workflow_status = 'IMAGE_PROCESSING' where id = ${killer}`,
      );
      await documents.db.executor.execute(sql`
        update voucher_workflow set lease_key = 'gone', attempts = 3, due_at = now() - interval '1 second' where voucher_id = ${killer}`);
      await reaches(own, killer, 'FAILED');
      await documents.expectSound(own.clientAccountId);
    } finally {
      await replica.stop();
    }
  });
});
