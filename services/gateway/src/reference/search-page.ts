import type { ErrorCatalogue } from '@app/contract/openapi';
import { html } from '@app/pages';
import { groupPath, type RenderedPage, renderFrame } from './layout.ts';
import type { Operation, Reference, Schema } from './model.ts';
import { showMethods, showPath } from './operation-view.ts';

const MAX_HITS = 50;
const MAX_LENGTH = 100;
const MAX_DEPTH = 4;

/** Operations and codes in which every word occurs: in path, summary, description, or the name of a field. */
export function renderSearch(reference: Reference, catalogue: ErrorCatalogue, asked: string): RenderedPage {
  const text = asked.slice(0, MAX_LENGTH).trim();
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fits = (haystack: string): boolean => words.length > 0 && words.every((word) => haystack.includes(word));
  const operations = reference.areas
    .flatMap((area) =>
      area.groups.flatMap((group) =>
        group.operations.map((operation) => ({
          operation,
          href: `${groupPath(area.name, group.slug)}#${operation.anchor}`,
        })),
      ),
    )
    .filter(({ operation }) => fits(wordsOf(reference, operation)))
    .sort((a, b) => rank(b.operation, words) - rank(a.operation, words));
  const codes = Object.entries(catalogue).filter(([code, { meaning }]) => fits(`${code} ${meaning}`.toLowerCase()));
  const main = html`<h1>Search</h1>
<p class="lead">${words.length === 0 ? 'Ask for a path, a field or an error code.' : `${operations.length} calls and ${codes.length} error codes hold “${text}”.`}</p>
<ul class="hits">${operations
    .slice(0, MAX_HITS)
    .map(
      ({ operation, href }) =>
        html`<li>${showMethods(operation)} <a href="${href}">${showPath(operation.path)}</a><p>${operation.summary}</p></li>`,
    )}${codes.slice(0, MAX_HITS).map(([code, { meaning }]) => html`<li><a href="/docs/errors#${code}"><code>${code}</code></a><p>${meaning}</p></li>`)}</ul>`;
  return renderFrame({ reference, title: 'Search', path: '/docs/search', main, searched: text });
}

/** Words of the path and the summary say more than those of a field. */
const rank = (operation: Operation, words: readonly string[]): number =>
  words.filter((word) => `${operation.path} ${operation.summary} ${operation.id}`.toLowerCase().includes(word)).length;

/** Walking every schema takes so long that it is done once: who searches holds up all other requests meanwhile. */
const gathered = new WeakMap<Operation, string>();

function wordsOf(reference: Reference, operation: Operation): string {
  const known = gathered.get(operation) ?? gatherWords(reference, operation);
  gathered.set(operation, known);
  return known;
}

function gatherWords(reference: Reference, operation: Operation): string {
  const schemas = [...(operation.body?.content ?? []), ...operation.answers.flatMap(({ content }) => content)].map(
    ({ schema }) => schema,
  );
  const fields = schemas.flatMap((schema) => (schema ? fieldNames(reference, schema, 0) : []));
  const { id, method, path, aliases, summary, description, parameters } = operation;
  const names = new Set([...parameters.map((parameter) => parameter.name), ...fields]);
  return [id, method, path, ...aliases, summary, description, ...names].join(' ').toLowerCase();
}

function fieldNames(reference: Reference, given: Schema, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  const { schema } = reference.resolve(given);
  const inside = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    name,
    ...fieldNames(reference, field, depth + 1),
  ]);
  return [...own, ...inside.flatMap((each) => fieldNames(reference, each, depth + 1))];
}
