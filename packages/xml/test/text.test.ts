import { expect, it } from 'vitest';
import { xmlText } from '../src/index.ts';

it.each([
  ['Blåbær & fløte', 'Blåbær &amp; fløte'],
  ['<b> "2 > 1"</b>', '&lt;b&gt; &quot;2 &gt; 1&quot;&lt;/b&gt;'],
  ['a\r\nb', 'a&#13;\nb'],
  ['null\u0000, halv \ud83d og hel 😀', 'null, halv  og hel 😀'],
])('%j as content of an element', (text, expected) => expect(xmlText(text, 100)).toBe(expected));

it('cuts by characters, never through one', () => {
  expect(xmlText('😀😀😀', 2)).toBe('😀😀');
  expect(xmlText('&&&', 2)).toBe('&amp;&amp;');
});
