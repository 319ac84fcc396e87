import { STATUS_CODES } from 'node:http';
import type { ErrorCatalogue } from '@app/contract/openapi';
import { type Html, html } from '@app/pages';
import type { Language } from '@app/runtime';
import { errorsInNorwegian } from '@app/translation';
import { showJson } from './code.ts';
import { languageTag, type Use, usesOf } from './errors-page.ts';
import { type RenderedPage, renderFrame } from './layout.ts';
import type { Reference } from './model.ts';

const texts = {
  nob: {
    status: 'Status',
    meaning: 'Hva som skjedde',
    fix: 'Hva du gjør',
    example: 'Slik ser svaret ut',
    exampleOf: 'Fra',
    everywhere: 'Kan komme fra alle kall.',
    usedBy: 'Kall som svarer med koden',
    all: 'Alle feilkoder',
  },
  eng: {
    status: 'Status',
    meaning: 'What happened',
    fix: 'What to do',
    example: 'What the answer looks like',
    exampleOf: 'From',
    everywhere: 'Any call may answer with it.',
    usedBy: 'Calls that answer with the code',
    all: 'All error codes',
  },
} as const;

/** General codes are answered by nearly every call; a list of them would help nobody. */
const isGeneral = (code: string): boolean => code.startsWith('common.');

/**
 * The page that `doc_url` of a failure leads to: cause, what to do, an answer with the code, and the calls that give
 * it. In Norwegian unless English is asked for, as the list of all codes. Undefined for a code that there is not.
 */
export function renderError(
  reference: Reference,
  catalogue: ErrorCatalogue,
  code: string,
  language: Language,
): RenderedPage | undefined {
  if (!Object.hasOwn(catalogue, code)) return undefined;
  const { status, meaning, fix } = (language === 'nob' ? errorsInNorwegian(catalogue) : catalogue)[code]!;
  const words = texts[language];
  const uses = usesOf(reference).get(code) ?? [];
  const main = html`<div lang="${languageTag[language]}"><h1><code>${code}</code></h1>
<p>${words.status} ${[status].flat().map((each) => html`<span class="status bad">${each}</span> ${STATUS_CODES[each] ?? ''} `)}</p>
<h2>${words.meaning}</h2><p class="lead">${meaning}</p>
<h2>${words.fix}</h2><p>${fix}</p>
${showExample(code, uses, words)}
<h2>${words.usedBy}</h2>${isGeneral(code) || uses.length === 0 ? html`<p>${words.everywhere}</p>` : showUses(uses)}
<p><a href="/docs/errors#${code}">${words.all}</a></p></div>`;
  const page = renderFrame({ reference, title: code, path: `/docs/errors/${code}`, main });
  return { ...page, headers: { ...page.headers, 'Content-Language': languageTag[language], Vary: 'Accept-Language' } };
}

/**
 * An answer that the document shows for a call that gives the code: one that names the code, if there is one. Those of
 * OAuth and of reports have a form of their own without it.
 */
function showExample(code: string, uses: readonly Use[], words: (typeof texts)[Language]): Html | null {
  const examples = uses.flatMap(({ operation, href, summary }) =>
    operation.failures.flatMap(({ status, codes, content }) => {
      const value = codes.includes(code) ? content[0]?.examples?.[code]?.value : undefined;
      return value === undefined ? [] : [{ operation, href, summary, status, value }];
    }),
  );
  const shown = examples.find(({ value }) => JSON.stringify(value).includes(JSON.stringify(code))) ?? examples[0];
  if (!shown) return null;
  const { operation, href, summary, status, value } = shown;
  return html`<h2>${words.example}</h2>
<p>${words.exampleOf} <a href="${href}" lang="en">${summary}</a>: <code>${operation.method} ${operation.path}</code></p>
<div lang="en"><p><span class="status bad">${status}</span> ${STATUS_CODES[status] ?? ''}</p>${showJson(value)}</div>`;
}

const showUses = (uses: readonly Use[]): Html =>
  html`<ul lang="en">${uses.map(
    ({ href, summary, operation: { method, path } }) =>
      html`<li><a href="${href}">${summary}</a> <code>${method} ${path}</code></li>`,
  )}</ul>`;
