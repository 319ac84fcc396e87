/** The languages of texts that we make ourselves: Bokmål and English. */
export type Language = 'nob' | 'eng';

/** Norwegian unless English is preferred (GLA-R08). */
export const languageOf = (header: string | undefined): Language => namedLanguage(header) ?? 'nob';

/** Ranges of a header that are looked at: nobody reads so many languages. */
const MOST_RANGES = 50;

/** Which of our two languages `Accept-Language` likes best; undefined when it names neither. */
export function namedLanguage(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined;
  const ranked = header
    .split(',', MOST_RANGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='));
      return { tag: tag.trim().split('-')[0], q: q === undefined ? 1 : Number(q.slice(2)) };
    })
    .filter(({ tag, q }) => q > 0 && (tag === 'en' || tag === 'nb' || tag === 'no' || tag === 'nn'))
    .sort((a, b) => b.q - a.q);
  const best = ranked[0]?.tag;
  return best === undefined ? undefined : best === 'en' ? 'eng' : 'nob';
}
