import type { ErrorCatalogue } from '@app/contract/openapi';
import { html } from '@app/pages';
import { type RenderedPage, renderFrame } from '../layout.ts';
import type { Reference } from '../model.ts';
import { entriesOf, type Hit } from './entries.ts';
import { find, wordsOf } from './find.ts';

const MAX_HITS = 60;
const MAX_LENGTH = 100;

const kinds: Readonly<Record<Hit['kind'], string>> = {
  guide: 'Guide',
  introduction: 'Introduction',
  call: 'Call',
  code: 'Error code',
};

/**
 * Guides, chapters of the introduction, calls and error codes that hold every word of what was asked, or another word
 * for it (a Norwegian one finds the English); the best first.
 */
export function renderSearch(reference: Reference, catalogue: ErrorCatalogue, asked: string): RenderedPage {
  const text = asked.slice(0, MAX_LENGTH).trim();
  const words = wordsOf(text);
  const hits = find(entriesOf(reference, catalogue), words);
  const shown = hits.slice(0, MAX_HITS);
  const main = html`<h1>Search</h1>
<p class="lead">${words.length === 0 ? 'Ask for a word, a path, a field or an error code, in English or Norwegian.' : found(hits.length, text)}</p>
<ol class="hits">${shown.map(
    ({ kind, href, title, text: about }) =>
      html`<li><a href="${href}">${title}</a> <span class="kind">${kinds[kind]}</span><p>${about}</p></li>`,
  )}</ol>
${hits.length > shown.length ? html`<p class="small">These are the best ${shown.length}. Add a word to narrow the search.</p>` : null}
${words.length > 0 && hits.length === 0 ? html`<p>Try another word, or look through the <a href="/docs/guides">guides</a> and the <a href="/docs">reference</a>.</p>` : null}`;
  return renderFrame({ reference, title: 'Search', path: '/docs/search', main, searched: text });
}

const found = (count: number, text: string): string =>
  count === 0
    ? `No results for “${text}”.`
    : count === 1
      ? `One result for “${text}”.`
      : `${count} results for “${text}”.`;
