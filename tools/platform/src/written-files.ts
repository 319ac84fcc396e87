import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './root.ts';

/** Texts of files that follow from the code, by their path from the root of the repository. */
export type WrittenFiles = Readonly<Record<string, string>>;

/**
 * Compares files with what they should hold; with `write`, brings them up to date. Gives the paths of those that were
 * not.
 */
export function checkFiles(files: WrittenFiles, { write }: { readonly write: boolean }): readonly string[] {
  const outdated = Object.entries(files).filter(([path, text]) => readText(join(ROOT, path)) !== text);
  if (write)
    for (const [path, text] of outdated) {
      mkdirSync(dirname(join(ROOT, path)), { recursive: true });
      writeFileSync(join(ROOT, path), text);
    }
  return outdated.map(([path]) => path);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
