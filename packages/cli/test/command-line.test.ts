import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reference } from '../src/reference.computed.ts';
import { openTerminal, type Terminal } from './surroundings.ts';

/** What came in, as far as a test asks for it. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly key: string | undefined;
}

let server: Server;
let url = '';
let terminal: Terminal;
let seen: Seen[] = [];
/** What the next requests are answered with; the last one stays. */
let answers: { readonly status: number; readonly type?: string; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { method = '', url = '' } = request;
    const body = Buffer.concat(chunks).toString('utf8');
    seen.push({ method, url, body, key: request.headers['idempotency-key'] as string | undefined });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  terminal = openTerminal({ BILAG_URL: url, BILAG_TOKEN: 't' });
});
afterAll(() => {
  terminal[Symbol.dispose]();
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  seen = [];
  answers = [{ status: 200, body: '{}' }];
});

const input = (text: string) => ({
  input: (async function* () {
    yield Buffer.from(text);
  })(),
});

it('an operation is called by its name, its id or its path', async () => {
  for (const args of [
    ['ledger.getJournalEntry', 'id=17'],
    ['getJournalEntry', 'id=17'],
    ['/api/v2/journal-entries/17'],
  ])
    expect(await terminal.run(['get', ...args])).toMatchObject({ exitCode: 0, output: '{}\n' });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill('GET /api/v2/journal-entries/17'));
  await terminal.run(['get', '/api/v2/general-ledger-accounts/balances', 'client_account_id=2']);
  expect(seen.at(-1)?.url).toBe('/api/v2/general-ledger-accounts/balances?client_account_id=2');
});

it('fields have the types that are declared, and no digit is lost', async () => {
  const entry = '{"lines": [{"debit": "1.00"}], "metadata": {"rate": 1250.50}}';
  const args = ['post', 'createJournalEntry', 'client_account_id=2', 'description=12', 'is_draft=true', '--body', '-'];
  await terminal.run([...args, '--key', 'mine'], input(entry));
  expect(seen[0]?.key).toBe('mine');
  expect(seen[0]?.body).toBe(
    '{"lines":[{"debit":"1.00"}],"metadata":{"rate":1250.50},"client_account_id":2,"description":"12","is_draft":true}',
  );
  await terminal.run(['patch', 'updateProject', 'id=1', 'business_partner_id:=null']);
  expect(seen).toHaveLength(1);
});

it('what was not understood says what to do, asks nobody, and ends with 2', async () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['get', 'getJournalEntri'], /There is no operation getJournalEntri/],
    [['get', 'createJournalEntry'], /createJournalEntry is a POST: bilag post createJournalEntry/],
    [['get', 'getJournalEntry', 'idd=1'], /There is no field idd. The fields are id, with/],
    [['get', 'getJournalEntry', 'id'], /"id" is no field: write name=value/],
    [['get', 'getJournalEntry', 'id=1', 'id=2'], /id is given twice/],
    [['post', 'createProject', 'client_account_id=two'], /client_account_id takes integer, not "two"/],
    [['post', 'createJournalEntry', '--body', 'nowhere.json'], /There is no file .*nowhere.json/],
    [['post', 'createJournalEntry', 'lines:=[1,'], /lines is no JSON/],
    [['reports', 'trial'], /There is no report trial: .*trial-balance/],
    [['reports', 'trial-balance', '--format', 'docx'], /comes as pdf, xlsx, html, json, not as docx/],
    [['poll', 'listUnits'], /listUnits cannot be followed/],
    [['list', 'listUnits', '--limit', '0'], /above zero/],
    [['import', 'bank', 'a.xml'], /--company/],
    [['import', 'vouchers', 'a.pdf', '--company', '2', '--track', 'BY_HAND'], /Allowed choices are DEFAULT, MANUAL/],
    [['import', 'vouchers', 'nowhere.pdf', '--company', '2'], /There is no file .*nowhere.pdf/],
    [['import', 'vouchers', '.', '--company', '2'], /is a folder: name the files in it/],
    [['post', 'uploadVoucher', 'client_account_id=2', 'file=@nowhere.pdf'], /There is no file .*nowhere.pdf/],
    [['get', 'getJournalEntry'], /^bilag: getJournalEntry needs id=<integer>$/],
    [['list', 'listItems', 'client_account_id='], /listItems needs client_account_id=<integer>/],
    [['poll', 'listJournalEntries'], /listJournalEntries needs client_account_id=<integer>/],
    [['reports', 'trial-balance', 'client_account_id=2', '--to', 'a.csv'], /comes as pdf, .*, not as csv: .*--format/],
    [['get', 'getTag', 'id=1', '--to', 'nowhere/tag.json'], /There is no folder for .*nowhere\/tag.json/],
    [['poll', 'listVouchers', 'client_account_id=2', '--mark', 'nowhere/mark'], /There is no folder for .*nowhere/],
    [['get', '/api/v2/units?sort=up'], /listUnits has no sort. Its fields are order_by/],
    [['get', '/api/v2/tags/%zz'], /"%zz" cannot stand in a path/],
    [['get', 'getTag', 'id=1', '--url', '127.0.0.1:8080'], /"127.0.0.1:8080" in --url is no address: .*http:/],
    [['vanish'], /unknown command/],
  ];
  for (const [args, says] of wrong) {
    const { exitCode, said } = await terminal.run(args);
    expect([args, exitCode, said]).toEqual([args, 2, expect.stringMatching(says)]);
  }
  expect(seen).toEqual([]);
});

it('an address is pasted with its query, and a field that is given besides wins', async () => {
  await terminal.run(['get', '/api/v2/items?client_account_id=2&per_page=5', 'per_page=1']);
  expect(seen.map(({ url }) => url)).toEqual(['/api/v2/items?client_account_id=2&per_page=1']);
});

it('advice on a refused credential is about the one that was used', async () => {
  answers = [{ status: 401, body: '{"error": {"code": "common.unauthorized", "message": "The token has ended"}}' }];
  const { folder } = terminal;
  const adviceWith = async (env: Readonly<Record<string, string>>, args = ['get', 'getTag', 'id=1']) => {
    const around = { env: { HOME: folder, BILAG_URL: url, ...env }, ...input('wrong') };
    const { exitCode, said, output } = await terminal.run(args, around);
    expect([exitCode, output]).toEqual([3, '']);
    return said;
  };
  expect(await adviceWith({ BILAG_TOKEN: 't' })).toMatch(/BILAG_TOKEN goes before every sign-in/);
  expect(await adviceWith({ BILAG_CLIENT_ID: 'app_1' })).toMatch(/BILAG_CLIENT_ID is set without BILAG_CLIENT_SECRET/);
  answers = [{ status: 401, body: '{"error": "invalid_client", "error_description": "Unknown client"}' }];
  const check = /Unknown client\n.*Check the id and the secret of the client/;
  expect(await adviceWith({ BILAG_CLIENT_ID: 'app_1', BILAG_CLIENT_SECRET: 's' })).toMatch(check);
  expect(await adviceWith({ BILAG_TOKEN: 't' }, ['login', '--client-id', 'app_1'])).toMatch(check);
  // The secret for signing in may stay where it is.
  expect(await adviceWith({ BILAG_CLIENT_SECRET: 's' })).toMatch(/Nobody is signed in/);
});

it('where nobody answers it says where it asked, and ends with 6', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => free.close(closed));
  const { exitCode, said, output } = await terminal.run(['get', 'getTag', 'id=1', '--url', `http://127.0.0.1:${port}`]);
  expect([exitCode, output]).toEqual([6, '']);
  expect(said).toMatch(new RegExp(`The API cannot be reached: .*127.0.0.1:${port}.*--url or BILAG_URL`));
});

it('a refusal says why, field by field, and the exit code says of which kind it is', async () => {
  const error = {
    code: 'common.validation_error',
    message: 'The request is invalid',
    request_id: 'r-1',
    doc_url: 'http://books.test/docs/errors/common.validation_error',
    details: { fields: [{ field: 'lines.0.debit', message: 'must be an amount' }] },
  };
  answers = [{ status: 400, body: JSON.stringify({ error }) }];
  const refused = await terminal.run(['post', 'createJournalEntry', 'client_account_id=2']);
  expect(refused).toMatchObject({ exitCode: 4, output: '' });
  expect(refused.said).toBe(
    'bilag: 400 common.validation_error: The request is invalid\n  lines.0.debit: must be an amount\n  see http://books.test/docs/errors/common.validation_error\n  request r-1',
  );
  answers = [{ status: 401, body: '{}' }];
  expect((await terminal.run(['get', 'getTag', 'id=1'])).exitCode).toBe(3);
  answers = [{ status: 500, body: '{}' }];
  expect((await terminal.run(['get', 'getTag', 'id=1'])).exitCode).toBe(5);
  const nobody = await terminal.run(['get', 'getTag', 'id=1'], { env: { HOME: terminal.folder } });
  expect([nobody.exitCode, nobody.said]).toEqual([3, expect.stringContaining('bilag login')]);
});

it('people get tables that fit, programs get JSON, and a terminal obeys no character of an answer', async () => {
  const rows = [
    { id: 1, created_at: '2026-01-15T10:00:00Z', name: 'A\u001b[31m', amount: '1.00', note: 'x'.repeat(90), lines: [] },
    { id: 12, created_at: '2026-01-16T10:00:00Z', name: 'Bé', amount: '250.00', note: '', lines: [] },
  ];
  answers = [{ status: 200, body: JSON.stringify({ data: rows, meta: { page: 1, pages: 2, records: 3 } }) }];
  const table = await terminal.run(['list', 'listUnits'], { isRead: true, columns: 60 });
  expect(table.output).toBe('id  name    amount\n 1  A [31m    1.00\n12  Bé      250.00\n');
  expect(table.said).toBe('2 of 3; --all reads every one');
  const chosen = await terminal.run(['list', 'listUnits', '-o', 'table', '--columns', 'name,lines']);
  expect(chosen.output.split('\n')[0]).toBe('name    lines');
  const json = await terminal.run(['get', 'listUnits']);
  expect(JSON.parse(json.output).data).toEqual(rows);
  expect((await terminal.run(['get', 'listUnits', '-o', 'ndjson'])).output.split('\n')).toHaveLength(3);
});

it('a file that is there is replaced only when asked for, and nobody is asked for the answer', async () => {
  const days = ['date_from=2026-01-01', 'date_to=2026-12-31'];
  const balance = ['reports', 'trial-balance', 'client_account_id=2', ...days, '--to', 'balance.pdf'];
  answers = [{ status: 200, type: 'application/pdf', body: 'first' }];
  expect(await terminal.run(balance)).toMatchObject({ exitCode: 0, said: expect.stringContaining('5 bytes') });
  answers = [{ status: 200, type: 'application/pdf', body: 'second' }];
  expect(await terminal.run(balance)).toMatchObject({ exitCode: 2, said: expect.stringContaining('--force') });
  expect(seen).toHaveLength(1);
  await terminal.run([...balance, '--force']);
  answers = [{ status: 403, body: '{}' }];
  expect(await terminal.run([...balance, '--force'])).toMatchObject({ exitCode: 4 });
  expect(readFileSync(join(terminal.folder, 'balance.pdf'), 'utf8')).toBe('second');
  expect(readdirSync(terminal.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('every command has help with examples', async () => {
  const { output } = await terminal.run(['--help']);
  const names = [...output.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name]) => name!).filter((name) => name !== 'bilag');
  expect(names).toEqual(expect.arrayContaining(['login', 'get', 'post', 'list', 'reports', 'import', 'poll']));
  for (const name of names.filter((each) => each !== 'help' && each !== 'import')) {
    const help = await terminal.run([name, '--help']);
    expect([name, help.exitCode, help.output]).toEqual([
      name,
      0,
      expect.stringMatching(/Examples:\n {2}(source <\()?bilag /),
    ]);
  }
});

it('the operations that examples name are there', async () => {
  const { output } = await terminal.run(['--help']);
  const texts = [output];
  for (const verb of ['get', 'post', 'put', 'patch', 'delete', 'list', 'poll', 'describe'])
    texts.push((await terminal.run([verb, '--help'])).output);
  const named = texts.flatMap((text) =>
    [...text.matchAll(/bilag (?:get|post|put|patch|delete|list|poll|describe) ([a-z]\w+)/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(8);
  const known = new Set(reference.map(({ id }) => id));
  expect(named.filter((name) => !known.has(name!))).toEqual([]);
});

it('completion knows commands, operations of the verb, and fields that were not given yet', async () => {
  const complete = async (...words: string[]) =>
    (await terminal.run(['__complete', '--', ...words])).output.split('\n');
  expect(await complete('re')).toEqual(['reports', '']);
  expect(await complete('get', 'getJ')).toEqual(['getJournalEntry', '']);
  expect(await complete('get', 'createJ')).toEqual(['']);
  expect(await complete('get', 'getJournalEntry', '')).toEqual(['id=', 'with=', '']);
  expect(await complete('get', 'getJournalEntry', 'id=1', '')).toEqual(['with=', '']);
  expect(await complete('reports', 'trial')).toEqual(['trial-balance', '']);
  expect(await complete('import', '')).toEqual(['saft', 'bank', 'vouchers', '']);
  expect(await complete('list', 'listUnits', '--li')).toEqual(['--limit', '']);
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await terminal.run(['completion', shell])).output).toContain('bilag __complete --');
  expect(seen).toEqual([]);
});
