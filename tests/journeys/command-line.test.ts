import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeStatements } from '@app/camt';
import { openTerminal, type Ran, type Terminal } from '@app/cli/test/surroundings';
import { createClient } from '@app/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerConsent } from '../src/person.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, createNumbers, newOwner, type Owner } from '../src/system.ts';

/** The command line against the whole platform: signed in, posting, reading, bringing files in. */

let system: Addresses;
let owner: Owner;
let stranger: Owner;
let terminal: Terminal;
let credentials: string;

beforeAll(async () => {
  system = sharedSystem();
  const numbers = createNumbers();
  [owner, stranger] = [await newOwner(system, numbers), await newOwner(system, numbers)];
  terminal = openTerminal({ BILAG_URL: system.gateway });
  credentials = join(terminal.folder, '.config', 'bilag', 'credentials.json');
});
afterAll(() => terminal?.[Symbol.dispose]());

const bilag = async (...args: string[]): Promise<Ran> => terminal.run(args);
/** Runs what must succeed. */
async function done(...args: string[]): Promise<string> {
  const { exitCode, output, said } = await bilag(...args);
  expect([args, exitCode, exitCode === 0 ? '' : said]).toEqual([args, 0, '']);
  return output;
}
const file = (name: string): string => join(terminal.folder, name);
const stored = (): { profiles: Record<string, Record<string, unknown>> } =>
  JSON.parse(readFileSync(credentials, 'utf8'));
/** The access token of every profile has ended. */
function endTokens(): void {
  const { profiles } = stored();
  for (const profile of Object.values(profiles)) profile.usedUntil = 0;
  writeFileSync(credentials, JSON.stringify({ profiles }));
}

/** A browser in which the owner logs in and answers; the last address is that of the terminal. */
const browser = (allow: boolean) => ({
  visit: (url: string) =>
    void answerConsent(url, owner, { allow }).then(
      (back) => fetch(back),
      () => undefined,
    ),
});

it('a person signs in by the browser, and commands at once exchange a refresh token once', async () => {
  const refused = await terminal.run(['login'], browser(false));
  expect([refused.exitCode, refused.said]).toEqual([2, expect.stringContaining('The sign-in was not completed')]);
  const signedIn = await terminal.run(['login', '--scope', 'read'], browser(true));
  expect([signedIn.exitCode, signedIn.said]).toEqual([0, expect.stringContaining(`as ${owner.email}`)]);
  expect([statSync(credentials).mode & 0o777, statSync(join(credentials, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  const { refreshToken, clientId } = stored().profiles.default!;
  expect(signedIn.said + signedIn.output).not.toContain(refreshToken);

  endTokens();
  const answers = await Promise.all([1, 2, 3].map(() => done('whoami')));
  expect(answers).toEqual(Array(3).fill(expect.stringContaining(owner.email)));
  const next = stored().profiles.default!;
  expect(next.refreshToken).not.toBe(refreshToken);
  // The one in the file is the newest: another would have ended the sign-in.
  endTokens();
  expect(await done('whoami')).toContain(owner.email);
  expect(stored().profiles.default!.clientId).toBe(clientId);

  const write = await bilag('post', 'createTag', `client_account_id=${owner.clientAccountId}`, 'name=x');
  expect([write.exitCode, write.said]).toEqual([4, expect.stringContaining('403')]);

  chmodSync(credentials, 0o644);
  expect(await bilag('whoami')).toMatchObject({ exitCode: 2, said: expect.stringContaining('chmod 600') });
  chmodSync(credentials, 0o600);
  const elsewhere = await bilag('whoami', '--url', 'http://127.0.0.1:9');
  expect([elsewhere.exitCode, elsewhere.said]).toEqual([2, expect.stringContaining(`is of ${system.gateway}`)]);
  await done('logout');
  expect(await bilag('whoami')).toMatchObject({ exitCode: 3 });
});

it('a program signs in with its secret from the input, which is kept and never shown', async () => {
  const program = await createClient({ baseUrl: system.gateway, token: owner.token }).oauth.createClient({
    client_name: 'Own program',
    grant_types: 'client_credentials',
    redirect_uris: '',
    scope: 'read write',
  });
  const secret = (text: string) => ({
    input: (async function* () {
      yield Buffer.from(`${text}\n`);
    })(),
  });
  const login = ['login', '--client-id', program.client_id];
  expect(await terminal.run(login, secret('wrong'))).toMatchObject({ exitCode: 3 });
  expect(stored().profiles).toEqual({});
  const { exitCode, said, output } = await terminal.run(login, secret(program.client_secret!));
  expect([exitCode, said]).toEqual([0, expect.stringContaining(`as ${owner.email}`)]);
  expect(said + output).not.toContain(program.client_secret);

  const reader = [...login, '--scope', 'read', '--profile', 'reader'];
  expect(await terminal.run(reader, secret(program.client_secret!))).toMatchObject({ exitCode: 0 });
  const tag = (profile: string) =>
    bilag('post', 'createTag', `client_account_id=${owner.clientAccountId}`, `name=${profile}`, '--profile', profile);
  expect(await tag('reader')).toMatchObject({ exitCode: 4, said: expect.stringContaining('insufficient_scope') });
  // What is asked for later allows no more than what was asked for first.
  endTokens();
  expect(await tag('reader')).toMatchObject({ exitCode: 4, said: expect.stringContaining('insufficient_scope') });
  expect(await tag('default')).toMatchObject({ exitCode: 0 });
});

it('it posts once under a key, lists all, follows changes, and makes reports', async () => {
  const company = `client_account_id=${owner.clientAccountId}`;
  const line = (account_code: string, debit: string, credit: string) => ({
    ...{ posting_date: '2026-01-15', account_code, debit, credit },
  });
  const entry = { description: 'Leie', lines: [line('6300', '9500.25', '0'), line('1920', '0', '9500.25')] };
  writeFileSync(file('entry.json'), JSON.stringify(entry));
  const post = ['post', 'createJournalEntry', company, '--body', 'entry.json'];
  const first = JSON.parse(await done(...post, '--key', 'rent'));
  expect(JSON.parse(await done(...post, '--key', 'rent')).id).toBe(first.id);

  const poll = ['poll', 'listJournalEntries', company, '--once', '--mark', 'entries.mark'];
  expect((await done(...poll)).trim().split('\n')).toHaveLength(1);
  const second = JSON.parse(await done(...post));
  const changed = (await done(...poll))
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text).id);
  expect(changed).toContain(second.id);

  const all = await done('list', 'listJournalEntries', company, '--all', '-o', 'ndjson');
  expect(
    all
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).id)
      .sort(),
  ).toEqual([first.id, second.id].sort());
  expect(JSON.parse(await done('list', 'listAccounts', company, '--limit', '120'))).toHaveLength(120);
  expect(JSON.parse(await done('get', `/api/v2/journal-entries/${first.id}`)).description).toBe('Leie');

  const report = ['reports', 'trial-balance', company, 'date_from=2026-01-01', 'date_to=2026-12-31'];
  for (const [name, begins] of [
    ['balance.pdf', '%PDF-'],
    ['balance.xlsx', 'PK'],
    ['balance.html', '<!doctype html'],
  ]) {
    await done(...report, '--to', name!);
    expect(readFileSync(file(name!)).subarray(0, 20).toString().toLowerCase()).toContain(begins!.toLowerCase());
  }
  expect(await bilag(...report, '--to', 'balance.pdf')).toMatchObject({
    exitCode: 2,
    said: expect.stringMatching(/--force/),
  });
  await done(...report, '--to', 'balance.pdf', '--force');
  expect(await done(...report)).toMatch(/"debit": 19000\.50?,/);

  const theirs = await bilag('list', 'listJournalEntries', `client_account_id=${stranger.clientAccountId}`);
  expect([theirs.exitCode, theirs.output]).toEqual([4, '']);
});

it('it brings in vouchers once, files of the bank, and books of another system', async () => {
  const company = ['--company', `${owner.clientAccountId}`];
  writeFileSync(
    file('receipt.pdf'),
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%receipt\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  );
  const voucher = ['import', 'vouchers', 'receipt.pdf', ...company, '--track', 'MANUAL'];
  const uploaded = await done(...voucher);
  expect(uploaded).toMatch(/^\d+ receipt\.pdf\n$/);
  expect(await done(...voucher)).toBe(uploaded);

  const account = { name: 'Kassekonto', type: 'CURRENT', bban: '86011117947', bank_country: 'NO' };
  writeFileSync(file('account.json'), JSON.stringify(account));
  await done('post', 'createBankAccount', `client_account_id=${owner.clientAccountId}`, '--body', 'account.json');
  const statement = {
    ...{ account: account.bban, currency: 'NOK', reference: 'STMT-1', from: '2026-01-01', to: '2026-01-31' },
    ...{ opening: '0.00', closing: '-52.50' },
    entries: [{ amount: '-52.50', bookingDate: '2026-01-28', reference: 'R-1', information: 'Gebyr' }],
  };
  const camt = [...writeStatements({ messageId: 'M-1', createdAt: '2026-01-31T23:00:00' }, [statement])].join('');
  writeFileSync(file('statement.xml'), camt);
  const [stored] = JSON.parse(await done('import', 'bank', 'statement.xml', ...company));
  expect(stored).toMatchObject({ statement_reference: 'STMT-1', transaction_count: 1 });
  const again = await bilag('import', 'bank', 'statement.xml', ...company);
  expect([again.exitCode, again.said]).toEqual([0, expect.stringContaining('0 statements')]);

  await done('reports', 'data-export', `client_account_id=${owner.clientAccountId}`, '--to', 'books.xml');
  const saft = await bilag('import', 'saft', 'books.xml', ...company);
  expect([saft.exitCode, saft.said]).toEqual([0, expect.stringMatching(/^books\.xml: import \d+ is READY$/)]);
  expect(JSON.parse(saft.output)).toMatchObject({ state: 'READY', report: { is_other_organization: false } });
  writeFileSync(file('no.xml'), '<AuditFile/>');
  expect(await bilag('import', 'saft', 'no.xml', ...company)).toMatchObject({ exitCode: 4 });
});
