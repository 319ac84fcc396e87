import { z } from 'zod';

/**
 * Several values in one parameter, separated by comma, semicolon or space (GEN-R07 to GEN-R09). @param meaning a
 * sentence about them
 */
export const list = <S extends z.ZodType<unknown, string>>(item: S, meaning?: string) =>
  z
    .string()
    .transform((text) => text.split(/[,;\s]+/).filter((part) => part !== ''))
    .pipe(z.array(item))
    .meta({
      ...(meaning ? { description: `${meaning} Several are separated by comma.` } : {}),
      override: { type: 'string' },
    });

/** `with=a,b.c`: the relations to embed. Unknown names are ignored; `a.b` embeds `a` too. */
export const relations = <const N extends string>(names: readonly N[], always: readonly N[] = []) =>
  z
    .string()
    .optional()
    .transform((text): ReadonlySet<N> => {
      const wanted = new Set<N>(always);
      for (const name of (text ?? '').split(/[,;\s]+/)) {
        const parts = name.split('.');
        for (let i = 1; i <= parts.length; i++) {
          const prefix = parts.slice(0, i).join('.') as N;
          if (names.includes(prefix)) wanted.add(prefix);
        }
      }
      return wanted;
    })
    .meta({
      override: { type: 'string', description: `Relations to embed, separated by comma: ${names.join(', ')}.` },
    });

export interface OrderTerm<F extends string> {
  readonly field: F;
  readonly descending: boolean;
}

/**
 * `field`, `field asc`, `field desc` or `-field`, separated by comma; unknown fields are ignored (GENX-R38, GENX-R39).
 */
export const orderBy = <const F extends string>(fields: readonly F[]) =>
  z
    .string()
    .optional()
    .transform((text): readonly OrderTerm<F>[] => {
      const terms: OrderTerm<F>[] = [];
      for (const part of (text ?? '').split(/[,;]/)) {
        const match = /^\s*(-?)(\w+)(?:\s+(asc|desc))?\s*$/i.exec(part);
        const field = fields.find((known) => known === match?.[2]);
        if (match && field && !terms.some((term) => term.field === field))
          terms.push({ field, descending: (match[1] === '-') !== (match[3]?.toLowerCase() === 'desc') });
      }
      return terms;
    })
    .meta({
      override: {
        type: 'string',
        description: `Order of the rows: ${fields.join(', ')}; "-field" or "field desc" for descending.`,
      },
    });

const wholeNumber = z
  .string()
  .regex(/^[+-]?\d{1,15}$/, 'must be an integer')
  .transform(Number);

/**
 * Page number and size (PAG-R11 to PAG-R14): a page below 1 is the first, a size below 1 is a mistake, one above the
 * stated maximum is the maximum; without a stated maximum there is none.
 */
export const paging = (options: { readonly size?: number; readonly maximum?: number } = {}) => ({
  page: wholeNumber
    .transform((page) => Math.max(1, page))
    .default(1)
    .meta({
      override: {
        type: 'integer',
        default: 1,
        description: 'Page to show, counted from 1; one past the end is the last one.',
      },
    }),
  per_page: wholeNumber
    .refine((size) => size >= 1, 'must be at least 1')
    .transform((size) => Math.min(size, options.maximum ?? Number.MAX_SAFE_INTEGER))
    .default(options.size ?? 100)
    .meta({
      override: {
        type: 'integer',
        default: options.size ?? 100,
        minimum: 1,
        ...(options.maximum ? { maximum: options.maximum } : {}),
        description: 'Rows on a page.',
      },
    }),
});

export interface PageMeta {
  readonly page: number;
  readonly pages: number;
  readonly per_page: number;
  readonly records: number;
}

/** Where a page lies once the number of records is known: a page past the end is the last one. */
export function locatePage(
  wanted: { readonly page: number; readonly per_page: number },
  records: number,
): { readonly meta: PageMeta; readonly offset: number } {
  const pages = Math.max(1, Math.ceil(records / wanted.per_page));
  const page = Math.min(wanted.page, pages);
  return { meta: { page, pages, per_page: wanted.per_page, records }, offset: (page - 1) * wanted.per_page };
}
