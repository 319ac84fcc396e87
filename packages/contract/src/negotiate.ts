import { Failure } from './failure.ts';

/**
 * Picks the media type the caller likes best among those offered (RFC 9110 section 12.5.1); the first offered one for
 * absence and any type. 406 when none fits.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string {
  const first = offered[0]!;
  if (accept === undefined || accept.trim() === '') return first;
  const ranges = accept.split(',').map(parseRange);
  let best: { readonly type: string; readonly q: number } | undefined;
  for (const type of offered) {
    const q = qualityOf(type, ranges);
    if (q > 0 && (best === undefined || q > best.q)) best = { type, q };
  }
  if (best) return best.type;
  throw new Failure(
    'common.not_acceptable',
    406,
    `None of the media types in Accept can be given; offered are ${offered.join(', ')}`,
    {
      details: { offered },
    },
  );
}

/** Does a person's browser ask, rather than a program? Only who names HTML gets a page: any type is not enough. */
export const prefersPage = (accept: string | undefined): boolean =>
  accept?.includes('text/html') === true && negotiate(accept, ['application/json', 'text/html']) === 'text/html';

interface Range {
  readonly type: string;
  readonly q: number;
}

function parseRange(part: string): Range {
  const [type = '', ...parameters] = part.split(';').map((p) => p.trim().toLowerCase());
  const quality = parameters.find((p) => p.startsWith('q='));
  const q = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, q: Number.isFinite(q) ? q : 0 };
}

/** The most specific range that matches decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.split('/')[0]}/*`;
  for (const wanted of [type, family, '*/*']) {
    const range = ranges.find((r) => r.type === wanted);
    if (range) return range.q;
  }
  return 0;
}
