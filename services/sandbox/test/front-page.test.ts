import { expect, it } from 'vitest';
import { useSandbox } from './start.ts';

const sandbox = useSandbox();

it('a browser that opens the address gets a page in its language, whose links lead somewhere; a program is told the paths', async () => {
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const [language, title] of [
    ['en', 'The sandbox'],
    ['nb', 'Sandkassen'],
  ] as const) {
    const response = await sandbox.get('/', { accept: browser, 'accept-language': language });
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain(`<h1>${title}</h1>`);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
    expect(links).toEqual(['/sandbox/mail']);
    for (const link of links) expect((await sandbox.get(link, { accept: browser })).status).toBe(200);
  }
  const program = await sandbox.get('/', { accept: '*/*' });
  expect([program.status, program.headers.get('vary')]).toEqual([404, 'Accept']);
  expect(await program.json()).toMatchObject({ error: { code: 'sandbox.not_found' } });
});
