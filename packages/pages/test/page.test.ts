import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, html, noticePage, renderPage } from '../src/index.ts';

describe('renderPage', () => {
  const page = renderPage({ language: 'nob', title: '<Tittel>', body: html`<h1>Hei</h1>`, requestId: 'r-1' });

  it('allows exactly its own style and nothing else, and cannot be framed', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.markup)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = page.headers['Content-Security-Policy'];
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("form-action 'self'");
    expect(page.headers).toMatchObject({
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': expect.stringContaining('camera=()'),
    });
  });

  it('on the way to another site lets its form lead there and keeps the window that opened it', () => {
    const { headers } = renderPage({ language: 'nob', title: 'Tilgang', body: html``, isPassage: true });
    expect(headers['Content-Security-Policy']).not.toContain('form-action');
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
    expect(headers['Cross-Origin-Opener-Policy']).toBe('unsafe-none');
  });

  it('loads nothing and runs nothing', () => {
    expect(page.markup).not.toMatch(/<script|src=|@import|url\(/);
    expect(page.markup).not.toMatch(/\sstyle=/);
  });

  it('says its language, title and reference', () => {
    expect(page.markup).toContain('<html lang="nb">');
    expect(page.markup).toContain('<title>&lt;Tittel&gt; · Regnskap</title>');
    expect(page.markup).toContain('r-1');
    expect(renderPage({ language: 'eng', title: 'x', body: html`` }).markup).toContain('<html lang="en">');
  });
});

describe('noticePage', () => {
  it('shows a person what happened and a developer the code', () => {
    const { markup } = noticePage({
      language: 'eng',
      title: 'No',
      text: 'Why',
      code: 'invalid_request',
      detail: '<x>',
      next: { href: '/', label: 'Go' },
    });
    expect(markup).toContain('<code>invalid_request</code>: &lt;x&gt;');
    expect(markup).toContain('href="/"');
  });
});

describe('contentSecurityPolicy', () => {
  it('names scripts by hash and the addresses they may call', () => {
    const policy = contentSecurityPolicy({ scripts: ['a()'], connect: ["'self'"], ownImages: true });
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update('a()').digest('base64')}'`);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("img-src data: 'self'");
  });
});
