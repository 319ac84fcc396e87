import { parseArgs } from 'node:util';
import { openRendering } from '@app/rendering';
import { measure, table } from './papers/measure.ts';

// Prints how well papers are read: `npm run measure-reading -- --papers 210`. It takes minutes.

const { papers } = parseArgs({ options: { papers: { type: 'string', default: '210' } } }).values;
const seeds = Array.from({ length: Number(papers) }, (_, seed) => seed);
const rendering = openRendering();
for (const [form, title] of [
  ['pdf', 'PDFs'],
  ['picture', 'pictures of 150 dpi, askew and with noise'],
] as const) {
  const { scores, misses } = await measure(rendering, seeds, form);
  process.stdout.write(`\n${papers} ${title}        precision  recall\n${table(scores)}\n`);
  for (const { seed, field, expected, read } of misses)
    process.stdout.write(`  paper ${seed}: ${field} ${expected}, read ${read}\n`);
}
await rendering.close();
