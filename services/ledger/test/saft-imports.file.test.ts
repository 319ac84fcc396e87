import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSaft } from '../src/saft-imports/file/read.ts';
import type { FileRecord } from '../src/saft-imports/file/records.ts';
import { UnreadableFile } from '../src/saft-imports/file/unreadable.ts';
import { type SaftOptions, saftFile } from './saft/saft-file.ts';

const examples = join(import.meta.dirname, '../../../../shared/reference/saf-t');

/** In pieces of a size, as a body comes. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(file: string | Uint8Array, size = 1_000): Promise<readonly FileRecord[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const found: FileRecord[] = [];
  await readSaft(pieces(bytes, size), async (records) => {
    found.push(...records);
  });
  return found;
}

const kindsOf = (records: readonly FileRecord[]) =>
  Object.fromEntries([...Map.groupBy(records, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length]));
const flawsOf = (records: readonly FileRecord[]) => [
  ...new Set(records.flatMap(({ flaws }) => flaws.map(({ rule }) => rule))),
];

const why = async (file: string | Uint8Array, size?: number): Promise<string> => {
  try {
    await read(file, size);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  return 'was read';
};

it('reads 1.30 and 1.20, with prefixes and a byte order mark, in pieces of any size, to the same records', async () => {
  const whole = await read(saftFile());
  expect(kindsOf(whole)).toEqual({ header: 1, account: 6, party: 1, tax_code: 1, entry: 3, totals: 1 });
  expect(flawsOf(whole)).toEqual([]);
  for (const size of [1, 7, 64, 1_000_000]) expect(await read(saftFile(), size)).toEqual(whole);
  expect(await read(`\uFEFF${saftFile({ prefix: 'n1' })}`)).toEqual(whole);
  const older = await read(saftFile({ version: '1.20' }));
  const same = ({ kind }: FileRecord) => kind === 'entry' || kind === 'party' || kind === 'totals';
  expect(older.filter(same)).toEqual(whole.filter(same));
});

it('reads amounts, sides, currency, VAT and names as they stand in the file', async () => {
  const entries: SaftOptions['entries'] = [
    {
      id: 'A-1',
      date: '2026-01-05',
      description: 'Æ Ø Å &amp; &lt;b&gt;',
      lines: [
        { account: '1920', amount: '-112.50', currency: { code: 'EUR', amount: '10.00', rate: '11.25' } },
        { account: '6300', amount: '112.50', tax: { code: '1', base: '90.00', amount: '22.50' } },
      ],
    },
  ];
  const found = (await read(saftFile({ entries }))).find(({ kind }) => kind === 'entry');
  expect(found?.record).toEqual({
    journal: 'GL',
    id: 'A-1',
    description: 'Æ Ø Å & <b>',
    postingDate: '2026-01-05',
    lines: [
      expect.objectContaining({
        account: '1920',
        debit: '0.00',
        credit: '112.50',
        currency: 'EUR',
        currencyAmount: '10.00',
        rate: '11.25',
      }),
      expect.objectContaining({
        account: '6300',
        debit: '112.50',
        credit: '0.00',
        tax: { code: '1', base: '90.00', amount: '22.50' },
      }),
    ],
  });
});

it('a negative debit is a credit', async () => {
  const file = saftFile().replace('<DebitAmount><Amount>4000.00', '<DebitAmount><Amount>-4000.00');
  const entry = (await read(file)).filter(({ kind }) => kind === 'entry')[2]!;
  expect(entry.record).toMatchObject({ lines: [{ debit: '0.00', credit: '4000.00' }, { credit: '4000.00' }] });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE AuditFile [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]><AuditFile>&b;</AuditFile>`;
const outside = '<?xml version="1.0"?><!DOCTYPE AuditFile SYSTEM "http://127.0.0.1/x.dtd"><AuditFile/>';
const deep = `<AuditFile>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</AuditFile>`;
const hostile: readonly (readonly [title: string, file: string | Uint8Array, why: RegExp])[] = [
  ['entities that grow', bomb, /document type declaration/],
  ['a type declaration elsewhere', outside, /document type declaration/],
  ['an unknown entity', '<AuditFile>&nbsp;</AuditFile>', /not well-formed/],
  ['nothing', '', /holds no XML/],
  ['text', 'Kontonavn;Saldo', /not well-formed|holds no XML/],
  ['half a file', saftFile().slice(0, 1_500), /broke off/],
  ['a file without its last tag', saftFile().replace('</AuditFile>', ''), /broke off/],
  ['crossed tags', '<AuditFile><a></b></AuditFile>', /not well-formed/],
  ['two roots', `${saftFile()}<AuditFile/>`, /not well-formed/],
  ['another document', '<html xmlns="urn:StandardAuditFile-Taxation-Financial:NO"/>', /root element is html/],
  ['elements without end', deep, /depth of over 32/],
  ['a name without end', `<AuditFile><${'a'.repeat(2_000)}/></AuditFile>`, /name of more than 100/],
  ['a text without end', `<AuditFile><x>${'a'.repeat(900_000)}</x></AuditFile>`, /without a tag between/],
  ['a comment without end', `<AuditFile><!--${'a'.repeat(900_000)}`, /without a tag between/],
  ['an attribute without end', `<AuditFile x="${'a'.repeat(900_000)}`, /without a tag between/],
  ['a NUL character', '<AuditFile>\0</AuditFile>', /not well-formed/],
  [
    'a description of a hundred thousand characters',
    `<AuditFile><Header><A>${'a'.repeat(100_000)}</A></Header></AuditFile>`,
    /more than 16384/,
  ],
  ['Latin-1', Buffer.from(saftFile().replace('Leie lokaler', 'Leie på'), 'latin1'), /not UTF-8/],
  ['half a character at the end', Buffer.concat([Buffer.from(saftFile()), Buffer.from([0xc3])]), /not UTF-8/],
  ['another encoding declared', saftFile().replace('UTF-8', 'ISO-8859-1'), /encoding is ISO-8859-1/],
  ['UTF-16', Buffer.from(`\uFEFF${saftFile()}`, 'utf16le'), /not UTF-8/],
  ['a prefix that nobody declared', '<n1:AuditFile/>', /not well-formed/],
];

it.each(hostile)('%s is refused, and said why', async (_, file, message) => {
  for (const size of [13, 100_000]) expect(await why(file, size)).toMatch(message);
});

it('elements of no namespace are a flaw by themselves', async () => {
  const file = saftFile().replace(/ xmlns="[^"]*"/, '');
  expect(flawsOf(await read(file))).toEqual(['namespace']);
});

describe.skipIf(!existsSync(examples))('the reference examples', () => {
  const load = (name: string) => read(readFileSync(join(examples, name)), 65_536);

  it('the valid one is read without a flaw', async () => {
    const found = await load('example-1.30-small-valid.xml');
    expect(kindsOf(found)).toEqual({ header: 1, account: 9, party: 2, tax_code: 2, entry: 4, totals: 1 });
    expect(flawsOf(found)).toEqual([]);
    expect(found[0]!.record).toMatchObject({ from: '2026-01-01', to: '2026-02-28' });
  });

  it('the older one is of another version', async () => {
    const found = await load('official-example-pre-1.30_888888888.xml');
    expect(kindsOf(found)).toMatchObject({ entry: 53 });
    expect(flawsOf(found)).toContain('version');
  });

  it('the skeleton is in no namespace and holds no values', async () => {
    const flaws = flawsOf(await load('official-example-1.30-xmlspy-skeleton.xml'));
    expect(flaws).toEqual(expect.arrayContaining(['version', 'country', 'namespace']));
  });
});
