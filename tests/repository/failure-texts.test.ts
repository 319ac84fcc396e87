import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** What makes a failure out of a sentence: the sentence is its first text, or comes after code and status. */
const failures =
  /\b(?:invalid|conflict|notFound|forbidden|unavailable|upstreamUnavailable|new Failure)\(\s*(?:'[a-z_]+(?:\.[a-z_]+)?',\s*\d{3},\s*)?(['"`])([^'"`]+)/g;

it('every sentence of a failure says what it is about: none begins with "is", "must" or "cannot"', () => {
  const sentences = globSync(['services/*/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(failures)].map(([, , sentence]) => `${path}: ${sentence}`),
    );
  expect(sentences.length).toBeGreaterThan(150);
  const headless = sentences.filter((line) =>
    /^[^:]+: (is|are|must|cannot|can|may|has|have|holds?|names|does|do|belongs|lacks|needs)\b/.test(line),
  );
  expect(headless).toEqual([]);
});
