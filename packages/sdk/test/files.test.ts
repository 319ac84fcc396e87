import { Blob } from 'node:buffer';
import { expect, it } from 'vitest';
import { createClient } from '../src/index.ts';

/** A client whose requests are kept, and which gets the same answers in a row; the last one stays. */
function scripted(...answers: (() => Response | Promise<Response>)[]) {
  const seen: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    seen.push({ url, init });
    return (answers.length > 1 ? answers.shift()! : answers[0]!)();
  };
  return { seen, client: createClient({ baseUrl: 'http://books.test', token: 't', fetch, sleep: async () => {} }) };
}

const voucher = () => Response.json({ id: 1, file_name: 'a.pdf' }, { status: 201 });
const partsOf = async (body: unknown): Promise<Record<string, unknown>> => {
  const form = await new Response(body as FormData).formData();
  const parts = [...form].map(
    async ([name, value]): Promise<[string, unknown]> => [
      name,
      typeof value === 'string' ? value : [value.name, value.type, await value.text()],
    ],
  );
  return Object.fromEntries(await Promise.all(parts));
};

it('files of a form go as bytes or blobs, and what holds more than a value goes as JSON', async () => {
  const { seen, client } = scripted(voucher);
  const bytes = {
    fileName: 'kvittering æ.pdf',
    contentType: 'application/pdf',
    content: new TextEncoder().encode('x'),
  };
  await client.documents.uploadVoucher({ client_account_id: 2, file: bytes, metadata: { till: 'B', count: 3 } });
  const blob = { fileName: 'a.txt', content: new Blob(['y'], { type: 'text/plain' }) as globalThis.Blob };
  await client.documents.uploadVoucher({ client_account_id: 2, file: blob });
  expect(await Promise.all(seen.map(({ init }) => partsOf(init.body)))).toEqual([
    {
      client_account_id: '2',
      file: ['kvittering æ.pdf', 'application/pdf', 'x'],
      metadata: '{"till":"B","count":3}',
    },
    { client_account_id: '2', file: ['a.txt', 'text/plain', 'y'] },
  ]);
  // The boundary is named by whoever writes the form.
  expect(new Headers(seen[0]!.init.headers).has('content-type')).toBe(false);
});

it('a blob that is the body is sent again whole after a lost answer, under the same key', async () => {
  const { seen, client } = scripted(
    () => Promise.reject(new TypeError('fetch failed')),
    () => Response.json({ id: 1, state: 'READING' }, { status: 201 }),
  );
  const body = new Blob(['<AuditFile/>']) as globalThis.Blob;
  await client.ledger.createSaftImport({ client_account_id: 2, body });
  expect(await Promise.all(seen.map(({ init }) => new Response(init.body!).text()))).toEqual([
    '<AuditFile/>',
    '<AuditFile/>',
  ]);
  expect(new Set(seen.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).size).toBe(1);
});

const slowFile = (chunks: AsyncGenerator<Uint8Array>) =>
  new Response(ReadableStream.from(chunks) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': '2',
      'Content-Disposition': 'attachment; filename="a.pdf"',
    },
  });
const asked = { client_account_id: 2, date_from: '2026-01-01', date_to: '2026-12-31' };

it.each([
  [`attachment; filename="a.pdf"; filename*=UTF-8''b%C3%A6r.pdf`, 'bær.pdf'],
  [`attachment; filename="a.pdf"; filename*=UTF-8''100%.pdf`, 'a.pdf'],
  [`attachment; filename*=UTF-8''%E6.pdf`, null],
  ['inline', null],
])('a file arrives whatever its name is: %s', async (disposition, fileName) => {
  const { client } = scripted(() => new Response('A', { headers: { 'Content-Disposition': disposition } }));
  const file = await client.ledger.getTrialBalance.stream('application/pdf', asked);
  expect([file.fileName, await new Response(file.stream).text()]).toEqual([fileName, 'A']);
});

it('a stream arrives piece by piece, and a break before its end is an error', async () => {
  const good = scripted(() =>
    slowFile(
      (async function* () {
        yield Uint8Array.of(65);
        yield Uint8Array.of(66);
      })(),
    ),
  );
  const file = await good.client.ledger.getTrialBalance.stream('application/pdf', asked);
  expect([file.contentType, file.fileName, file.size]).toEqual(['application/pdf', 'a.pdf', 2]);
  expect(await new Response(file.stream).text()).toBe('AB');

  const broken = scripted(() =>
    slowFile(
      (async function* () {
        yield Uint8Array.of(65);
        throw new TypeError('terminated');
      })(),
    ),
  );
  const short = scripted(() =>
    slowFile(
      (async function* () {
        yield Uint8Array.of(65);
      })(),
    ),
  );
  const cut = await short.client.ledger.getTrialBalance.stream('application/pdf', asked);
  await expect(new Response(cut.stream).text()).rejects.toThrow('1 of 2 bytes');
  const half = await broken.client.ledger.getTrialBalance.stream('application/pdf', asked);
  await expect(new Response(half.stream).text()).rejects.toThrow();
});

it('a refusal of a stream is an error, not a file', async () => {
  const { client } = scripted(() => Response.json({ status: 403, error: 'x', message: 'no access' }, { status: 403 }));
  await expect(client.ledger.getTrialBalance.stream('application/pdf', asked)).rejects.toMatchObject({ status: 403 });
});

it('a call may have a time limit of its own, and a signal ends it at once without another try', async () => {
  const silent = (signal: AbortSignal | null | undefined) =>
    new Promise<Response>((_, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  let calls = 0;
  const client = createClient({
    baseUrl: 'http://books.test',
    token: 't',
    retry: { attempts: 2 },
    sleep: async () => {},
    fetch: (_url, init) => {
      calls++;
      return silent(init?.signal);
    },
  });
  await expect(client.documents.listUnits({}, { timeout: 1 })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(calls).toBe(2);
  const wish = new AbortController();
  const call = client.documents.listUnits({}, { signal: wish.signal });
  wish.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect(calls).toBe(3);
});
