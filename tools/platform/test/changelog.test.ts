import { expect, it } from 'vitest';
import { faultsOfSections } from '../src/changelog.ts';

it.each([
  ['before the first release', '# Changelog\n\n## Unreleased\n\nThe first version.\n', []],
  ['after one', '## Unreleased\n\n## 0.1.0 (2026-01-31)\n\n### Details\n', []],
  ['without a place for what is not released', '## 0.1.0 (2026-01-31)\n', ['CHANGELOG.md does not begin']],
  ['empty', '', ['CHANGELOG.md does not begin']],
  ['with a release of another version', '## Unreleased\n\n## 0.2.0 (2026-01-31)\n', ['The newest release']],
  ['with a title of another form', '## Unreleased\n\n## January\n', ['"January" in CHANGELOG.md is no release']],
])('a changelog %s', (_when, text, faults) => {
  const found = faultsOfSections(text, '0.1.0');
  expect(found).toHaveLength(faults.length);
  for (const [i, fault] of faults.entries()) expect(found[i]).toContain(fault);
});
