import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryPages, validateXML } from 'xmllint-wasm';

/** Beside the checkout, where the reference data of the authorities lies. */
const PATH = join(
  import.meta.dirname,
  '../../../../shared/reference/saf-t/Norwegian_SAF-T_Financial_Schema_v_1.30.xsd',
);

/** The authority's schema of SAF-T Financial 1.30, when it is at hand. */
export const hasOfficialSchema = existsSync(PATH);

if (!hasOfficialSchema)
  process.stderr.write(
    `NOT CHECKED against the official schema of SAF-T 1.30: there is no ${PATH}. Only our own form of it was used.\n`,
  );

/** What libxml2 finds wrong with a file by the authority's schema; nothing when the schema is not at hand. */
export async function officialFaults(xml: string): Promise<readonly string[]> {
  if (!hasOfficialSchema) return [];
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'saft.xml', contents: xml }],
    schema: [readFileSync(PATH, 'utf8')],
    initialMemoryPages: 64 * memoryPages.MiB,
    maxMemoryPages: memoryPages.GiB,
  });
  return valid ? [] : errors.map(({ message }) => message);
}
