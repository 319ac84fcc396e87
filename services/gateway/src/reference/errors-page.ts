import { errorPagePath } from '@app/contract';
import type { ErrorCatalogue } from '@app/contract/openapi';
import { type Html, html } from '@app/pages';
import type { Language } from '@app/runtime';
import { errorsInNorwegian } from '@app/translation';
import { groupPath, type RenderedPage, renderFrame } from './layout.ts';
import type { Operation, Reference } from './model.ts';

const texts = {
  nob: {
    title: 'Feilkoder',
    lead: 'Skill på koden: flere deler en status. Hver feil bærer forespørselens id; send den når du melder fra om en.',
    columns: ['Kode', 'Status', 'Hva som skjedde', 'Hva du gjør'],
    usedBy: 'Svar fra',
  },
  eng: {
    title: 'Error codes',
    lead: 'Branch on the code: several share a status. Every error carries the request id; send it when you report one.',
    columns: ['Code', 'Status', 'What happened', 'What to do'],
    usedBy: 'Answered by',
  },
} as const;

/** Where an operation stands in the reference, and what it does. */
export interface Use {
  readonly operation: Operation;
  readonly href: string;
  readonly summary: string;
}

/**
 * Every error code: status, what happened, what to do, and the calls that answer with it. In Norwegian unless English
 * is asked for; the rest of the reference, and what it says of its calls, is English.
 */
export function renderErrors(reference: Reference, catalogue: ErrorCatalogue, language: Language): RenderedPage {
  const { title, lead, columns, usedBy } = texts[language];
  const uses = usesOf(reference);
  const rows = Object.entries(language === 'nob' ? errorsInNorwegian(catalogue) : catalogue);
  const areas = Map.groupBy(rows, ([code]) => (code.includes('.') ? code.split('.')[0]! : 'oauth'));
  const main = html`<div lang="${languageTag[language]}"><h1>${title}</h1>
<p class="lead">${lead}</p>
<ul class="jump">${[...areas.keys()].map((area) => html`<li><a href="#area-${area}">${area}</a></li>`)}</ul>
${[...areas].map(
  ([area, entries]) => html`<section aria-labelledby="area-${area}">
<h2 id="area-${area}">${area === 'oauth' ? 'OAuth' : area}</h2>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${entries.map(([code, entry]) => showRow(code, entry, usedBy, uses.get(code)))}</tbody></table></section>`,
)}</div>`;
  const page = renderFrame({ reference, title, path: '/docs/errors', main });
  return { ...page, headers: { ...page.headers, 'Content-Language': languageTag[language], Vary: 'Accept-Language' } };
}

export const languageTag = { nob: 'nb', eng: 'en' } as const;

const showRow = (
  code: string,
  { status, meaning, fix }: ErrorCatalogue[string],
  usedBy: string,
  uses: readonly Use[] = [],
): Html => html`<tr id="${code}"><th scope="row"><a href="${errorPagePath(code)}"><code>${code}</code></a></th>
<td>${[status].flat().map((each) => html`<span class="status bad">${each}</span> `)}</td><td>${meaning}</td>
<td>${fix}${uses.length > 0 && !code.startsWith('common.') ? showUses(usedBy, uses) : null}</td></tr>`;

const showUses = (usedBy: string, uses: readonly Use[]): Html =>
  html`<div class="small">${usedBy} ${uses.map(
    ({ href, summary }, index) => html`${index > 0 ? ', ' : null}<a href="${href}" lang="en">${summary}</a>`,
  )}</div>`;

/** Which operations answer with a code. */
export function usesOf({ areas }: Reference): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const area of areas)
    for (const { slug, operations } of area.groups)
      for (const operation of operations)
        for (const code of codesOf(operation)) {
          const href = `${groupPath(area.name, slug)}#${operation.anchor}`;
          uses.set(code, [...(uses.get(code) ?? []), { operation, href, summary: operation.summary }]);
        }
  return uses;
}

const codesOf = ({ failures }: Pick<Operation, 'failures'>): ReadonlySet<string> =>
  new Set(failures.flatMap(({ codes }) => codes));
