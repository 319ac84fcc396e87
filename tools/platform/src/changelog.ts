import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

const RELEASE = /^(\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/;

/** What is wrong with the sections of CHANGELOG.md; see CONTRIBUTING.md, "A release". */
export const faultsOfChangelog = (): readonly string[] =>
  faultsOfSections(
    readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
    (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
  );

/**
 * A changelog begins with what is not released, and has a section for each release, the newest first.
 * @param version of package.json, which is that of the newest release, or of the first one to come
 */
export function faultsOfSections(text: string, version: string): readonly string[] {
  const [first, ...releases] = [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1]!);
  const newest = RELEASE.exec(releases[0] ?? '')?.[1];
  return [
    ...(first === 'Unreleased' ? [] : ['CHANGELOG.md does not begin with the section "Unreleased".']),
    ...releases
      .filter((title) => !RELEASE.test(title))
      .map((title) => `"${title}" in CHANGELOG.md is no release: its title is as in "1.2.0 (2026-01-31)".`),
    ...(newest === undefined || newest === version
      ? []
      : [`The newest release in CHANGELOG.md is ${newest}, and the version in package.json ${version}.`]),
  ];
}
