import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { CamtFailure, readCamt } from '../src/index.ts';
import { bytes, day, everything, isCurrency, read, statementsOf, xmlOf } from './files.ts';

const sound = xmlOf('02', [day(1)]);
const root = sound.slice(sound.indexOf('<Document'));
const opening = root.slice(0, root.indexOf('>') + 1);
const entry = /<Ntry>.*?<\/Ntry>/.exec(root)![0];

const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['an entity bomb', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${root}`, /DOCTYPE/],
  ['an entity of a file', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${root}`, /DOCTYPE/],
  ['a schema of its own', `<!DOCTYPE Document SYSTEM "http://127.0.0.1/x.dtd">${root}`, /DOCTYPE/],
  ['an entity that nobody declared', root.replace('DAY-1', '&nbsp;'), /not well-formed/],
  ['depth', `${opening}${'<a>'.repeat(10_000)}`, /where it may not stand/],
  ['depth where anything may stand', supplementary('<a>'.repeat(10_000)), /depth/],
  ['a name', `${opening}<${'n'.repeat(5_000)}/>`, /name of more/],
  ['a text', root.replace('DAY-1', 'x'.repeat(100_000)), /Id of more than 16384 characters/],
  ['a long reference', root.replace('DAY-1', 'x'.repeat(36)), /as Id, which is none/],
  ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${root}`, /encoding is ISO-8859-1; CAMT files/],
  ['XML 1.1', `<?xml version="1.1"?>${root}`, /XML 1\.1; CAMT files/],
  ['UTF-16', Buffer.from(`\ufeff${root}`, 'utf16le'), /not UTF-8|not well-formed/],
  ['no UTF-8', new Uint8Array([...bytes(opening), 0xc3, 0x28]), /not UTF-8/],
  ['half a file', root.slice(0, root.length / 2), /well-formed|broke off/],
  ['a file without its end', root.replace('</Document>', ''), /broke off/],
  ['nothing', '', /no XML/],
  ['a text file', 'Dato;Beløp', /not well-formed|no XML/],
  ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /no CAMT.053 or CAMT.054/],
  ['a message that is not read', root.replaceAll('camt.053', 'camt.052'), /no CAMT.053 or CAMT.054/],
  ['a version that is not read', root.replaceAll('053.001.02', '053.001.09'), /no CAMT.053 or CAMT.054/],
  ['no namespace', root.replace(/ xmlns="[^"]*"/, ''), /namespace ""/],
  ['an element of another namespace', root.replace('<Ntry>', '<Ntry xmlns="urn:x">'), /another namespace/],
  ['two roots', `${root}${root}`, /not well-formed/],
  ['an impossible day', root.replace('<BookgDt><Dt>2026-03-01', '<BookgDt><Dt>2026-02-30'), /"2026-02-30" as Dt/],
  ['a day of another age', root.replace('<BookgDt><Dt>2026', '<BookgDt><Dt>0026'), /"0026-03-01" as Dt/],
  ['an unknown currency', root.replaceAll('"NOK"', '"NOX"'), /amount in NOX/],
  ['a negative amount', root.replace('>100.00<', '>-100.00<'), /"-100.00" as Amt/],
  ['an amount with an exponent', root.replace('>100.00<', '>1e2<'), /"1e2" as Amt/],
  ['an amount of three decimals', root.replace('>100.00<', '>100.001<'), /two decimals/],
  ['an amount of fifteen digits', root.replace('>100.00<', '>123456789012345<'), /13 digits/],
  ['no closing balance', root.replace('CLBD', 'CLAV'), /closing balance/],
  ['a statement that ends before it begins', root.replace('<ToDtTm>2026-03', '<ToDtTm>2026-02'), /is from/],
  [
    'an entry without its direction',
    root.replace(entry, entry.replace(/<CdtDbtInd>\w+<\/CdtDbtInd>/, '')),
    /no CdtDbtInd/,
  ],
  ['text between elements', root.replace('<Ntry>', '100<Ntry>'), /text in Stmt/],
  ['payments without end', root.replace('<TxDtls>', `${'<TxDtls/>'.repeat(50_001)}<TxDtls>`), /50000 payments/],
  ['a record without end', root.replace('<NtryDtls>', `${'<NtryDtls/>'.repeat(50_001)}<NtryDtls>`), /50000 elements/],
];

function supplementary(content: string): string {
  const newest = xmlOf('08', [day(1)]);
  const extra = `<SplmtryData><Envlp>${content}</Envlp></SplmtryData>`;
  return newest.replace('</BkToCstmrStmt>', `${extra}</BkToCstmrStmt>`);
}

it.each(hostile)('refuses %s with a sentence', async (_, content, why) => {
  const failure = await read(typeof content === 'string' ? bytes(content) : content, 64 * 1024).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CamtFailure);
  expect((failure as CamtFailure).message).toMatch(why);
  expect((failure as CamtFailure).message.length).toBeLessThan(500);
});

it('says so for whatever is cut, doubled or swapped in a file: nothing else is ever thrown', async () => {
  const whole = xmlOf('08', everything);
  let state = 7;
  const random = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % most;
  };
  for (let round = 0; round < 200; round++) {
    const from = random(whole.length);
    const part = whole.slice(from, from + random(60));
    const other = [part + part, '', part.replaceAll(/\d/g, '9'), '\u0000<>'][round % 4];
    const broken = whole.slice(0, from) + other + whole.slice(from + part.length);
    const failure = await read(bytes(broken), 512).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined) expect(failure, `round ${round}`).toBeInstanceOf(CamtFailure);
  }
});

it('whatever stands in supplementary data is passed over', async () => {
  const file = supplementary('<x xmlns="urn:other" a="1"><Ntry>100</Ntry>text</x>');
  expect(statementsOf(await read(bytes(file)))[0]!.booked).toBe('80.00');
});

it('gives the same records however the bytes are cut', async () => {
  const content = bytes(xmlOf('02', everything));
  const whole = await read(content, content.length);
  for (const chunk of [1, 7, 333]) expect(await read(content, chunk)).toEqual(whole);
});

it('500 MB of one element end after some hundred kilobytes', async () => {
  const piece = bytes('x'.repeat(64 * 1024));
  let given = 0;
  function* endless() {
    yield bytes(`${root.slice(0, root.indexOf('DAY-1'))}`);
    for (; given < 500 * 1024 * 1024; given += piece.length) yield piece;
  }
  await expect(readCamt(endless(), { isCurrency }, async () => undefined)).rejects.toThrow(CamtFailure);
  expect(given).toBeLessThan(1024 * 1024);
});

/** Reads a file of 12 000 entries with so little memory that it could not hold them. */
const readInLittle = (keeps: boolean) =>
  new Promise((resolve, reject) => {
    const end = root.indexOf('</Stmt>');
    const worker = new Worker(new URL('memory-process.ts', import.meta.url), {
      workerData: { head: root.slice(0, root.indexOf('<Ntry>')), entry, tail: root.slice(end), count: 12_000, keeps },
      execArgv: ['--conditions=development'],
      resourceLimits: { maxOldGenerationSizeMb: 10, maxYoungGenerationSizeMb: 4 },
    });
    worker.once('message', resolve).once('error', reject);
  });

it('holds no more of a large file than of a small one: entries that would not fit are read one after the other', async () => {
  const [read, kept] = await Promise.allSettled([readInLittle(false), readInLittle(true)]);
  expect(read).toEqual({ status: 'fulfilled', value: 12_000 });
  expect(kept).toMatchObject({ status: 'rejected', reason: { code: 'ERR_WORKER_OUT_OF_MEMORY' } });
});
