import { bankTransactionExplained } from '@app/events';
import { Questions } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeQuestions } from '../src/questions/ask.ts';
import { createQuestionHooks } from '../src/questions/hooks.ts';
import { type CatalogueTest, done, refusal, refuseStranger, startCatalogue } from './catalogue.ts';
import type { Company } from './documents.ts';

// Questions, tasks, and what people say about vouchers. The world plays the services that own what these name.

let documents: CatalogueTest;
beforeAll(async () => {
  documents = await startCatalogue();
});
afterAll(() => documents?.stop());

const ofCompany = ({ clientAccountId }: Company, body: object) => ({ client_account_id: clientAccountId, ...body });
const ask = async (own: Company, body: object = {}) =>
  done(await own.call('POST', '/questions', ofCompany(own, { question: 'Hva er dette?', ...body })));
const listed = async (own: Company, path: string, query = '') =>
  (await own.call('GET', `/${path}?client_account_id=${own.clientAccountId}${query}`)).body.data.map(
    ({ id }: { id: number }) => id,
  );
const invalidFor = (...fields: string[]) => [400, 'common.validation_error', ...fields];

describe('a question', () => {
  it('about a bank transaction ends once somebody said what that was, and is shown to its owner [BTX-R17]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const [explained, other] = [documents.own(own, 'banktransaction'), documents.own(own, 'banktransaction')];
    const about = async (type: string, bank_transaction_id: number): Promise<number> =>
      (await ask(own, { type, bank_transaction_id, answer_options: [{ option: 'Ja' }] })).id;
    const closed = [await about('ATTACH_FILE', explained), await about('STATEMENT', explained)];
    const open = [await about('GENERAL', explained), await about('STATEMENT', other)];
    const fact = { bank_transaction_id: explained, user_id: own.userId };
    for (const { clientAccountId } of [stranger, own])
      await documents.publish(
        bankTransactionExplained.create({ ...fact, client_account_id: clientAccountId }, clientAccountId),
      );
    const statusOf = async (id: number) => {
      const { question_status, closed_reason, updated_by_id } = (await own.call('GET', `/questions/${id}`)).body;
      return [question_status, closed_reason, updated_by_id];
    };
    for (const id of closed) await expect.poll(() => statusOf(id)).toEqual(['CLOSED', 'STATEMENT_CREATED', own.userId]);
    for (const id of open) expect((await statusOf(id))[0]).toBe('OPEN');
    const list = (clientAccountId: number) =>
      documents
        .connect(Questions, 'reconciliation')
        .ListTransactionQuestions({ clientAccountId, bankTransactionIds: [explained, other] });
    expect((await list(own.clientAccountId)).questions).toMatchObject([
      { id: closed[0], bankTransactionId: explained, status: 'CLOSED', closedReason: 'STATEMENT_CREATED' },
      { id: closed[1] },
      { id: open[0], status: 'OPEN', options: [{ option: 'Ja', isSelected: false }], createdById: own.userId },
      { id: open[1], bankTransactionId: other },
    ]);
    expect((await list(stranger.clientAccountId)).questions).toEqual([]);
  });

  it('is open until somebody answers by an option [QST-R03] [QST-R05]', async () => {
    const own = await documents.company();
    const voucher_id = await documents.voucher(own);
    const asked = {
      voucher_id,
      type: 'CHOOSE_ACCOUNT',
      answer_action: 'SET_ACCOUNT',
      answer_options: [{ option: '6800' }, { option: '6540' }],
    };
    const answer = await own.call('POST', '/questions', ofCompany(own, { question: 'Hvilken konto?', ...asked }));
    const question = done(answer);
    expect(answer.headers.get('location')).toBe(`/api/v2/questions/${question.id}`);
    const option = (text: string) => ({
      id: expect.any(Number),
      created_by_id: own.userId,
      created_at: question.created_at,
      question_id: question.id,
      option: text,
      selected_answer: false,
    });
    expect(question).toEqual({
      id: question.id,
      created_at: expect.stringMatching(/Z$/),
      created_by_id: own.userId,
      updated_at: question.created_at,
      updated_by_id: own.userId,
      client_account_id: own.clientAccountId,
      document_id: null,
      voucher_id,
      bank_transaction_id: null,
      question: 'Hvilken konto?',
      type: 'CHOOSE_ACCOUNT',
      answer_action: 'SET_ACCOUNT',
      question_status: 'OPEN',
      answer_options: [option('6800'), option('6540')],
      answer_text: null,
      answered_at: null,
      answered_by_id: null,
      closed_reason: null,
    });
    const colleague = await documents.colleague(own, 'BK');
    const [, second] = question.answer_options;
    const path = `/questions/${question.id}`;
    const answered = done(await colleague.call('PATCH', path, { selected_option_id: second.id }), 200);
    expect(answered).toMatchObject({
      question_status: 'ANSWERED',
      answered_by_id: colleague.userId,
      answered_at: expect.stringMatching(/Z$/),
      answer_options: [{ selected_answer: false }, { selected_answer: true }],
    });
    expect((await own.call('GET', path)).body).toEqual(answered);
  });

  it('is answered by text, or closed, and then takes no other answer [QST-R06] [QST-R08]', async () => {
    const own = await documents.company();
    const [first, second] = [await ask(own), await ask(own)];
    expect(done(await own.call('PATCH', `/questions/${first.id}`, { answer_text: ' Kaffe ' }), 200)).toMatchObject({
      question_status: 'ANSWERED',
      answer_text: 'Kaffe',
    });
    expect(done(await own.call('PATCH', `/questions/${second.id}`, { question_status: 'CLOSED' }), 200)).toMatchObject({
      question_status: 'CLOSED',
      answered_at: null,
    });
    for (const { id } of [first, second])
      for (const body of [{ answer_text: 'Te' }, { question_status: 'CLOSED' }])
        expect(refusal(await own.call('PATCH', `/questions/${id}`, body))).toEqual([409, 'question.not_open']);
    const raced = await ask(own);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((answer_text) => own.call('PATCH', `/questions/${raced.id}`, { answer_text })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('takes exactly one way of ending, and no option of another question [QST-R07] [QST-R09]', async () => {
    const own = await documents.company();
    const question = await ask(own, { answer_options: [{ option: 'Ja' }] });
    const other = await ask(own, { answer_options: [{ option: 'Nei' }] });
    const path = `/questions/${question.id}`;
    for (const id of [other.answer_options[0].id, 999_999])
      expect(refusal(await own.call('PATCH', path, { selected_option_id: id }))).toEqual([
        400,
        'question.invalid_option',
        'selected_option_id',
      ]);
    const [{ id: option }] = question.answer_options;
    for (const body of [{}, { answer_text: null }, { selected_option_id: option, answer_text: 'Ja' }])
      expect(refusal(await own.call('PATCH', path, body))).toEqual(invalidFor());
    expect(refusal(await own.call('PATCH', path, { answer_text: ' ' }))).toEqual(invalidFor('answer_text'));
    expect(refusal(await own.call('PATCH', path, { question_status: 'OPEN' }))).toEqual(invalidFor('question_status'));
    expect((await own.call('GET', path)).body).toEqual(question);
    expect(refusal(await own.call('GET', '/questions/999999999'))).toEqual([404, 'question.not_found']);
    expect(refusal(await own.call('PATCH', '/questions/999999999', {}))).toEqual([404, 'question.not_found']);
  });

  it('needs its text, and is about records of its own company [QST-R04]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const foreign = {
      voucher_id: await documents.voucher(stranger),
      bank_transaction_id: documents.own(stranger, 'banktransaction'),
    };
    const post = (body: object) => own.call('POST', '/questions', ofCompany(own, body));
    for (const question of [undefined, null, ' '])
      expect(refusal(await post({ question }))).toEqual(invalidFor('question'));
    for (const [field, id] of Object.entries({ ...foreign, document_id: 999_999 }))
      expect(refusal(await post({ question: 'Hva?', [field]: id }))).toEqual(invalidFor(field));
    const type = { question: 'Hva?', type: 'OTHER' };
    expect(refusal(await post(type))).toEqual(invalidFor('type'));
    expect(await listed(own, 'questions')).toEqual([]);
    const transaction = documents.own(own, 'banktransaction');
    expect((await ask(own, { bank_transaction_id: transaction })).bank_transaction_id).toBe(transaction);
  });

  it('is listed by what it is about, status and type, 25 on a page [QST-R01] [QST-R02]', async () => {
    const own = await documents.company();
    const voucher_id = await documents.voucher(own);
    const bank_transaction_id = documents.own(own, 'banktransaction');
    const about = (await ask(own, { voucher_id, type: 'STATEMENT' })).id;
    const bank = (await ask(own, { bank_transaction_id, type: 'ATTACH_FILE' })).id;
    const plain = (await ask(own)).id;
    done(await own.call('PATCH', `/questions/${plain}`, { answer_text: 'Ja' }), 200);
    expect(await listed(own, 'questions')).toEqual([about, bank, plain]);
    expect(await listed(own, 'questions', `&voucher_id=${voucher_id}`)).toEqual([about]);
    expect(await listed(own, 'questions', `&bank_transaction_id=${bank_transaction_id}`)).toEqual([bank]);
    expect(await listed(own, 'questions', '&document_id=1')).toEqual([]);
    expect(await listed(own, 'questions', '&status=OPEN')).toEqual([about, bank]);
    expect(await listed(own, 'questions', '&status=ANSWERED,CLOSED')).toEqual([plain]);
    expect(await listed(own, 'questions', '&type=ATTACH_FILE,GENERAL')).toEqual([bank, plain]);
    expect(await listed(own, 'questions', '&order_by=-id')).toEqual([plain, bank, about]);
    const { meta } = (await own.call('GET', `/questions?client_account_id=${own.clientAccountId}`)).body;
    expect(meta).toMatchObject({ per_page: 25, records: 3 });
    expect(refusal(await own.call('GET', '/questions'))).toEqual(invalidFor('client_account_id'));
  });

  it('about a voucher that EM sent is EM’s to read and answer, not to close; others are not', async () => {
    const own = await documents.company();
    const employee = await documents.colleague(own, 'EM');
    const [mine, theirs] = [await documents.voucher(employee), await documents.voucher(own)];
    const [question, another] = [await ask(own, { voucher_id: mine }), await ask(own, { voucher_id: theirs })];
    const general = await ask(own);
    expect(await listed(employee, 'questions')).toEqual([question.id]);
    expect((await employee.call('GET', `/questions/${question.id}`)).body).toEqual(question);
    for (const { id } of [another, general])
      await refuseStranger(employee, [
        ['GET', `/questions/${id}`],
        ['PATCH', `/questions/${id}`, { answer_text: 'Ja' }],
      ]);
    await refuseStranger(employee, [
      ['PATCH', `/questions/${question.id}`, { question_status: 'CLOSED' }],
      ['POST', '/questions', ofCompany(employee, { question: 'Hva?' })],
    ]);
    const answered = done(await employee.call('PATCH', `/questions/${question.id}`, { answer_text: 'Lunsj' }), 200);
    expect(answered.answered_by_id).toBe(employee.userId);
  });

  it('ends once for whoever waits for it, in the same transaction; what fails there undoes the end', async () => {
    const own = await documents.company();
    const { clientAccountId, userId } = own;
    const voucherId = await documents.voucher(own);
    const { id } = await ask(own, { voucher_id: voucherId, type: 'DUPLICATE' });
    const open = await ask(own, { voucher_id: voucherId, type: 'STATEMENT' });
    const hooks = createQuestionHooks();
    const heard: unknown[] = [];
    let isBroken = true;
    hooks.onAnswered(async (_tx, question) => {
      heard.push([question.id, question.status, question.closedReason]);
      if (isBroken) throw new Error('the workflow fails');
    });
    const { db, clock } = documents.running.composition;
    const closing = { clientAccountId, voucherId, types: ['DUPLICATE'], reason: 'ARCHIVED' } as const;
    const close = () => db.write((tx) => closeQuestions(tx, { clock, hooks, actorId: userId }, closing));
    await expect(close()).rejects.toThrow('the workflow fails');
    expect((await own.call('GET', `/questions/${id}`)).body.question_status).toBe('OPEN');
    isBroken = false;
    expect([await close(), await close()]).toEqual([1, 0]);
    const said = [id, 'CLOSED', 'ARCHIVED'];
    expect(heard).toEqual([said, said]);
    expect((await own.call('GET', `/questions/${id}`)).body).toMatchObject({ closed_reason: 'ARCHIVED' });
    expect((await own.call('GET', `/questions/${open.id}`)).body).toEqual(open);
  });

  it('of another company is out of reach', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const { id } = await ask(own);
    await refuseStranger(stranger, [
      ['GET', `/questions?client_account_id=${own.clientAccountId}`],
      ['GET', `/questions/${id}`],
      ['PATCH', `/questions/${id}`, { answer_text: 'Ja' }],
      ['POST', '/questions', ofCompany(own, { question: 'Hva?' })],
    ]);
  });
});

describe('a task', () => {
  const newTask = async (own: Company, body: object = {}) =>
    done(await own.call('POST', '/tasks', ofCompany(own, { title: 'Se over', ...body })));

  it('begins as OPEN with what was sent, whatever else it says [TSK-R01]', async () => {
    const own = await documents.company();
    const colleague = await documents.colleague(own, 'EM');
    const partner = documents.own(own, 'businesspartner');
    const sent = {
      title: 'Se over avtalen',
      description: 'Den nye',
      task_type: 'REVIEW',
      due_date: '2026-02-01',
      assigned_to_id: colleague.userId,
      relation_type: 'businesspartner',
      relation_id: partner,
    };
    const answer = await own.call('POST', '/tasks', ofCompany(own, { ...sent, status: 'DONE', completed_at: 'now' }));
    const task = done(answer);
    expect(answer.headers.get('location')).toBe(`/api/v2/tasks/${task.id}`);
    expect(task).toEqual({
      id: task.id,
      created_at: expect.stringMatching(/Z$/),
      created_by_id: own.userId,
      updated_at: task.created_at,
      updated_by_id: own.userId,
      client_account_id: own.clientAccountId,
      status: 'OPEN',
      completed_at: null,
      completed_by_id: null,
      ...sent,
    });
    expect((await own.call('GET', `/tasks/${task.id}`)).body).toEqual(task);
    expect(await newTask(own)).toMatchObject({ task_type: 'GENERAL', assigned_to_id: null, relation_type: null });
  });

  it.each([
    ['no title [TSK-R02]', { title: undefined }, ['title']],
    ['an empty title', { title: ' ' }, ['title']],
    ['a title of 251 characters', { title: 'x'.repeat(251) }, ['title']],
    ['another type', { task_type: 'CALL' }, ['task_type']],
    ['a day that is none', { due_date: '2026-02-30' }, ['due_date']],
    ['a person that there is not [TSK-R03]', { assigned_to_id: 999_999 }, ['assigned_to_id']],
    ['a relation without its id', { relation_type: 'voucher' }, ['relation_id']],
    ['an id without its kind', { relation_id: 1 }, ['relation_type']],
    ['another kind of relation', { relation_type: 'asset', relation_id: 1 }, ['relation_type']],
    ['a voucher that there is not', { relation_type: 'voucher', relation_id: 999_999 }, ['relation_id']],
    ['a document that there is not', { relation_type: 'document', relation_id: 999_999 }, ['relation_id']],
    ['an entry that there is not', { relation_type: 'journalentry', relation_id: 999_999 }, ['relation_id']],
  ])('is refused with %s', async (_what, changes, fields) => {
    const own = await documents.company();
    expect(refusal(await own.call('POST', '/tasks', ofCompany(own, { title: 'x', ...changes })))).toEqual(
      invalidFor(...fields),
    );
    expect(await listed(own, 'tasks')).toEqual([]);
  });

  it('is of somebody with access, and about something of the same company [TSK-R03]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const post = (body: object) => own.call('POST', '/tasks', ofCompany(own, { title: 'x', ...body }));
    const deactivated = await documents.colleague(own, 'BK');
    documents.world.user({ id: deactivated.userId, isActive: false });
    for (const { userId } of [stranger, deactivated])
      expect(refusal(await post({ assigned_to_id: userId }))).toEqual(invalidFor('assigned_to_id'));
    const administrator = documents.world.user({ isAdmin: true });
    expect(done(await post({ assigned_to_id: administrator.id })).assigned_to_id).toBe(administrator.id);
    for (const type of ['businesspartner', 'banktransaction', 'journalentry']) {
      const [mine, theirs] = [documents.own(own, type), documents.own(stranger, type)];
      done(await post({ relation_type: type, relation_id: mine }));
      expect(refusal(await post({ relation_type: type, relation_id: theirs }))).toEqual(invalidFor('relation_id'));
    }
    const theirs = await documents.voucher(stranger);
    expect(refusal(await post({ relation_type: 'voucher', relation_id: theirs }))).toEqual(invalidFor('relation_id'));
    done(await post({ relation_type: 'voucher', relation_id: await documents.voucher(own) }));
  });

  it('notes who did it and when, is opened again, and never changes once it is cancelled [TSK-R04] [TSK-R05]', async () => {
    const own = await documents.company();
    const colleague = await documents.colleague(own, 'US');
    const { id } = await newTask(own);
    const patch = (body: object, who = own) => who.call('PATCH', `/tasks/${id}`, body);
    expect(done(await patch({ status: 'IN_PROGRESS' }), 200).completed_at).toBeNull();
    expect(done(await patch({ status: 'DONE' }, colleague), 200)).toMatchObject({
      completed_by_id: colleague.userId,
      completed_at: expect.stringMatching(/Z$/),
      updated_by_id: colleague.userId,
    });
    expect(done(await patch({ status: 'DONE' }), 200).completed_by_id).toBe(colleague.userId);
    const again = done(await patch({ status: 'OPEN', title: 'Igjen' }), 200);
    expect(again).toMatchObject({ title: 'Igjen', completed_at: null, completed_by_id: null });
    done(await patch({ status: 'CANCELLED' }), 200);
    for (const body of [{ status: 'OPEN' }, { title: 'x' }, {}])
      expect(refusal(await patch(body))).toEqual([409, 'task.cancelled']);
  });

  it('keeps whom it was given to when that person leaves, and loses what is cleared', async () => {
    const own = await documents.company();
    const colleague = await documents.colleague(own, 'BK');
    const voucher = await documents.voucher(own);
    const { id } = await newTask(own, {
      assigned_to_id: colleague.userId,
      relation_type: 'voucher',
      relation_id: voucher,
    });
    documents.world.revoke(colleague.userId, own.clientAccountId);
    const patch = async (body: object) => own.call('PATCH', `/tasks/${id}`, body);
    const kept = done(await patch({ assigned_to_id: colleague.userId, title: 'Ny' }), 200);
    expect(kept).toMatchObject({ assigned_to_id: colleague.userId, relation_id: voucher, title: 'Ny' });
    expect(refusal(await patch({ relation_id: null }))).toEqual(invalidFor('relation_id'));
    const bare = { assigned_to_id: null, relation_type: null, relation_id: null, description: null, due_date: null };
    expect(done(await patch(bare), 200)).toMatchObject(bare);
    expect(refusal(await patch({ assigned_to_id: colleague.userId }))).toEqual(invalidFor('assigned_to_id'));
  });

  it('is listed by status, person, relation and due date, and deleted for good [TSK-R06]', async () => {
    const own = await documents.company();
    const voucher = await documents.voucher(own);
    const first = (await newTask(own, { assigned_to_id: own.userId, due_date: '2026-01-31' })).id;
    const second = (await newTask(own, { relation_type: 'voucher', relation_id: voucher, due_date: '2026-02-01' })).id;
    const third = (await newTask(own)).id;
    done(await own.call('PATCH', `/tasks/${third}`, { status: 'DONE' }), 200);
    expect(await listed(own, 'tasks')).toEqual([first, second, third]);
    expect(await listed(own, 'tasks', '&status=OPEN,IN_PROGRESS')).toEqual([first, second]);
    expect(await listed(own, 'tasks', `&assigned_to_id=${own.userId}`)).toEqual([first]);
    expect(await listed(own, 'tasks', `&relation_type=voucher&relation_id=${voucher}`)).toEqual([second]);
    expect(await listed(own, 'tasks', '&due_date_from=2026-02-01')).toEqual([second]);
    expect(await listed(own, 'tasks', '&due_date_from=2026-01-01&due_date_to=2026-02-01')).toEqual([first, second]);
    expect(await listed(own, 'tasks', '&order_by=-due_date')).toEqual([third, second, first]);
    expect(refusal(await own.call('GET', '/tasks'))).toEqual(invalidFor('client_account_id'));
    expect((await own.call('DELETE', `/tasks/${third}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect(refusal(await own.call(method, `/tasks/${third}`, method === 'PATCH' ? {} : undefined))).toEqual([
        404,
        'task.not_found',
      ]);
    expect(await listed(own, 'tasks')).toEqual([first, second]);
  });

  it('of another company is out of reach, and so is every task for EM', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const { id } = await newTask(own);
    const ways = [
      ['GET', `/tasks?client_account_id=${own.clientAccountId}`],
      ['GET', `/tasks/${id}`],
      ['PATCH', `/tasks/${id}`, { title: 'x' }],
      ['DELETE', `/tasks/${id}`],
      ['POST', '/tasks', ofCompany(own, { title: 'x' })],
    ] as const;
    await refuseStranger(stranger, ways);
    await refuseStranger(await documents.colleague(own, 'EM'), ways);
  });
});

describe('a statement about a voucher', () => {
  const path = (voucher: number, query = '') => `/vouchers/${voucher}/statements${query}`;

  it('is kept as it was said, by whom the call is from [VST-R03] [VST-R04]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const voucher = await documents.voucher(own);
    const [payor, project] = [documents.own(own, 'businesspartner'), documents.own(own, 'project')];
    const tags = [documents.own(own, 'tag'), documents.own(own, 'tag')];
    const collection = done(await own.call('POST', '/voucher-collections', ofCompany(own, { name: 'Reise' })));
    const said = {
      voucher_category_id: 1,
      purpose: 'Middag',
      participants: [
        { name: 'Ola', company: 'Kafé AS' },
        { name: 'Kari', company: null },
      ],
      payment_method: 'PRIVATE',
      payor_id: payor,
      project_id: project,
      collection_id: collection.id,
      tag_ids: tags,
      comment: 'God mat',
    };
    const pretended = { voucher_id: 1, client_account_id: stranger.clientAccountId, created_by_id: 1, user_id: 1 };
    const statement = done(await own.call('POST', path(voucher), { ...said, ...pretended }));
    const by = { created_by_id: own.userId, user_id: own.userId };
    const of = { client_account_id: own.clientAccountId, voucher_id: voucher };
    expect(statement).toEqual({ id: statement.id, created_at: expect.stringMatching(/Z$/), ...by, ...of, ...said });
    const bare = done(await own.call('POST', path(voucher), { comment: 'Mer' }));
    expect(bare).toMatchObject({ purpose: null, participants: [], tag_ids: [], payor_id: null });
    const { body } = await own.call('GET', path(voucher));
    expect(body).toEqual({ data: [statement, bare], meta: { page: 1, pages: 1, per_page: 100, records: 2 } });
  });

  it('is listed 100 on a page, with what it names when that is asked for [VST-R01] [VST-R02]', async () => {
    const own = await documents.company();
    const voucher = await documents.voucher(own);
    const payor_id = documents.own(own, 'businesspartner', { name: 'Kafé' });
    const project_id = documents.own(own, 'project', { name: 'Bodø' });
    const tag = documents.own(own, 'tag', { name: 'messe', isActive: false });
    const { id: collection_id } = done(
      await own.call('POST', '/voucher-collections', ofCompany(own, { name: 'Messe' })),
    );
    const said = { payor_id, project_id, collection_id, tag_ids: [tag] };
    done(await own.call('POST', path(voucher), said));
    done(await own.call('POST', path(voucher), { comment: 'Uten' }));
    const everything = '?with=created_by,payor,project,collection,tags';
    const { data } = (await own.call('GET', path(voucher, everything))).body;
    expect(data).toMatchObject([
      {
        created_by: { id: own.userId },
        payor: { id: payor_id, name: 'Kafé' },
        project: { id: project_id, name: 'Bodø', is_active: true },
        collection: { id: collection_id, name: 'Messe' },
        tags: [{ id: tag, name: 'messe', is_active: false }],
      },
      { payor: null, project: null, collection: null, tags: [] },
    ]);
    const page = (await own.call('GET', path(voucher, '?per_page=1&page=2'))).body;
    expect(page.data).toMatchObject([{ comment: 'Uten' }]);
    expect(page.meta).toEqual({ page: 2, pages: 2, per_page: 1, records: 2 });
    expect((await own.call('GET', path(voucher))).body.data[0]).not.toHaveProperty('payor');
  });

  it.each([
    ['nothing in it [VST-R05]', {}, []],
    ['nothing but empty fields [VST-R05]', { purpose: ' ', tag_ids: [], participants: [], comment: null }, []],
    ['the category REPRESENTATION alone [VST-R07]', { voucher_category_id: 1 }, ['purpose', 'participants']],
    [
      'the category REPRESENTATION without participants',
      { voucher_category_id: 1, purpose: 'Lunsj' },
      ['participants'],
    ],
    ['the category TRAVEL without purpose [VST-R07]', { voucher_category_id: 2, comment: 'Tog' }, ['purpose']],
    ['a category that there is not', { voucher_category_id: 99 }, ['voucher_category_id']],
    ['another way of paying', { payment_method: 'BARTER' }, ['payment_method']],
    ['a nameless participant', { participants: [{ company: 'AS' }] }, ['participants.0.name']],
    ['a purpose of 1001 characters', { purpose: 'x'.repeat(1001) }, ['purpose']],
  ])('is refused with %s', async (_what, body, fields) => {
    const own = await documents.company();
    const voucher = await documents.voucher(own);
    expect(refusal(await own.call('POST', path(voucher), body))).toEqual(invalidFor(...fields));
    expect((await own.call('GET', path(voucher))).body.data).toEqual([]);
  });

  it('names nothing of another company', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const voucher = await documents.voucher(own);
    const { id } = done(await stranger.call('POST', '/voucher-collections', ofCompany(stranger, { name: 'x' })));
    const foreign = {
      payor_id: documents.own(stranger, 'businesspartner'),
      project_id: documents.own(stranger, 'project'),
      collection_id: id,
      tag_ids: [documents.own(own, 'tag'), documents.own(stranger, 'tag')],
    };
    const refused = refusal(await own.call('POST', path(voucher), foreign));
    expect([...refused].sort()).toEqual(invalidFor('payor_id', 'project_id', 'collection_id', 'tag_ids.1').sort());
  });

  it('closes the open questions that asked for it, and no others [VST-R06]', async () => {
    const own = await documents.company();
    const [voucher, other] = [await documents.voucher(own), await documents.voucher(own)];
    const asked = await ask(own, { voucher_id: voucher, type: 'STATEMENT' });
    const kept = [
      await ask(own, { voucher_id: voucher, type: 'GENERAL' }),
      await ask(own, { voucher_id: other, type: 'STATEMENT' }),
    ];
    done(await own.call('POST', path(voucher), { comment: 'Lunsj' }));
    expect((await own.call('GET', `/questions/${asked.id}`)).body).toMatchObject({
      question_status: 'CLOSED',
      closed_reason: 'STATEMENT',
      answered_by_id: null,
    });
    for (const question of kept) expect((await own.call('GET', `/questions/${question.id}`)).body).toEqual(question);
  });

  it('needs a voucher that is there and within reach [VST-R08]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const employee = await documents.colleague(own, 'EM');
    const [voucher, mine] = [await documents.voucher(own), await documents.voucher(employee)];
    for (const method of ['GET', 'POST'])
      expect(refusal(await own.call(method, path(999_999_999), method === 'POST' ? {} : undefined))).toEqual([
        404,
        'voucher.not_found',
      ]);
    const ways = [
      ['GET', path(voucher)],
      ['POST', path(voucher), { comment: 'x' }],
    ] as const;
    await refuseStranger(stranger, ways, 'voucher.access_denied');
    await refuseStranger(employee, [...ways, ['POST', path(mine), { comment: 'x' }]]);
    expect((await employee.call('GET', path(mine))).status).toBe(200);
    await documents.db.raw`update vouchers set status = 'DELETED' where id = ${voucher}`;
    await documents.db.raw`update files set is_active = false where id = ${voucher}`;
    expect(refusal(await own.call('POST', path(voucher), { comment: 'x' }))).toEqual([404, 'voucher.not_found']);
  });

  it('is of a category that everybody can list', async () => {
    const own = await documents.company({ role: 'EM' });
    const read = (language: string) =>
      documents.call('GET', '/api/v2/voucher-categories', {
        token: own.token,
        headers: { 'accept-language': language },
      });
    const { body } = await read('en');
    expect(body.map(({ code }: { code: string }) => code)).toEqual(
      'REPRESENTATION TRAVEL OFFICE EQUIPMENT SOFTWARE VEHICLE RENT EDUCATION OTHER'.split(' '),
    );
    expect(body.slice(0, 3)).toEqual([
      { id: 1, code: 'REPRESENTATION', name: 'Representation', requires_purpose: true, requires_participants: true },
      { id: 2, code: 'TRAVEL', name: 'Travel', requires_purpose: true, requires_participants: false },
      { id: 3, code: 'OFFICE', name: 'Office', requires_purpose: false, requires_participants: false },
    ]);
    expect((await read('nb')).body[1].name).toBe('Reise');
  });
});

describe('a collection of vouchers', () => {
  const create = (own: Company, body: object) => own.call('POST', '/voucher-collections', ofCompany(own, body));

  it('is created, read, listed and changed [VCO-R01] [VCO-R06]', async () => {
    const own = await documents.company();
    const answer = await create(own, { name: ' Messe ', description: 'Stand' });
    const collection = done(answer);
    expect(answer.headers.get('location')).toBe(`/api/v2/voucher-collections/${collection.id}`);
    expect(collection).toEqual({
      id: collection.id,
      created_at: expect.stringMatching(/Z$/),
      created_by_id: own.userId,
      updated_at: collection.created_at,
      updated_by_id: own.userId,
      client_account_id: own.clientAccountId,
      name: 'Messe',
      description: 'Stand',
    });
    const changed = done(await own.call('PUT', `/voucher-collections/${collection.id}`, { description: null }), 200);
    expect(changed).toMatchObject({ name: 'Messe', description: null });
    expect((await own.call('GET', `/voucher-collections/${collection.id}`)).body).toEqual(changed);
    const { body } = await own.call('GET', `/voucher-collections?client_account_id=${own.clientAccountId}`);
    expect(body).toMatchObject({ data: [changed], meta: { per_page: 100, records: 1, next_cursor: null } });
    expect(refusal(await own.call('POST', '/voucher-collections', { name: 'x' }))).toEqual(
      invalidFor('client_account_id'),
    );
    expect(refusal(await own.call('GET', '/voucher-collections/999999999'))).toEqual([
      404,
      'voucher_collection.not_found',
    ]);
    expect(refusal(await create(own, { name: 'x'.repeat(151) }))).toEqual(invalidFor('name'));
  });

  it('has at most 150 characters of name and 1000 of description [VCO-R02] [VCO-R03]', async () => {
    const own = await documents.company();
    expect(refusal(await create(own, { name: 'x'.repeat(151) }))).toEqual(invalidFor('name'));
    expect(refusal(await create(own, { description: 'x'.repeat(1001) }))).toEqual(invalidFor('description'));
    const { id } = done(await create(own, { name: 'x'.repeat(150), description: 'x'.repeat(1000) }));
    const tooLong = { name: 'y'.repeat(151) };
    expect(refusal(await own.call('PUT', `/voucher-collections/${id}`, tooLong))).toEqual(invalidFor('name'));
  });

  it('has a name of its own in its company, whatever its case; nameless ones are many [VCO-R05]', async () => {
    const [own, another] = [await documents.company(), await documents.company()];
    done(await create(own, { name: 'Bodø' }));
    expect(refusal(await create(own, { name: 'BODØ' }))).toEqual([409, 'voucher_collection.name_taken']);
    done(await create(another, { name: 'Bodø' }));
    const { id } = done(await create(own, {}));
    done(await create(own, { name: '' }));
    expect(refusal(await own.call('PUT', `/voucher-collections/${id}`, { name: 'bodø' }))).toEqual([
      409,
      'voucher_collection.name_taken',
    ]);
    const racing = await Promise.all(Array.from({ length: 4 }, () => create(own, { name: 'Tromsø' })));
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('brings its vouchers when they are asked for, without those that are deleted [VCO-R04]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const [{ id }, { id: empty }] = [done(await create(own, { name: 'Reise' })), done(await create(own, {}))];
    const [first, second, gone] = [
      await documents.voucher(own, { voucherType: 'RECPT', documentDate: '2026-01-31' }),
      await documents.voucher(own),
      await documents.voucher(own),
    ];
    const theirs = await documents.voucher(stranger);
    const { raw } = documents.db;
    await raw`update vouchers set collection_id = ${id} where id in ${raw([first, second, gone, theirs])}`;
    await raw`update vouchers set status = 'DELETED' where id = ${gone}`;
    const { body } = await own.call('GET', `/voucher-collections/${id}?with=vouchers`);
    expect(body.vouchers).toMatchObject([
      { id: first, type: 'RECPT', document_date: '2026-01-31', file_name: 'Kvittering på kjøp.pdf' },
      { id: second, created_by_id: own.userId },
    ]);
    const list = await own.call('GET', `/voucher-collections?client_account_id=${own.clientAccountId}&with=vouchers`);
    expect(list.body.data).toMatchObject([body, { id: empty, vouchers: [] }]);
    expect((await own.call('GET', `/voucher-collections/${id}`)).body).not.toHaveProperty('vouchers');
  });

  it('of another company is out of reach', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const { id } = done(await create(own, { name: 'x' }));
    const ways = [
      ['GET', `/voucher-collections?client_account_id=${own.clientAccountId}`],
      ['GET', `/voucher-collections/${id}`],
      ['PUT', `/voucher-collections/${id}`, { name: 'y' }],
      ['POST', '/voucher-collections', ofCompany(own, { name: 'z' })],
    ] as const;
    await refuseStranger(stranger, ways);
    await refuseStranger(await documents.colleague(own, 'EM'), ways);
  });
});
