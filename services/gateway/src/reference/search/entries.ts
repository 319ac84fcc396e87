import type { ErrorCatalogue } from '@app/contract/openapi';
import { type Guide, sectionsOf } from '@app/guides';
import { type Html, html } from '@app/pages';
import { guidePath } from '../guides/pages.ts';
import { groupPath } from '../layout.ts';
import type { Operation, Reference, Schema } from '../model.ts';
import { showMethods, showPath } from '../operation-view.ts';
import { slugOfHeading } from '../prose.ts';
import type { Entry } from './find.ts';

/** What a list of hits shows of one. */
export interface Hit {
  readonly kind: 'guide' | 'introduction' | 'call' | 'code';
  readonly href: string;
  readonly title: Html;
  readonly text: string;
}

const MAX_DEPTH = 4;
/** Walking every schema takes so long that it is done once: who searches holds up all other requests meanwhile. */
const gathered = new WeakMap<Reference, readonly Entry<Hit>[]>();

/** Everything that can be found, gathered once. */
export function entriesOf(reference: Reference, catalogue: ErrorCatalogue): readonly Entry<Hit>[] {
  const known = gathered.get(reference);
  if (known) return known;
  const entries = [
    ...reference.guides.map(entryOfGuide),
    ...entriesOfIntroduction(reference),
    ...entriesOfCalls(reference),
    ...entriesOfCodes(catalogue),
  ];
  gathered.set(reference, entries);
  return entries;
}

const small = (texts: readonly string[]): string => texts.join(' ').toLowerCase();

function entryOfGuide({ slug, title, summary, norwegian, words, tokens }: Guide): Entry<Hit> {
  const sections = sectionsOf(tokens);
  return {
    what: { kind: 'guide', href: guidePath(slug), title: html`${title}`, text: summary },
    called: small([title, ...words]),
    says: small([summary, norwegian, ...sections.flatMap((section) => [section.title, section.text])]),
    lead: 3,
  };
}

/** The chapters of the introduction, and what each area is about. */
function entriesOfIntroduction({ introduction, areas }: Reference): readonly Entry<Hit>[] {
  const chapters = introduction
    .split(/^## /m)
    .slice(1)
    .map((chapter) => {
      const [title = '', ...lines] = chapter.split('\n');
      return { title, href: `/docs#${slugOfHeading(title)}`, text: lines.join(' ').replaceAll('`', '').trim() };
    });
  const about = areas.map(({ name, title, description }) => ({
    title,
    href: `/docs#area-${name}`,
    text: description,
  }));
  return [...chapters, ...about].map(({ title, href, text }) => ({
    what: {
      kind: 'introduction',
      href,
      title: html`${title}`,
      text: text.length > 160 ? `${text.slice(0, 160)}…` : text,
    },
    called: small([title]),
    says: small([text]),
    lead: 2,
  }));
}

const entriesOfCalls = (reference: Reference): readonly Entry<Hit>[] =>
  reference.areas.flatMap((area) =>
    area.groups.flatMap((group) =>
      group.operations.map((operation): Entry<Hit> => {
        const { id, method, path, aliases, summary, description, parameters } = operation;
        return {
          what: {
            kind: 'call',
            href: `${groupPath(area.name, group.slug)}#${operation.anchor}`,
            title: html`${showMethods(operation)} ${showPath(path)}`,
            text: summary,
          },
          called: small([path, summary, id]),
          says: small([
            ...[method, ...aliases, description, group.title, ...parameters.map(({ name }) => name)],
            ...new Set(fieldsOf(reference, operation)),
          ]),
          lead: 1,
        };
      }),
    ),
  );

const entriesOfCodes = (catalogue: ErrorCatalogue): readonly Entry<Hit>[] =>
  Object.entries(catalogue).map(([code, { meaning }]) => ({
    what: { kind: 'code', href: `/docs/errors#${code}`, title: html`<code>${code}</code>`, text: meaning },
    called: small([code]),
    says: small([meaning]),
    lead: 0,
  }));

const fieldsOf = (reference: Reference, { body, answers }: Operation): readonly string[] =>
  [...(body?.content ?? []), ...answers.flatMap(({ content }) => content)].flatMap(({ schema }) =>
    schema ? fieldNames(reference, schema, 0) : [],
  );

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
