import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What every package for outside has in common in its `package.json`. */
export const commonManifest = () => {
  const root = join(import.meta.dirname, '..', '..', '..', 'package.json');
  const { version } = JSON.parse(readFileSync(root, 'utf8')) as { readonly version: string };
  return {
    version,
    // The repository grants no licence.
    license: 'UNLICENSED',
    type: 'module',
    // From this release on JSON.parse gives the text of a number.
    engines: { node: '>=22' },
  } as const;
};
