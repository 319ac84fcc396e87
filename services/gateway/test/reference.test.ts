import { createServer, type Server } from 'node:http';
import { allEndpoints } from '@app/api/endpoints';
import { errorCatalogue } from '@app/api/errors/index';
import { createApiDocument } from '@app/api/openapi';
import { readGuides } from '@app/guides';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoValues } from '../src/reference/demo-values.ts';
import { readReference } from '../src/reference/model.ts';
import { createPages } from '../src/reference/pages.ts';
import { renderSearch } from '../src/reference/search/page.ts';
import { publishDocument } from '../src/system/document.ts';
import { end, listen } from './fixture-service.ts';

let server: Server;
let url: string;
const published = publishDocument(createApiDocument('https://books.test'));
const reference = readReference(published.document);
const { guides } = readGuides();

beforeAll(async () => {
  const pages = createPages({ published: () => published, publicBaseUrl: 'https://books.test', openYear: () => 2026 });
  server = createServer((request, response) => {
    response.setHeader('X-Request-Id', 'r');
    if (!pages(request, response, (request.url ?? '').split('?')[0]!)) response.writeHead(418).end();
  });
  // A connection that idles while this process reads three hundred pages is not closed as the next question comes.
  server.keepAliveTimeout = 0;
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => end(server));

/** Making every page takes a processor for seconds, so it is done once. */
let pages: ReadonlyMap<string, Page>;
beforeAll(async () => {
  pages = await crawl();
}, 120_000);

const get = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { redirect: 'manual', ...init });
const linksOf = (page: string) =>
  [...page.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));

interface Page {
  readonly text: string;
  readonly policy: string;
}

/** Every page that can be reached by links. */
async function crawl(): Promise<ReadonlyMap<string, Page>> {
  const found = new Map<string, Page>();
  const open = ['/docs'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const response = await get(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    const text = await response.text();
    found.set(path, { text, policy: response.headers.get('content-security-policy') ?? '' });
    for (const link of linksOf(text)) if (link.startsWith('/docs')) open.push(link.split('#')[0]!);
  }
  return found;
}

/** Addresses that other parts of the platform answer. */
const elsewhere = [
  '/openapi.json',
  '/account/api-access',
  '/account/api-access/new',
  '/account/applications',
  '/sign-up',
];

it('every page can be reached, every link leads somewhere, every anchor exists', async () => {
  expect(pages.size).toBeGreaterThan(reference.areas.flatMap(({ groups }) => groups).length);
  for (const [path, { text }] of pages) {
    for (const link of linksOf(text)) {
      if (link.startsWith('data:') || elsewhere.includes(link)) continue;
      const [target = '', anchor] = link.split('#');
      const other = pages.get(target === '' ? path : target);
      expect([path, link, other !== undefined]).toEqual([path, link, true]);
      if (anchor) expect([path, link, other?.text.includes(`id="${anchor}"`)]).toEqual([path, link, true]);
    }
  }
});

it('every declared endpoint is shown with its paths', async () => {
  const shown = [...pages.values()].map(({ text }) => text.replace(/<\/?i>/g, '')).join('\n');
  const paths = allEndpoints.filter(({ hidden }) => !hidden).flatMap((endpoint) => endpoint.paths);
  // Printed without the slash at the end.
  expect(paths.filter((path) => !shown.includes(path.replace(/(?<=.)\/$/, '')))).toEqual([]);
});

it('words that have a name are shown with the field, and with what it presets', () => {
  const [page] = [...pages.values()].filter(({ text }) =>
    text.includes('<a class="try" href="/docs/try/uploadVoucher">'),
  );
  const field = page!.text.slice(page!.text.indexOf('<code class="name">processing_track</code>'));
  expect(field.slice(0, 600)).toMatch(/one of <code>DEFAULT<\/code> <code>MANUAL<\/code>/);
  expect(field.slice(0, 900)).toMatch(/default <code>(&quot;|")DEFAULT/);
});

it('every error code has its row, with cause and fix', async () => {
  const page = await (await get('/docs/errors')).text();
  for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`id="${code}"`);
});

it('every error code has a page of its own, with cause, fix, and an answer that holds it [ERR-R11]', async () => {
  const all = Object.entries(errorCatalogue);
  for (const [code, { meaning, fix }] of all) {
    const response = await get(`/docs/errors/${code}`, { headers: { 'accept-language': 'en' } });
    const page = await response.text();
    expect([code, response.status, response.headers.get('content-language')]).toEqual([code, 200, 'en']);
    for (const text of [meaning, fix]) expect(page).toContain(text.replaceAll('"', '&quot;'));
  }
  for (const code of ['common.validation_error', 'common.unauthorized', 'common.rate_limited']) {
    const example = (await (await get(`/docs/errors/${code}`)).text()).match(/<pre[\s\S]*?<\/pre>/)![0];
    expect(example.replaceAll(/<[^>]+>/g, '')).toMatch(new RegExp(`code(&quot;|")\\s*:\\s*(&quot;|")${code}`));
  }
  const page = await (await get('/docs/errors/client_account.inactive')).text();
  expect(page).toContain('Klientkontoen er inaktiv og kan bare leses.');
  expect(page).toContain('https://books.test/docs/errors/client_account.inactive');
  for (const none of ['none.such', 'constructor', 'common.not_found/x', ''])
    expect([none, (await get(`/docs/errors/${none}`)).status]).toEqual([none, 404]);
});

it('error codes are explained in Norwegian unless English is asked for', async () => {
  const ask = async (language?: string) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    const response = await get('/docs/errors', { headers });
    return { headers: response.headers, page: await response.text() };
  };
  const english = await ask('en');
  expect(english.page).toContain('The client account is inactive and read-only.');
  expect(english.headers.get('content-language')).toBe('en');
  for (const language of [undefined, 'nb', 'de, nn;q=0.5']) {
    const { page, headers } = await ask(language);
    expect([language, headers.get('content-language')]).toEqual([language, 'nb']);
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(page).toContain('Klientkontoen er inaktiv og kan bare leses.');
    expect(page).toContain('Aktiver den først.');
    expect(page).not.toContain('What happened');
    for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`id="${code}"`);
    expect(headers.get('etag')).not.toBe(english.headers.get('etag'));
  }
});

it('nothing is loaded from elsewhere, and the policy would not let it', async () => {
  for (const [path, { text: page, policy }] of pages) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page).not.toMatch(/ on\w+="|style="/);
    const program = path.startsWith('/docs/try') || path.startsWith('/docs/guides/');
    expect([path, page.includes('<script'), policy.includes('script-src')]).toEqual([path, program, program]);
  }
});

it('pages are kept by browsers and asked for again', async () => {
  const first = await get('/docs');
  const again = await get('/docs', { headers: { 'If-None-Match': first.headers.get('etag')! } });
  expect([first.status, first.headers.get('cache-control'), again.status]).toEqual([200, 'no-cache', 304]);
  const head = await get('/docs', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, first.headers.get('content-length')]);
});

it('what is not there is 404 and what is not asked for by GET is 405, in our envelope', async () => {
  for (const path of [
    '/docs/none',
    '/docs/ledger',
    '/docs/organisation/none',
    '/docs/try/none',
    '/docs/organisation/roles/x',
    '/docsx',
  ]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, path === '/docsx' ? 418 : 404]);
  }
  const posted = await get('/docs', { method: 'POST' });
  expect([
    posted.status,
    posted.headers.get('allow'),
    ((await posted.json()) as { error: { code: string } }).error.code,
  ]).toEqual([405, 'GET, HEAD', 'common.method_not_allowed']);
});

it('each guide is shown for where it is read: its address, its commands, and in which language it says what', async () => {
  const list = await (await get('/docs/guides')).text();
  for (const { slug, title, norwegian } of guides) {
    expect(list).toContain(`href="/docs/guides/${slug}"`);
    const page = (await (await get(`/docs/guides/${slug}`)).text()).replaceAll('&#39;', "'");
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(`<p class="norwegian" lang="nb">${norwegian}</p>`);
    expect(page).not.toContain('127.0.0.1:8080');
    expect(page).toContain('https://books.test');
  }
  expect((await get('/docs/guides/none')).status).toBe(404);
});

it('samples are shown in three languages; a value that nobody knows is a variable, and what cannot be run says why', async () => {
  const page = await (await get('/docs/organisation/tags')).text();
  for (const language of ['curl', 'TypeScript', 'Python']) expect(page).toContain(`<summary>${language}</summary>`);
  expect(page).toContain('TAG_ID=&#39;4&#39;');
  const oauth = await (await get('/docs/auth/oauth-and-sessions')).text();
  expect(oauth).toContain('Not run as it stands: A person answers the consent page in a browser.');
  expect(await (await get('/docs/try/createTag')).text()).not.toContain('id="demo"');
});

it('samples and forms hold the values of the demo company where there is one, and one click signs in for it', async () => {
  const values = new Map([['client-accounts/2', 77]]);
  const pages = createPages({
    published: () => published,
    publicBaseUrl: 'http://127.0.0.1:8080',
    demoValues: async () => values,
    openYear: () => 2031,
  });
  const own = createServer((request, response) => void pages(request, response, (request.url ?? '').split('?')[0]!));
  const origin = `http://127.0.0.1:${await listen(own)}`;
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text();
  expect(await read('/docs/organisation/tags')).toContain('tags?client_account_id=77');
  const form = await read('/docs/try/createTag');
  expect(form).toContain('&quot;client_account_id&quot;: 77');
  // Dates are of the year in which the books are open.
  expect(await read('/docs/try/createJournalEntry')).toContain('&quot;posting_date&quot;: &quot;2031-01-15&quot;');
  expect(await read('/docs/guides/posting-with-vat')).toContain('&quot;posting_date&quot;: &quot;2031-01-15&quot;');
  expect(form).toMatch(/<button id="demo" type="button" data-email="ingrid@nordlys.example"/);
  await end(own);
});

it('guides, samples and forms that were read before follow the calendar into the next open year, with another ETag', async () => {
  let year = 2026;
  const pages = createPages({
    published: () => published,
    publicBaseUrl: 'http://127.0.0.1:8080',
    openYear: () => year,
  });
  const own = createServer((request, response) => void pages(request, response, (request.url ?? '').split('?')[0]!));
  const origin = `http://127.0.0.1:${await listen(own)}`;
  const paths = ['/docs/guides/posting-with-vat', '/docs/ledger/journal-entries', '/docs/try/createJournalEntry'];
  const read = async (path: string, etag = '') => {
    const response = await fetch(`${origin}${path}`, { headers: { 'if-none-match': etag } });
    const text = (await response.text()).replace(/<[^>]+>/g, '').replaceAll('&quot;', '"');
    const dates = [...text.matchAll(/"posting_date": "(\d{4})-/g)].map(([, of]) => of);
    return { status: response.status, etag: response.headers.get('etag')!, years: [...new Set(dates)] };
  };
  const before = await Promise.all(paths.map((path) => read(path)));
  expect((await read(paths[0]!, before[0]!.etag)).status).toBe(304);
  year = 2027;
  for (const [index, path] of paths.entries()) {
    const { status, years } = await read(path, before[index]!.etag);
    const has = [before[index]!.years, years].map((all) => all.includes('2027'));
    expect([path, status, has]).toEqual([path, 200, [false, true]]);
  }
  // The search shows the same guides.
  expect(await (await fetch(`${origin}/docs/search?q=mva`)).text()).toContain('/docs/guides/posting-with-vat');
  await end(own);
});

it('the demo company is looked for on this machine alone, and less often where nobody can sign in as it', async () => {
  let logins = 0;
  const refusing = createServer((_request, response) => {
    logins++;
    response.writeHead(401).end('{}');
  });
  const port = await listen(refusing);
  let now = 0;
  const values = createDemoValues(`http://127.0.0.1:${port}`, () => now);
  expect(await values()).toEqual(new Map());
  await values();
  expect(logins).toBe(1);
  for (const minutes of [1, 2, 3, 4, 5, 6]) {
    now = minutes * 60_000;
    await values();
  }
  expect(logins).toBe(3);
  await end(refusing);
  expect(await createDemoValues('https://books.test', () => now)()).toEqual(new Map());
});

it('search finds calls by path, field and code, and shows what was asked harmlessly', async () => {
  const hits = await (await get('/docs/search?q=settings+current')).text();
  expect(hits).toContain('/settings/current');
  expect(await (await get('/docs/search?q=client_account.inactive')).text()).toContain(
    '/docs/errors#client_account.inactive',
  );
  const hostile = await (await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
  expect(hostile).not.toContain('<script>alert');
  expect(await (await get('/docs/search')).text()).toContain('Ask for a word');
  expect((await get(`/docs/search?q=${'x'.repeat(5_000)}`)).status).toBe(200);
});

it('search walks the schemas once, whatever is asked after that: nobody can keep the gateway busy with it', () => {
  let walked = 0;
  const own = readReference(published.document);
  const counting: typeof own = {
    ...own,
    resolve: (schema) => {
      walked += 1;
      return own.resolve(schema);
    },
  };
  renderSearch(counting, errorCatalogue, 'settings');
  const once = walked;
  expect(once).toBeGreaterThan(0);
  for (const asked of ['a', 'invoice', 'e']) renderSearch(counting, errorCatalogue, asked);
  expect(walked).toBe(once);
});

it('each call can be tried: a field per parameter, an example body that is JSON', async () => {
  const page = await (await get('/docs/try/setClock')).text();
  expect(page).toContain(
    'data-method="PUT" data-path="/testing/clock" data-credential="no" data-type="application/json"',
  );
  const body = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '';
  expect(JSON.parse(body)).toEqual({ now: '2026-03-01T08:00:00Z' });
  expect(await (await get('/docs/try/runJob')).text()).toContain('name="job" data-in="path" value="invitation-expiry"');
  expect(await (await get('/docs/try/listTaxCodes')).text()).toContain('<option selected>input</option>');
});

/** A file cannot be written as text of an example. */
const takesFile = ({ content }: { readonly content: readonly { readonly type: string }[] }): boolean =>
  content.some(({ type }) => type === 'multipart/form-data');

it('each call shows what it means and the example that it declares: request and answer', async () => {
  const page = (await (await get('/docs/ledger/journal-entries')).text())
    .replaceAll('&quot;', '"')
    .replace(/<\/?span[^>]*>/g, '');
  expect(page).toContain(
    'https://books.test/api/v2/journal-entries?client_account_id=$CLIENT_ACCOUNT_ID&amp;date_from=2026-01-15',
  );
  expect(page).toContain('"description": "Kontorrekvisita"');
  expect(page).toContain('"sequence_number": 4007');
  expect(page).toContain('Day on which the line counts in the books.');
  for (const { groups } of reference.areas)
    for (const { operations } of groups)
      for (const { id, answers, body } of operations) {
        const json = answers[0]?.content.find(({ type }) => type === 'application/json');
        expect([id, json === undefined || json.example !== undefined]).toEqual([id, true]);
        expect([
          id,
          body === undefined || !body.isRequired || takesFile(body) || body.content[0]?.example !== undefined,
        ]).toEqual([id, true]);
      }
});
