import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryPages, validateXML } from 'xmllint-wasm';

/** Beside the checkout, where the reference data of the authorities lies. */
const REFERENCE = join(import.meta.dirname, '../../../../shared/reference');

/** A schema that somebody else wrote. */
export interface OfficialSchema {
  readonly isAtHand: boolean;
  /** What libxml2 finds wrong with each of some files by the schema; nothing when the schema is not at hand. */
  faults(files: readonly string[]): Promise<readonly (readonly string[])[]>;
}

/** @param path in the reference data */
export function officialSchema(path: string): OfficialSchema {
  const at = join(REFERENCE, path);
  const isAtHand = existsSync(at);
  if (!isAtHand)
    process.stderr.write(
      `NOT CHECKED against an official schema: there is no ${at}. Only our own form of it was used.\n`,
    );
  return {
    isAtHand,
    faults: async (files) => {
      if (!isAtHand) return files.map(() => []);
      const { errors } = await validateXML({
        xml: files.map((contents, index) => ({ fileName: `file-${index}.xml`, contents })),
        schema: [readFileSync(at, 'utf8')],
        initialMemoryPages: 64 * memoryPages.MiB,
        maxMemoryPages: memoryPages.GiB,
      });
      return files.map((_, index) =>
        errors.filter(({ loc }) => loc?.fileName === `file-${index}.xml`).map(({ message }) => message),
      );
    },
  };
}

const saft = officialSchema('saf-t/Norwegian_SAF-T_Financial_Schema_v_1.30.xsd');

/** The authority's schema of SAF-T Financial 1.30, when it is at hand. */
export const hasOfficialSchema = saft.isAtHand;

/** What is wrong with a file by the authority's schema; nothing when the schema is not at hand. */
export async function officialFaults(xml: string): Promise<readonly string[]> {
  const [faults] = await saft.faults([xml]);
  return faults!;
}
