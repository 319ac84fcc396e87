import { z } from 'zod';

export const PageMetaOut = z.object({ page: z.int(), pages: z.int(), per_page: z.int(), records: z.int() });

/** `{data, meta}`: the list envelope (document 1, Pagination). */
export const listOf = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), meta: PageMetaOut });
