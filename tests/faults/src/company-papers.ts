import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Company } from './company.ts';
import { ask, type Sent, sendOnce, settledWithin } from './company-books.ts';
import { type CompanyWork, meeting, patiently, SECONDS, underWay } from './company-work.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const DAY = '2026-01-15';

/** What is uploaded: two files under their own names, and the first one again, which has the same bytes. */
const UPLOADS = [
  { name: 'a', text: 'Kvittering fra Kaffebaren på hjørnet', track: 'DEFAULT', ends: 'WAITING_FOR_ANSWER' },
  { name: 'b', text: 'Kvittering fra Bokhandelen på torget', track: 'MANUAL', ends: 'COMPLETED' },
  { name: 'c', text: 'Kvittering fra Kaffebaren på hjørnet', track: 'MANUAL', ends: 'COMPLETED' },
] as const;

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Uploads one file until it is acknowledged, and waits for the end of its workflow. @returns what is wrong then */
async function upload(world: World, company: Company, { name, text, track, ends }: (typeof UPLOADS)[number]) {
  const body = {
    ...{ client_account_id: company.owner.clientAccountId, file_name: `${name}.txt`, processing_track: track },
    ...{ content_base64: Buffer.from(text).toString('base64'), external_id: `upload-${name}` },
  };
  const post = () => sendOnce(world, company, 'POST', '/api/v2/vouchers', { body, key: `upload-${name}` });
  const { id } = (await settledWithin(SECONDS, post, ({ status }) => status === 201)).body;
  const get = (path: string) => sendOnce(world, company, 'GET', `/api/v2/vouchers/${id}${path}`);
  const ended = ['WAITING_FOR_ANSWER', 'FAILED', 'CANCELLED', 'COMPLETED'];
  const read = await settledWithin(
    SECONDS,
    () => get(''),
    ({ status, body }) => status === 200 && ended.includes(body.workflow_status),
  );
  const { body: bytes } = await settledWithin(
    SECONDS,
    () => get('/download'),
    ({ status }) => status === 200 || status === 404,
  );
  const stands = read.body.workflow_status;
  return [
    ...(stands === ends ? [] : [`voucher ${id} stands at ${stands} and not at ${ends}`]),
    ...(hashOf(bytes) === hashOf(text) ? [] : [`voucher ${id} has other bytes than were acknowledged`]),
  ];
}

/** Posts an invoice, at once or as a draft first, until it is acknowledged. */
async function invoice(world: World, company: Company, customer: number, index: number): Promise<void> {
  const isDraft = index % 2 === 1;
  const body = {
    ...{ client_account_id: company.owner.clientAccountId, document_type: 'ARINV', document_date: DAY },
    ...{ business_partner_id: customer, is_draft: isDraft, external_id: `invoice-${index}` },
    lines: [{ description: 'Rådgivning', quantity: '1', price: '1000', tax_code: '3' }],
  };
  const post = () => sendOnce(world, company, 'POST', '/api/v2/documents', { body, key: `invoice-${index}` });
  const { id } = (await settledWithin(SECONDS, post, ({ status }) => status === 201)).body;
  if (!isDraft) return;
  const path = `/api/v2/documents/${id}`;
  const isPosted = ({ body }: Sent) => body?.status === 'POSTED';
  // Who posts it a second time is refused; what it says of itself counts.
  const postDraft = async () => {
    const sent = await sendOnce(world, company, 'PATCH', path, { body: { is_draft: false } });
    return isPosted(sent) ? sent : sendOnce(world, company, 'GET', path);
  };
  await settledWithin(SECONDS, postDraft, isPosted);
}

const INVOICES = 3;

/** Bytes without a row and rows without bytes, as the folder of the files and the database see them. */
async function orphans({ sql, system }: World, clientAccountId: number): Promise<readonly string[]> {
  const rows = await patiently(
    () => sql<{ store_key: string; is_arriving: boolean }[]>`
      select store_key, false as is_arriving from documents.contents where client_account_id = ${clientAccountId}
      union all select store_key, true from documents.arriving_contents where client_account_id = ${clientAccountId}`,
  );
  const folder = system.platform.settings.folder('FILES_DIR');
  const known = new Set(rows.map(({ store_key }) => store_key));
  const own = join(folder, String(clientAccountId));
  const stored = readdirSync(own, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return [
    ...(stored.length > 0 ? [] : ['no bytes of the vouchers are stored']),
    ...stored.filter((key) => !known.has(key)).map((key) => `the bytes ${key} have no row`),
    ...rows
      .filter(({ store_key, is_arriving }) => !is_arriving && !existsSync(join(folder, store_key)))
      .map(({ store_key }) => `the row ${store_key} has no bytes`),
  ];
}

/** What is there once all has come to its end: each upload, and each invoice with a number, an entry and a paper. */
const WANTED = {
  ...{ uploads: UPLOADS.length, vouchers: UPLOADS.length + INVOICES, questions: 1 },
  ...{ documents: INVOICES, numbers: INVOICES, posted: INVOICES },
};

/** The paper of an invoice is made after it is posted, so that what is there is awaited. */
async function countPapers({ sql }: World, clientAccountId: number): Promise<readonly string[]> {
  const count = () =>
    patiently(
      () => sql`
        select (select count(*)::int from documents.vouchers
            where client_account_id = ${clientAccountId} and external_id like 'upload-%') as uploads,
          (select count(*)::int from documents.vouchers where client_account_id = ${clientAccountId}) as vouchers,
          (select count(*)::int from documents.questions where client_account_id = ${clientAccountId}) as questions,
          count(d.id)::int as documents, count(distinct d.document_number)::int as numbers,
          count(*) filter (where d.status = 'POSTED' and e.id = d.journal_entry_id and not e.is_draft)::int as posted
        from documents.documents d left join ledger.journal_entries e
          on e.client_account_id = d.client_account_id and e.relation_type = d.document_type and e.relation_id = d.id
        where d.client_account_id = ${clientAccountId} and d.document_type = 'ARINV'`,
    );
  const wanted = JSON.stringify(WANTED);
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = JSON.stringify((await count())[0]);
    if (found === wanted) return [];
    if (Date.now() > deadline) return [`there are ${found} and not ${wanted}`];
    await pause(200);
  }
}

/** Vouchers are uploaded, with their workflow, and invoices posted: each is there once and whole, whoever dies. */
const papers: CompanyWork = {
  name: 'vouchers are uploaded and invoices posted',
  needsTheTime: true,
  isNew: true,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    await ask(world, company, 'PATCH', `/api/v2/client-accounts/${clientAccountId}/settings`, {
      body: { vat_liable: true },
    });
    const { body: customer } = await ask(world, company, 'POST', '/api/v2/business-partners', {
      body: { client_account_id: clientAccountId, name: 'Kunde AS', is_customer: true },
    });
    const uploads = Promise.all(UPLOADS.map((each) => upload(world, company, each)));
    const invoices = Array.from({ length: INVOICES }, (_, index) => invoice(world, company, customer.id, index));
    const all = underWay(Promise.all([uploads, ...invoices]));
    return async () => {
      const [wrong] = await all();
      return [
        ...wrong.flat(),
        ...(await countPapers(world, clientAccountId)),
        ...(await orphans(world, clientAccountId)),
      ];
    };
  },
};

export const whilePapersCome = (fault: Fault): Fault => meeting(fault, papers);
