import type { Rendering } from '@app/rendering';
import { type Candidates, candidatesOf } from '../../src/index.ts';
import { makePdf, photograph } from './make.ts';
import type { Truth } from './truth.ts';

export interface Score {
  /** Of the values that were read, the share that is right. */
  readonly precision: number;
  /** Of the values that stand on the papers, the share that was read right. */
  readonly recall: number;
}
export type Scores = Readonly<Record<keyof Truth, Score>>;

/** A paper of which something was read wrong or not at all. */
export interface Miss {
  readonly seed: number;
  readonly field: keyof Truth;
  readonly expected: string | null;
  readonly read: string | null;
  readonly text: string;
}

/** Reads papers, as the PDFs that they are or as pictures of them, and compares with what they say. */
export async function measure(
  rendering: Rendering,
  seeds: readonly number[],
  form: 'pdf' | 'picture',
): Promise<{ readonly scores: Scores; readonly misses: readonly Miss[] }> {
  const results: { seed: number; truth: Truth; read: Candidates; text: string }[] = [];
  for (const seed of seeds) {
    const { pdf, truth } = await makePdf(seed);
    const text =
      form === 'pdf'
        ? await textOf(rendering, pdf, 'application/pdf')
        : await textOf(rendering, await pictureOf(rendering, pdf, seed), 'image/jpeg');
    results.push({ seed, truth, read: candidatesOf(text), text: text.join('\n') });
  }
  const fields = Object.keys(results[0]!.truth) as (keyof Truth)[];
  const misses = results.flatMap(({ seed, truth, read, text }) =>
    fields
      .filter((field) => truth[field] !== (read[field]?.value ?? null))
      .map((field) => ({ seed, field, expected: truth[field], read: read[field]?.value ?? null, text })),
  );
  const scores = Object.fromEntries(
    fields.map((field) => {
      const right = results.filter(
        ({ truth, read }) => truth[field] !== null && read[field]?.value === truth[field],
      ).length;
      const given = results.filter(({ read }) => read[field] !== null).length;
      const there = results.filter(({ truth }) => truth[field] !== null).length;
      return [field, { precision: given === 0 ? 1 : right / given, recall: there === 0 ? 1 : right / there }];
    }),
  ) as unknown as Scores;
  return { scores, misses };
}

async function textOf(rendering: Rendering, content: Uint8Array, mediaType: string): Promise<readonly string[]> {
  return (await rendering.read(content, mediaType)).textPages;
}

async function pictureOf(rendering: Rendering, pdf: Uint8Array, seed: number): Promise<Uint8Array> {
  const { preview } = await rendering.read(pdf, 'application/pdf');
  return photograph(preview!, seed);
}

/** Precision and recall of every field, a line each. */
export const table = (scores: Scores): string =>
  Object.entries(scores)
    .map(([field, { precision, recall }]) => `${field.padEnd(20)}${precision.toFixed(3)}  ${recall.toFixed(3)}`)
    .join('\n');
