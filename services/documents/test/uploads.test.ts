import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { GATEWAY_HEADER, signForwarded } from '@app/identity';
import { startService } from '@app/service';
import { testSigner } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsService } from '../src/service.ts';
import { type Company, type Documents, pdf, startDocuments } from './documents.ts';

let documents: Documents;
beforeAll(async () => {
  documents = await startDocuments();
});
afterAll(() => documents?.stop());

/** Files below the store's folder of a company, and those that are on their way. */
const stored = async (clientAccountId: number | 'arriving'): Promise<number> =>
  (
    await readdir(`${documents.env.FILES_DIR}/${clientAccountId}`, { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  ).filter((entry) => entry.isFile()).length;
const formOf = (fields: Readonly<Record<string, string | Blob>>, fileName = 'kvittering.pdf'): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  return form;
};
const blob = (content: Buffer | string, type = 'application/octet-stream') =>
  new Blob([new Uint8Array(Buffer.from(content))], { type });
const upload = (
  company: Company,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
) =>
  documents.call('POST', '/api/v2/vouchers', {
    token: company.token,
    headers,
    body: {
      client_account_id: company.clientAccountId,
      file_name: 'a.pdf',
      content_base64: pdf().toString('base64'),
      ...body,
    },
  });
const uploadForm = (company: Company, fields: Readonly<Record<string, string | Blob>>, fileName?: string) =>
  documents.call('POST', '/api/v2/vouchers', {
    token: company.token,
    body: formOf({ client_account_id: String(company.clientAccountId), ...fields }, fileName),
  });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof upload>>) => [status, body?.error?.code];

describe('an upload', () => {
  it('as a form answers 201 with a PENDING voucher, which begins its workflow and has its bytes [VOU-R58]', async () => {
    const own = await documents.company();
    documents.projects.push({ clientAccountId: own.clientAccountId, id: 31, isActive: true });
    const content = pdf();
    const { status, body, headers } = await uploadForm(own, {
      file: blob(content, 'image/png'),
      type: 'RECPT',
      channel: 'APP',
      processing_track: 'MANUAL',
      document_date: '2026-01-31',
      project_id: '31',
      external_id: 'skann-7',
      metadata: '{"scanner": "2. etasje", "amount": 10.10}',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'PENDING',
      workflow_status: 'IMAGE_PROCESSING',
      type: 'RECPT',
      channel: 'APP',
      processing_track: 'MANUAL',
      document_date: '2026-01-31',
      project_id: 31,
      collection_id: null,
      file_name: 'kvittering.pdf',
      content_type: 'application/pdf',
      size: content.length,
      created_by_id: own.userId,
      external_id: 'skann-7',
      metadata: { scanner: '2. etasje', amount: 10.1 },
    });
    // What is shown at once is what is read afterwards, but for its addresses, which are signed anew.
    const changing = /_url$|^(page_images|updated_at|workflow_status)$/;
    const lasting = (voucher: object) =>
      Object.fromEntries(Object.entries(voucher).filter(([name]) => !changing.test(name)));
    const read = await documents.call('GET', `/api/v2/vouchers/${body.id}`, { token: own.token });
    expect(lasting(body)).toEqual(lasting(read.body));
    expect(headers.get('location')).toMatch(new RegExp(`/api/v2/vouchers/${body.id}$`));
    const { pathname, search } = new URL(body.download_url);
    expect((await documents.call('GET', `${pathname}${search}`)).bytes.equals(content)).toBe(true);
    const said = (await documents.events('documents.reference.changed')).filter(
      ({ payload }) => payload.id === body.id,
    );
    expect(said).toHaveLength(1);
    await documents.expectSound(own.clientAccountId);
  });

  it('as JSON answers 201, on the track DEFAULT and the channel API unless said otherwise [VOU-R59]', async () => {
    const own = await documents.company();
    const { status, body } = await upload(own, { file_name: 'Kvittering på kjøp.pdf', content_type: 'text/plain' });
    expect([status, body.status, body.channel, body.processing_track, body.file_name, body.content_type]).toEqual([
      201,
      'PENDING',
      'API',
      'DEFAULT',
      'Kvittering på kjøp.pdf',
      'application/pdf',
    ]);
    expect(JSON.stringify(body)).not.toContain('content_base64');
  });

  it('without a file answers 400 voucher.missing_file [VOU-R60]', async () => {
    const own = await documents.company();
    expect(codeOf(await uploadForm(own, { type: 'RECPT' }))).toEqual([400, 'voucher.missing_file']);
    expect(codeOf(await upload(own, { content_base64: undefined }))).toEqual([400, 'voucher.missing_file']);
  });

  it('of an empty file answers 400 voucher.empty_file [VOU-R61]', async () => {
    const own = await documents.company();
    expect(codeOf(await uploadForm(own, { file: blob('') }))).toEqual([400, 'voucher.empty_file']);
    expect(codeOf(await upload(own, { content_base64: '' }))).toEqual([400, 'voucher.empty_file']);
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://169.254.169.254/x"/><script>1</script></svg>';
  it.each<[string, Buffer]>([
    ['an archive', Buffer.from('504b03040a0000000000000000000000000000000000000000000800000065', 'hex')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0'.padEnd(200, '\0'), 'latin1')],
    ['an SVG with scripts', Buffer.from(svg)],
    [
      'an SVG behind a doctype with entities',
      Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    ],
    ['a GIF that is a script too', Buffer.from('GIF89a/*\x01\0*/=1;alert(1)', 'latin1')],
    ['a saved message', Buffer.from('Received: by x\r\nSubject: Faktura\r\n\r\nHei')],
    ['a picture with a wrong first byte', Buffer.from('\x88PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
  ])(
    'of %s answers 400 voucher.unsupported_file_type whatever it is called, and nothing is stored [VOU-R62] [VOU-R63]',
    async (_what, content) => {
      const own = await documents.company();
      expect(codeOf(await uploadForm(own, { file: blob(content, 'application/pdf') }, 'faktura.pdf'))).toEqual([
        400,
        'voucher.unsupported_file_type',
      ]);
      expect(
        codeOf(await upload(own, { content_base64: content.toString('base64'), content_type: 'application/pdf' })),
      ).toEqual([400, 'voucher.unsupported_file_type']);
      expect([await stored(own.clientAccountId), await stored('arriving')]).toEqual([0, 0]);
    },
  );

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['base64 cut short', { content_base64: pdf().toString('base64').slice(0, -1) }, 'content_base64'],
    [
      'base64 with something else in it',
      { content_base64: `${pdf().toString('base64').slice(0, 8)}\n${pdf().toString('base64')}` },
      'content_base64',
    ],
    ['base64 of another alphabet', { content_base64: '_-__' }, 'content_base64'],
    ['no name', { file_name: undefined }, 'file_name'],
    ['a type that is none', { type: 'INVOICE' }, 'type'],
    ['a channel that is none', { channel: 'FAX' }, 'channel'],
    ['a track that is none', { processing_track: 'FAST' }, 'processing_track'],
    ['a day that is none', { document_date: '2026-02-30' }, 'document_date'],
    ['a project that is none', { project_id: 4711 }, 'project_id'],
    ['a collection that is none', { collection_id: 4711 }, 'collection_id'],
    ['a file that is text', { file: 'x' }, 'file'],
  ])('with %s names the field, and nothing is stored', async (_what, changes, field) => {
    const own = await documents.company();
    const { status, body } = await upload(own, changes);
    expect([status, body.error.code]).toEqual([400, 'common.validation_error']);
    expect(body.error.details.fields.map((fault: { field: string }) => fault.field)).toEqual([field]);
    expect(await stored(own.clientAccountId)).toBe(0);
  });

  it('with metadata in a form that are no JSON, or no object, names the field', async () => {
    const own = await documents.company();
    for (const metadata of ['{"a":', 'scanner', '[1]', '"x"', '{"a": {"b": 1}}']) {
      const { status, body } = await uploadForm(own, { file: blob(pdf()), metadata });
      expect([status, body.error?.details?.fields?.[0]?.field.split('.')[0]], metadata).toEqual([400, 'metadata']);
    }
    expect(await stored(own.clientAccountId)).toBe(0);
    // In JSON it is no text.
    expect((await upload(own, { metadata: '{"a": 1}' })).status).toBe(400);
  });

  it('takes no project of another company, and answers as if there were none', async () => {
    const [own, other] = [await documents.company(), await documents.company()];
    documents.projects.push({ clientAccountId: other.clientAccountId, id: 77, isActive: true });
    const theirs = await upload(own, { project_id: 77 });
    const none = await upload(own, { project_id: 78 });
    expect(theirs.body.error.message.replace('77', '78')).toBe(none.body.error.message);
    documents.projects.push({ clientAccountId: own.clientAccountId, id: 79, isActive: false });
    expect(codeOf(await upload(own, { project_id: 79 }))).toEqual([400, 'common.validation_error']);
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\f.pdf', 'f.pdf'],
    ['a\u0007b\u202Efdp.exe', 'abfdp.exe'],
    ['linje\r\nSet-Cookie: x.pdf', 'linjeSet-Cookie: x.pdf'],
  ])('called %j is kept as %j', async (sent, kept) => {
    const own = await documents.company();
    const { body } = await upload(own, { file_name: sent });
    expect(body.file_name).toBe(kept);
    const download = await own.call('GET', `/vouchers/${body.id}/download`);
    expect(download.headers.get('content-disposition')).not.toMatch(/[\r\n]/);
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(download.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('of more than 25 MiB answers 413, as a form and as JSON [GENX-R52]', async () => {
    const own = await documents.company();
    const much = Buffer.concat([pdf(), Buffer.alloc(25 * 1024 * 1024)]);
    expect(codeOf(await uploadForm(own, { file: blob(much) }))).toEqual([413, 'common.payload_too_large']);
    expect(codeOf(await upload(own, { content_base64: much.toString('base64') }))).toEqual([
      413,
      'common.payload_too_large',
    ]);
    expect([await stored(own.clientAccountId), await stored('arriving')]).toEqual([0, 0]);
  });

  it('by somebody without access answers 403 voucher.client_account_access_denied before anything else [VOU-R02]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    for (const clientAccountId of [own.clientAccountId, 999_999_999]) {
      const answer = await upload(stranger, { client_account_id: clientAccountId, content_base64: '' });
      expect(codeOf(answer)).toEqual([403, 'voucher.client_account_access_denied']);
    }
    expect((await documents.call('POST', '/api/v2/vouchers', { body: {} })).status).toBe(401);
    expect(codeOf(await upload(own, { client_account_id: undefined }))).toEqual([400, 'common.validation_error']);
  });

  it('is open to every role, EM too, and to nobody of an inactive company [ROLE-R05]', async () => {
    for (const role of ['SA', 'AA', 'CA', 'BK', 'US', 'EM'] as const)
      expect((await upload(await documents.company({ role }), {})).status).toBe(201);
    const inactive = await documents.company({ isActive: false });
    expect(codeOf(await upload(inactive, {}))).toEqual([409, 'client_account.inactive']);
    expect(await stored(inactive.clientAccountId)).toBe(0);
  });

  it('that is sent again with its key is the same voucher, also as a form with another boundary', async () => {
    const own = await documents.company();
    const key = { 'Idempotency-Key': 'upload-1' };
    const body = { content_base64: pdf().toString('base64') };
    const [first, again] = [await upload(own, body, key), await upload(own, body, key)];
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body.id,
      'true',
    ]);
    expect((await upload(own, {}, key)).status).toBe(422);
  });

  it('of the same bytes, twenty at once over two replicas, makes twenty vouchers and stores the bytes once', async () => {
    const [own, other] = [await documents.company(), await documents.company()];
    const replica = await startService(documentsService, { env: documents.env, natsPrefix: documents.natsPrefix });
    await replica.opened;
    try {
      const content_base64 = pdf().toString('base64');
      const viaReplica = () =>
        fetch(`http://127.0.0.1:${replica.httpPort}/api/v2/vouchers`, {
          method: 'POST',
          headers: {
            [GATEWAY_HEADER]: signForwarded(testSigner('gateway'), 'documents', {
              address: '203.0.113.7',
              dryRun: false,
            }),
            authorization: `Bearer ${own.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ client_account_id: own.clientAccountId, file_name: 'a.pdf', content_base64 }),
        }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as { id: number } }));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? upload(own, { content_base64 }) : viaReplica())),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
      await upload(other, { content_base64 });
      expect([
        await stored(own.clientAccountId),
        await stored(other.clientAccountId),
        await stored('arriving'),
      ]).toEqual([1, 1, 0]);
      await documents.expectSound(own.clientAccountId);
    } finally {
      await replica.stop();
    }
  });

  it('whose body breaks off stores nothing', async () => {
    const own = await documents.company();
    await new Promise<void>((resolve) => {
      const sent = httpRequest(`${documents.httpUrl}/api/v2/vouchers`, {
        method: 'POST',
        headers: {
          [GATEWAY_HEADER]: signForwarded(testSigner('gateway'), 'documents', {
            address: '203.0.113.7',
            dryRun: false,
          }),
          authorization: `Bearer ${own.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '100000',
        },
      });
      sent.on('error', () => resolve());
      sent.on('close', () => resolve());
      sent.write(
        `--b\r\nContent-Disposition: form-data; name="client_account_id"\r\n\r\n${own.clientAccountId}\r\n`,
        () => sent.destroy(),
      );
    });
    // A request that came after it has been answered.
    expect((await upload(own, {})).status).toBe(201);
    expect([await stored(own.clientAccountId), await stored('arriving')]).toEqual([1, 0]);
  });
});

describe('files of a voucher', () => {
  const attach = (company: Company, id: number, body: unknown) =>
    company.call('POST', `/vouchers/${id}/attachments`, body);
  const file = (changes = {}) => ({ file_name: 'avtale.pdf', content_base64: pdf().toString('base64'), ...changes });

  it('are attached as a form and as JSON, in their order', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const form = await documents.call('POST', `/api/v2/vouchers/${id}/attachments`, {
      token: own.token,
      body: formOf({ file: blob(pdf()) }, 'a.pdf'),
    });
    expect([form.status, form.body.attachments.map((each: { file_name: string }) => each.file_name)]).toEqual([
      201,
      ['a.pdf'],
    ]);
    const { status, body } = await attach(own, id, {
      files: [file({ file_name: 'b.pdf' }), file({ file_name: 'c.pdf' })],
    });
    expect([
      status,
      body.attachments.map((each: { file_name: string; type: string }) => [each.file_name, each.type]),
    ]).toEqual([
      201,
      [
        ['a.pdf', 'ATTACHMENT'],
        ['b.pdf', 'ATTACHMENT'],
        ['c.pdf', 'ATTACHMENT'],
      ],
    ]);
    expect((await own.call('GET', `/files/${body.attachments[0].id}`)).body.type).toBe('ATTACHMENT');
    await documents.expectSound(own.clientAccountId);
  });

  it('are attached all or none', async () => {
    const own = await documents.company();
    const id = await documents.voucher(own);
    const before = await stored(own.clientAccountId);
    const bad = await attach(own, id, {
      files: [file(), file({ content_base64: Buffer.from('MZ\0\0').toString('base64') })],
    });
    expect(codeOf(bad)).toEqual([400, 'voucher.unsupported_file_type']);
    expect(codeOf(await attach(own, id, { files: [file(), file({ content_base64: 'x' })] }))).toEqual([
      400,
      'common.validation_error',
    ]);
    const without = await attach(own, id, { file_name: 'avtale.pdf', content_base64: '' });
    expect(codeOf(without)).toEqual([400, 'voucher.missing_file']);
    expect(without.body.error.message).toContain('"files"');
    expect(codeOf(await attach(own, id, { files: [] }))).toEqual([400, 'common.validation_error']);
    expect((await own.call('GET', `/vouchers/${id}?with=attachments`)).body.attachments).toEqual([]);
    expect([await stored(own.clientAccountId), await stored('arriving')]).toEqual([before, 0]);
  });

  it('of somebody else are out of reach', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    const id = await documents.voucher(own);
    expect(codeOf(await attach(stranger, id, { files: [file()] }))).toEqual([403, 'voucher.access_denied']);
    expect(codeOf(await attach(own, 999_999_999, { files: [file()] }))).toEqual([404, 'voucher.not_found']);
    const employee = await documents.colleague(own, 'EM');
    expect(codeOf(await attach(employee, await documents.voucher(employee), { files: [file()] }))).toEqual([
      403,
      'common.forbidden',
    ]);
  });
});

describe('a file for a chat', () => {
  const send = (company: Company, fields: Readonly<Record<string, string | Blob>>, fileName?: string) =>
    documents.call('POST', '/api/v1/files/', {
      token: company.token,
      body: formOf(
        { client_account_id: String(company.clientAccountId), type: 'CHAT_ATTACHMENT', file: blob(pdf()), ...fields },
        fileName,
      ),
    });

  it('answers 201 with the type CHAT_ATTACHMENT, and is its sender’s alone [FIL-R13] [FIL-R05]', async () => {
    const own = await documents.company();
    const { status, body } = await send(own, {}, 'hei.pdf');
    expect([status, body.type, body.file_name, body.content_type, body.processing_track]).toEqual([
      201,
      'CHAT_ATTACHMENT',
      'hei.pdf',
      'application/pdf',
      null,
    ]);
    const colleague = await documents.colleague(own, 'CA');
    expect((await own.call('GET', `/files/${body.id}`)).status).toBe(200);
    expect((await colleague.call('GET', `/files/${body.id}`)).status).toBe(404);
    await documents.expectSound(own.clientAccountId);
  });

  it.each<[string, Buffer]>([
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['a WEBP', Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])],
    ['a table', Buffer.from('a;b\n1;2\n')],
    ['text', Buffer.from('Hei på deg')],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>')],
  ])('may be %s [FIL-R21]', async (_what, content) => {
    expect((await send(await documents.company(), { file: blob(content) })).status).toBe(201);
  });

  it('of another type answers 400 uploaded_file.invalid_type [FIL-R14]', async () => {
    expect(codeOf(await send(await documents.company(), { type: 'VOUCHER' }))).toEqual([
      400,
      'uploaded_file.invalid_type',
    ]);
  });

  it.each<[string, Buffer]>([
    ['an archive', Buffer.from('504b03040a0000000000000000000000000000000000000000000800000065', 'hex')],
    ['a message', Buffer.from('Received: by x\r\nSubject: Faktura\r\n\r\nHei')],
    ['a Word document', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')],
    ['a page', Buffer.from('<!doctype html><html><script>1</script></html>')],
  ])('that is %s answers 400 uploaded_file.unsupported_type [FIL-R15]', async (_what, content) => {
    expect(codeOf(await send(await documents.company(), { file: blob(content) }))).toEqual([
      400,
      'uploaded_file.unsupported_type',
    ]);
  });

  it('that is empty or missing answers 400, and without access 403 [FIL-R16]', async () => {
    const [own, stranger] = [await documents.company(), await documents.company()];
    expect(codeOf(await send(own, { file: blob('') }))).toEqual([400, 'uploaded_file.empty']);
    expect(codeOf(await send(own, { file: 'text' }))).toEqual([400, 'common.validation_error']);
    expect(codeOf(await send(own, { client_account_id: String(stranger.clientAccountId) }))).toEqual([
      403,
      'common.forbidden',
    ]);
  });

  it('that is not sent within a day is hidden', async () => {
    const own = await documents.company();
    const { body } = await send(own, {});
    await documents.runJob('file-cleanup');
    expect((await own.call('GET', `/files/${body.id}`)).status).toBe(200);
    documents.setClock(Temporal.Now.instant().add({ hours: 25 }).toString());
    try {
      expect(await documents.runJob('file-cleanup')).toBeGreaterThan(0);
    } finally {
      documents.setClock(null);
    }
    expect((await own.call('GET', `/files/${body.id}`)).status).toBe(404);
  });
});
