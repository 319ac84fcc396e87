import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { officialSchema } from '@app/testing/official-schema';
import { describe, expect, it } from 'vitest';
import { CamtFailure } from '../src/index.ts';
import { bytes, day, everything, read, statementsOf, xmlOf } from './files.ts';

/** A random number that is the same every time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const structureFaults = async (xml: string): Promise<string | undefined> => {
  try {
    await read(bytes(xml));
    return undefined;
  } catch (error) {
    if (!(error instanceof CamtFailure)) throw error;
    return error.message;
  }
};

/** Changes that break a file, and changes that do not. */
function changed(xml: string, random: () => number): string {
  const tags = [...xml.matchAll(/<(\w+)( Ccy="\w+")?>([^<]*)<\/\1>/g)];
  const { index, 0: whole, 1: name, 3: text } = tags[Math.floor(random() * tags.length)]!;
  const other = tags[Math.floor(random() * tags.length)]!;
  const [before, after] = [xml.slice(0, index), xml.slice(index + whole.length)];
  const changes = [
    () => before + after,
    () => before + whole + whole + after,
    () => before + other[0] + after,
    () => before + whole + other[0] + after,
    () => before + whole.replace(`>${text}<`, `>${text}x<`) + after,
    () => before + whole.replace(`>${text}<`, '><') + after,
    () => before + whole.replace(`>${text}<`, `>-${text}<`) + after,
    () => before + whole.replace(`>${text}<`, `>${text}.123456<`) + after,
    () => before + whole.replace(/ Ccy="\w+"/, '') + after,
    () => before + whole.replaceAll(name!, 'Extra') + after,
    () => before + whole.replace(`>${text}<`, `>${'x'.repeat(200)}<`) + after,
    () => before + whole.replace(`<${name}`, `<${name} Extra="1"`) + after,
  ];
  return changes[Math.floor(random() * changes.length)]!();
}

/** What no schema says: balances that are missing, amounts and years that books do not hold. */
const BEYOND = /balance|is from|amounts have at most|is no currency|"-\d{4}-\d{2}-\d{2}/;

describe.each(['02', '08'] as const)('a file of version %s', (version) => {
  const schema = officialSchema(`misc/bank/camt.053.001.${version}.xsd`);

  it('that we write is valid by the schema, and one that is broken is refused where the schema refuses it', async () => {
    const random = randomOf(Number(version));
    const whole = xmlOf(version, everything);
    const files = [whole, ...Array.from({ length: 220 }, () => changed(whole, random))];
    const official = await schema.faults(files);
    if (!schema.isAtHand) return expect(await structureFaults(whole)).toBeUndefined();
    expect(official[0]).toEqual([]);
    const wrong: string[] = [];
    for (const [index, file] of files.entries()) {
      const own = await structureFaults(file);
      const isRefused = own !== undefined && !BEYOND.test(own);
      const shouldBe = official[index]!.length > 0;
      if (isRefused !== shouldBe && !(own !== undefined && BEYOND.test(own)))
        wrong.push(`${index}: ${own ?? 'taken'}; the schema: ${official[index]!.slice(0, 2).join(' ')}`);
    }
    expect(wrong).toEqual([]);
    expect(official.filter((faults) => faults.length > 0).length).toBeGreaterThan(100);
  });
});

it('the sample of the reference data is read', async () => {
  const sample = join(import.meta.dirname, '../../../../shared/reference/misc/bank/camt.053.001.02-sample.xml');
  if (!officialSchema('misc/bank/camt.053.001.02.xsd').isAtHand) return;
  const [statement] = statementsOf(await read(readFileSync(sample)));
  expect(statement).toMatchObject({ reference: 'STMT-2026-03', booked: '-124815.50', entries: { length: 5 } });
  expect(statement!.period).toEqual({
    ...{ from: '2026-03-01', to: '2026-03-31' },
    ...{ opening: '250000.00', closing: '125184.50' },
  });
  expect(statement!.entries[4]!.details[0]).toMatchObject({
    instructed: { amount: '215.00', currency: 'EUR' },
    exchangeRate: '11.6279',
  });
});

it.each(['02', '03', '04', '05', '06', '07', '08'])('version %s is read, of both messages', async (version) => {
  const written = version === '02' ? '02' : ['07', '08'].includes(version) ? '08' : '04';
  const statement = xmlOf(written, [day(1)]).replace(`053.001.${written}`, `053.001.${version}`);
  expect(statementsOf(await read(bytes(statement)))[0]).toMatchObject({ booked: '80.00' });
  const both = statement
    .replace(`053.001.${version}`, `054.001.${version}`)
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('<Stmt>', '<Ntfctn>')
    .replaceAll('</Stmt>', '</Ntfctn>')
    .replaceAll(/<Bal>.*?<\/Bal>/g, '');
  expect(statementsOf(await read(bytes(both)))[0]).toMatchObject({ booked: '80.00', period: null });
});
