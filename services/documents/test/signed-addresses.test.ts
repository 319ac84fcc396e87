import { startService } from '@app/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsService } from '../src/service.ts';
import { type Company, type Documents, pdf, startDocuments } from './documents.ts';

let documents: Documents;
let own: Company;
beforeAll(async () => {
  documents = await startDocuments();
  own = await documents.company();
});
afterAll(() => documents?.stop());

/** Follows an address as a browser without a token. */
const follow = (address: string, headers?: Readonly<Record<string, string>>, method = 'GET') => {
  const { pathname, search } = new URL(address);
  return documents.call(method, `${pathname}${search}`, headers ? { headers } : {});
};
const addressOf = async (id: number, company = own): Promise<string> =>
  (await company.call('GET', `/files/${id}`)).body.download_url;

describe('a signed address', () => {
  it('gives the file without a token, as an attachment that nothing runs and nobody keeps [VOU-R83]', async () => {
    const content = pdf();
    const answer = await follow(await addressOf(await documents.voucher(own, { content })));
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(content)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition':
        'attachment; filename="Kvittering p_ kj_p.pdf"; filename*=UTF-8\'\'Kvittering%20p%C3%A5%20kj%C3%B8p.pdf',
    });
  });

  it('expires after an hour [VOU-R84]', async () => {
    const address = await addressOf(await documents.voucher(own));
    const at = async (minutes: number) => {
      documents.setClock(Temporal.Now.instant().add({ minutes }).toString());
      return follow(address).finally(() => documents.setClock(null));
    };
    expect((await at(59)).status).toBe(200);
    const { status, body } = await at(61);
    expect([status, body.error.code]).toEqual([403, 'uploaded_file.url_expired']);
  });

  it('that was changed answers 403, and so does that of a file that does not exist [VOU-R85]', async () => {
    const [id, another] = [await documents.voucher(own), await documents.voucher(own)];
    const stranger = await documents.company();
    const theirs = await documents.voucher(stranger);
    const address = await addressOf(id);
    const changed = (name: string, value: string | null) => {
      const url = new URL(address);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url.href;
    };
    const later = String(Number(new URL(address).searchParams.get('expires')) + 3600);
    for (const wrong of [
      changed('expires', later),
      changed('expires', 'never'),
      changed('expires', `${'9'.repeat(400)}`),
      changed('key', '00000000'),
      changed('key', null),
      changed('signature', 'A'.repeat(43)),
      changed('signature', ''),
      changed('signature', null),
      address.replace(`/files/${id}?`, `/files/${another}?`),
      address.replace(`/files/${id}?`, `/files/${theirs}?`),
      address.replace(`/files/${id}?`, '/files/999999999?'),
    ]) {
      const { status, body } = await follow(wrong);
      expect([wrong, status, body.error.code]).toEqual([wrong, 403, 'uploaded_file.url_expired']);
    }
  });

  it('of another company’s file of the same bytes is another one', async () => {
    const stranger = await documents.company();
    const content = pdf();
    const mine = await addressOf(await documents.voucher(own, { content }));
    const theirs = await addressOf(await documents.voucher(stranger, { content }), stranger);
    const swapped = mine.replace(/\/files\/\d+/, /\/files\/\d+/.exec(theirs)![0]);
    expect((await follow(swapped)).status).toBe(403);
  });

  it('works on while the key of the service is replaced, and not once the old key is gone', async () => {
    const address = new URL(await addressOf(await documents.voucher(own)));
    const [old, next] = [documents.env.DATA_ENCRYPTION_KEY!, Buffer.alloc(32, 9).toString('base64')];
    const on = async (env: NodeJS.ProcessEnv): Promise<number> => {
      const replica = await startService(documentsService, {
        env: { ...documents.env, ...env },
        natsPrefix: documents.natsPrefix,
      });
      try {
        await replica.opened;
        const { status } = await fetch(`http://127.0.0.1:${replica.httpPort}${address.pathname}${address.search}`);
        return status;
      } finally {
        await replica.stop();
      }
    };
    expect(await on({ DATA_ENCRYPTION_KEY: next, DATA_ENCRYPTION_KEYS_PREVIOUS: old })).toBe(200);
    expect(await on({ DATA_ENCRYPTION_KEY: next })).toBe(403);
  });

  it('gives the part of the file that is asked for', async () => {
    const content = pdf();
    const address = await addressOf(await documents.voucher(own, { content }));
    const part = await follow(address, { range: 'bytes=5-8' });
    expect([
      part.status,
      part.bytes.toString(),
      part.headers.get('content-range'),
      part.headers.get('content-length'),
    ]).toEqual([206, content.subarray(5, 9).toString(), `bytes 5-8/${content.length}`, '4']);
    const whole = await follow(address, { range: `bytes=${content.length}-` });
    expect([whole.status, whole.bytes.length]).toEqual([200, content.length]);
    const head = await follow(address, undefined, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(content.length),
      0,
    ]);
  });

  it('gives large files whole, uncompressed, with their length', async () => {
    const content = Buffer.concat([pdf(), Buffer.alloc(3_000_000, 'Regnskap ')]);
    const address = await addressOf(await documents.voucher(own, { content }));
    const answer = await follow(address, { 'accept-encoding': 'gzip, br' });
    expect(answer.bytes.equals(content)).toBe(true);
    expect([answer.headers.get('content-length'), answer.headers.get('content-encoding')]).toEqual([
      String(content.length),
      null,
    ]);
  });
});

describe('the name of a file that is saved', () => {
  it.each([
    ['with a path', '../../etc/passwd.pdf', 'passwd.pdf'],
    ['with a path of another system', 'C:\\fakepath\\lønn.pdf', 'lønn.pdf'],
    ['with quotes', 'a"b\'c.pdf', 'a"b\'c.pdf'],
    ['with line breaks', 'a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['that turns its own direction', 'faktura\u202efdp.exe.pdf', 'fakturafdp.exe.pdf'],
    ['with half a character', 'a\ud800.pdf', 'a\ufffd\ufffd\ufffd.pdf'],
    ['in Norwegian', 'Årsoppgjør æøå.pdf', 'Årsoppgjør æøå.pdf'],
    ['in decomposed letters', 'A\u030arsoppgj\u00f8r.pdf', 'Årsoppgjør.pdf'],
    ['of percent signs', '%2e%2e%2f.pdf', '%2e%2e%2f.pdf'],
  ])('%s', async (_what, sent, kept) => {
    const id = await documents.voucher(own, { fileName: sent });
    const { body } = await own.call('GET', `/files/${id}`);
    expect(body.file_name).toBe(kept);
    const disposition = (await follow(body.download_url)).headers.get('content-disposition')!;
    expect(disposition).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w%.~!*-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(kept);
  });

  it('of 300 letters is kept, and cut in the header with its extension', async () => {
    const name = `${'æ'.repeat(296)}.pdf`;
    const { body } = await own.call('GET', `/files/${await documents.voucher(own, { fileName: name })}`);
    expect(body.file_name).toBe(name);
    const disposition = (await follow(body.download_url)).headers.get('content-disposition')!;
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(`${'æ'.repeat(146)}.pdf`);
  });
});
