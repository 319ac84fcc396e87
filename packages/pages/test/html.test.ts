import { describe, expect, it } from 'vitest';
import { flag, html, verbatim } from '../src/index.ts';

const hostile = `"><script>alert('x')</script>\`&`;

describe('html', () => {
  it('escapes text and quoted attributes so that nothing breaks out', () => {
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&#96;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&#96;&amp;</p>',
    );
  });

  it('keeps markup made by templates, joins lists and writes nothing for absent values', () => {
    const rows = ['a', '<b>'].map((row) => html`<li>${row}</li>`);
    expect(html`<ul>${rows}${null}${undefined}${false}${0}</ul>`.markup).toBe('<ul><li>a</li><li>&lt;b&gt;</li>0</ul>');
  });

  it.each(['javascript:alert(1)', ' JAVA\nSCRIPT:alert(1)', 'data:text/html,x', 'vbscript:x', '\u0001javascript:x'])(
    'leads nowhere for the address %j',
    (address) => expect(html`<a href="${address}">x</a>`.markup).toBe('<a href="about:invalid">x</a>'),
  );

  it('leaves out what turns a text around or steers a terminal, in text and attributes [CTL-R22]', () => {
    const name = 'Trygg \u202egnithgil\u2069\u0000 \u001b[31mAS';
    expect(html`<p title="${name}">${name}</p>`.markup).toBe(
      '<p title="Trygg gnithgil [31mAS">Trygg gnithgil [31mAS</p>',
    );
    expect(html`<textarea>${'en\nto'}</textarea>`.markup).toBe('<textarea>en\nto</textarea>');
  });

  it.each(['/a?b=1&c=2', 'https://a.example/', '#top', 'mailto:a@example.no', 'a/b:c'])(
    'keeps the address %j',
    (address) => expect(html`<form action="${address}">`.markup).toContain(address.replace('&', '&amp;').slice(0, 8)),
  );

  it('writes bare attributes only from flags', () => {
    expect(html`<input ${flag('checked', true)} ${flag('disabled', false)}>`.markup).toBe('<input checked >');
    expect(() => html`<input ${'checked onfocus=alert(1)'}>`).toThrow(/Only a flag/);
    expect(() => html`<p>${flag('checked', true)}</p>`).toThrow(/inside a tag/);
    expect(() => html`<p title="${verbatim('<b>')}">`).toThrow(/attribute/);
  });

  it('refuses places where no escaping is safe', () => {
    expect(() => html`<p title=${'x'}>`).toThrow(/safely/);
    expect(() => html`<p onclick="${'x'}">`).toThrow(/onclick/);
    expect(() => html`<p style="${'x'}">`).toThrow(/style/);
    expect(() => html`<!-- ${'x'} -->`).toThrow(/comment/);
    expect(() => html`<${'script'}>`).toThrow(/tag-name/);
    expect(() => html`<script>${'x'}</script>`).toThrow(/script/);
    expect(() => html`<STYLE >${'x'}</STYLE>`).toThrow(/style/);
  });

  it('reads on after script, comment and attributes in either quote', () => {
    expect(html`<script>if (a < b) {}</script><!-- <p title=" --><p a='"' b="'" c=d>${'<'}</p>`.markup).toContain(
      '>&lt;</p>',
    );
  });
});
