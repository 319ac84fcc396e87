import { openRendering, type Part, type Rendering } from '@app/rendering';
import type { Bench } from '../bench.ts';
import type { BenchCase, Outcome } from '../bench-case.ts';

const LINES = 55;
const PAGES = 60;
const PICTURES = 6;

const printed = (pages: number): Part => ({
  mediaType: 'text/plain',
  content: Buffer.from(
    Array.from({ length: pages * LINES }, (_, line) => `Vare ${line} fra Bjørnebær & Sønner   ${line},50`).join('\n'),
  ),
});

/** Pages a minute of one reader, its libraries loaded. */
async function measure(
  bench: Bench,
  filesOf: (rendering: Rendering) => Promise<{ readonly files: readonly Part[]; readonly source: 'FILE' | 'OCR' }>,
): Promise<Outcome> {
  const rendering = openRendering({ threads: 1 });
  try {
    const { files, source } = await filesOf(rendering);
    const read = async ({ content, mediaType }: Part): Promise<number> => {
      const reading = await rendering.read(content, mediaType, { onPage: async () => {} });
      if (reading.textSource !== source) throw new Error(`text is of ${reading.textSource} instead of ${source}`);
      return reading.pageCount;
    };
    await read(files[0]!);
    const rounds: { measured: number }[] = [];
    for (let round = 0; round < Math.min(3, bench.scale.rounds); round++) {
      const start = performance.now();
      let pages = 0;
      for (const file of files) pages += await read(file);
      rounds.push({ measured: (pages * 60_000) / (performance.now() - start) });
    }
    return { rounds };
  } finally {
    await rendering.close();
  }
}

export const pagesRendered: BenchCase = {
  name: 'rendering',
  title: 'Pages of a PDF made into images and read, on one thread',
  reference: '',
  unit: 'pages/min',
  goal: { of: 'value', better: 'more' },
  run: (bench) =>
    measure(bench, async (rendering) => ({
      files: [{ content: await rendering.combine([printed(PAGES)]), mediaType: 'application/pdf' }],
      source: 'FILE',
    })),
};

export const pagesRecognised: BenchCase = {
  name: 'rendering',
  title: 'Full pages of text recognised in pictures of 150 dpi, on one thread',
  reference: '',
  unit: 'pages/min',
  goal: { of: 'value', better: 'more' },
  run: (bench) =>
    measure(bench, async (rendering) => {
      const { content, mediaType } = printed(PICTURES);
      const { pages } = await rendering.read(content, mediaType);
      return { files: pages.map(({ png }) => ({ content: png, mediaType: 'image/png' })), source: 'OCR' };
    }),
};
