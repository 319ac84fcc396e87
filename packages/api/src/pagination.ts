import { cursorText } from '@app/contract';
import { z } from 'zod';
import { TimestampIn } from './scalars.ts';

export const PageMetaOut = z.object({
  page: z.int().describe('The page that is shown, counted from 1.'),
  pages: z.int().describe('How many pages there are, at least 1.'),
  per_page: z.int().describe('Rows on a page.'),
  records: z.int().describe('How many rows match, over all pages.'),
});

const data = <S extends z.ZodType>(row: S) => z.array(row).describe('The rows of this page.');

/** `{data, meta}`: the list envelope (PAG-R01). */
export const listOf = <S extends z.ZodType>(row: S) =>
  z.object({ data: data(row), meta: PageMetaOut.describe('Where in the list this page is.') });

/** What a list takes that can be polled; its answers are `followedListOf` (GENX-R59). */
export const polling = {
  updated_from: TimestampIn.optional().describe(
    'Only what changed at or after this moment, in the order of the changes.',
  ),
  cursor: cursorText,
};

export const FollowedMetaOut = PageMetaOut.extend({
  next_cursor: z.string().nullable().describe('Send it back as `cursor` for the next rows; null at the end.'),
});

/** A list that can be followed by `cursor`, to its end and over every change meanwhile. */
export const followedListOf = <S extends z.ZodType>(row: S) =>
  z.object({ data: data(row), meta: FollowedMetaOut.describe('Where in the list this page is, and how to go on.') });
