import { cursorText } from '@app/contract';
import { z } from 'zod';
import { TimestampIn } from './scalars.ts';

export const PageMetaOut = z.object({ page: z.int(), pages: z.int(), per_page: z.int(), records: z.int() });

/** `{data, meta}`: the list envelope (document 1, Pagination). */
export const listOf = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), meta: PageMetaOut });

/** What a list takes that can be polled; its answers are `followedListOf` (document 4 section 23.3, point 1). */
export const polling = {
  updated_from: TimestampIn.optional().describe('Only what changed at or after this moment, in the order of the changes'),
  cursor: cursorText,
};

export const FollowedMetaOut = PageMetaOut.extend({ next_cursor: z.string().nullable() });

/** A list that can be followed by `cursor`, to its end and over every change meanwhile. */
export const followedListOf = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), meta: FollowedMetaOut });
