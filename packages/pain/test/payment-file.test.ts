import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type BankAccount, type PaymentFile, type Transfer, writePaymentFile } from '../src/index.ts';
import { schema } from './support/structure.ts';

const account = (more: Partial<BankAccount>): BankAccount => ({
  ...{ iban: null, bban: null, country: null, bic: null, routingNumber: null, currency: null },
  ...more,
});
const house = account({
  bban: '86011117947',
  iban: 'NO9386011117947',
  country: 'NO',
  bic: 'DNBANOKK',
  currency: 'NOK',
});
const german = account({ iban: 'DE89370400440532013000' });
const american = account({ bban: '123456789', country: 'US', routingNumber: '021000021' });

let serial = 0;
const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  ...{ endToEndId: `P${++serial}`, amount: '1250.00', currency: 'NOK', date: '2026-02-02', from: house },
  to: account({ bban: '15032345678', iban: null, country: 'NO' }),
  receiver: { name: 'Leverandør Ås AS', country: 'NO', streetAddress: 'Storgata 1', postalCode: '0155', city: 'Oslo' },
  ...{ reference: null, message: null },
  ...more,
});
const file = (...transfers: Transfer[]): PaymentFile => ({
  ...{ messageId: 'F2-17', createdAt: '2026-01-31T12:00:00Z', transfers },
  company: { name: 'Nordlys Kaffebrenneri AS', organizationNumber: '310433217' },
});

/** What libxml2 finds wrong with a file by the structure of the format; never anything. */
async function written(...transfers: Transfer[]): Promise<string> {
  const xml = writePaymentFile(file(...transfers));
  const { errors } = await validateXML({ xml: [{ fileName: 'pain.xml', contents: xml }], schema: [schema] });
  expect(errors.map(({ message }) => message)).toEqual([]);
  return xml;
}
const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'g'))].map(([, content]) => content!);

describe('a file for the bank', () => {
  it('has the structure of pain.001.001.03, with the payments of a day and an account together [PAY-R10]', async () => {
    const xml = await written(
      transfer({ reference: '1234567897' }),
      transfer({ amount: '0.10', message: 'Faktura 17' }),
      transfer({ date: '2026-02-03' }),
      transfer({ to: german, currency: 'EUR', amount: '99.95', receiver: { ...receiver, country: 'DE' } }),
      transfer({ to: american, currency: 'USD', receiver: { ...receiver, country: 'US' } }),
    );
    expect(all(xml, 'PmtInf')).toHaveLength(4);
    expect(all(xml, 'NbOfTxs')).toEqual(['5', '2', '1', '1', '1']);
    expect(all(xml, 'CtrlSum')).toEqual(['3850.05', '1250.10', '1250.00', '99.95', '1250.00']);
    expect(all(xml, 'PmtInfId')).toEqual(['F2-17-1', 'F2-17-2', 'F2-17-3', 'F2-17-4']);
    expect(all(xml, 'MsgId')).toEqual(['F2-17']);
    expect(new Set(all(xml, 'EndToEndId')).size).toBe(5);
    expect(all(xml, 'BtchBookg')).toEqual(['false', 'false', 'false', 'false']);
  });

  it('says a KID as a reference, with modulo 10, modulo 11 and a hyphen, and everything else as text', async () => {
    const xml = await written(
      transfer({ reference: '1234567897', message: 'Faktura 17' }),
      transfer({ reference: '2345676' }),
      transfer({ reference: '100008-' }),
      transfer({ reference: 'RF18 5390 0754 7034' }),
      transfer({ reference: '1234567890', message: 'Faktura 17' }),
      transfer({ message: 'Takk for kaffen' }),
      transfer(),
    );
    expect(all(xml, 'Ref')).toEqual(['1234567897', '2345676', '100008-', 'RF18539007547034']);
    expect(all(xml, 'Ustrd')).toEqual(['1234567890 Faktura 17', 'Takk for kaffen']);
    // A KID means nothing abroad.
    const abroad = await written(transfer({ to: german, currency: 'EUR', reference: '1234567897' }));
    expect(all(abroad, 'Ustrd')).toEqual(['1234567897']);
  });

  it('says who bears the charges, the bank and the country of a payment abroad', async () => {
    const bic = account({ bban: '987654', country: 'AE', bic: 'BOMLAEAD' });
    const xml = await written(
      transfer(),
      transfer({ to: german, currency: 'EUR' }),
      transfer({ to: { ...german, bic: 'COBADEFF' }, currency: 'USD' }),
      transfer({ to: american, currency: 'USD' }),
      transfer({ to: bic, currency: 'AED', receiver: { ...receiver, country: 'AE' } }),
    );
    expect(all(xml, 'ChrgBr')).toEqual(['SLEV', 'SHAR', 'SHAR', 'SHAR']);
    expect(all(xml, 'CdtrAgt')).toEqual([
      '<FinInstnId><BIC>COBADEFF</BIC></FinInstnId>',
      '<FinInstnId><ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId></ClrSysMmbId>' +
        '<PstlAdr><Ctry>US</Ctry></PstlAdr></FinInstnId>',
      '<FinInstnId><BIC>BOMLAEAD</BIC></FinInstnId>',
    ]);
    expect(all(xml, 'SvcLvl')).toContain('<Cd>SEPA</Cd>');
    expect(all(xml, 'CdtrAcct')[0]).toContain('<Id>15032345678</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm>');
    expect(all(xml, 'CdtrAcct')[1]).toContain('<IBAN>DE89370400440532013000</IBAN>');
  });

  it('holds only characters that banks pass on, each text cut to its length', async () => {
    const odd = { ...receiver, name: `Æ & Ø/Å «Łódź» ${'x'.repeat(100)}` };
    const xml = await written(
      transfer({ receiver: odd, message: '//Faktura\n\t17 – <b>"takk"</b> 日本 \u0000 ñ//' }),
      transfer({ receiver: { ...odd, country: 'DE' }, to: german, currency: 'EUR' }),
    );
    expect(all(all(xml, 'Cdtr')[0]!, 'Nm')[0]).toMatch(/^Æ \+ Ø\/Å Lodz x+$/);
    expect(all(xml, 'Ustrd')).toEqual(['Faktura 17 - b takk /b n']);
    const [, abroad] = all(xml, 'Cdtr');
    expect(all(abroad!, 'Nm')[0]).toMatch(/^Ae \+ O\/Aa Lodz x+$/);
    expect(all(abroad!, 'Nm')[0]).toHaveLength(70);
  });

  it('writes amounts as their currencies have them', async () => {
    const yen = account({ bban: '1234567', country: 'JP', bic: 'BOTKJPJT' });
    const xml = await written(
      transfer({ amount: '99999999999.99' }),
      transfer({ amount: '12500.00', currency: 'JPY', to: yen, receiver: { ...receiver, country: 'JP' } }),
    );
    expect(all(xml, 'InstdAmt')).toEqual(['99999999999.99', '12500']);
    expect(() => writePaymentFile(file(transfer({ amount: '1.50', currency: 'JPY', to: yen })))).toThrow('decimals');
  });
});

const { receiver } = transfer();

describe('what no bank could carry out', () => {
  const refused: readonly (readonly [string, Partial<Transfer>, RegExp])[] = [
    ['nothing', { amount: '0.00' }, /above zero/],
    ['less than nothing', { amount: '-1.00' }, /above zero/],
    ['more than banks take', { amount: '100000000000.00' }, /at most/],
    ['a currency that is none', { currency: 'nok' }, /no currency/],
    ['a Norwegian account with a wrong digit', { to: account({ bban: '86011117948', country: 'NO' }) }, /Norwegian/],
    ['an account without a country', { to: account({ bban: '1234567' }) }, /country/],
    ['an account without a number', { to: account({ country: 'SE' }) }, /number/],
    ['an account of markup', { to: account({ bban: '<Id>1</Id>', country: 'SE' }) }, /number/],
    ['an account that pays and has no number', { from: account({ country: 'NO' }) }, /pays/],
    ['a bank abroad that nobody would find', { to: account({ bban: '12345', country: 'AE' }) }, /BIC/],
    ['a BIC that is none', { to: { ...german, bic: 'nonsense' }, currency: 'USD' }, /BIC/],
    ['a name without letters', { receiver: { ...receiver, name: '日本' } }, /name/],
    ['an id that banks would change', { endToEndId: 'P/1' }, /no id/],
  ];
  it.each(refused)('is refused: %s', (_what, more, message) => {
    expect(() => writePaymentFile(file(transfer(), transfer(more)))).toThrow(
      expect.objectContaining({ name: 'PaymentFileFailure', transfer: 1, message: expect.stringMatching(message) }),
    );
  });

  it('is refused: no payment, one id twice, and more than a file takes', () => {
    const one = transfer();
    expect(() => writePaymentFile(file())).toThrow('without payments');
    expect(() => writePaymentFile(file(one, one))).toThrow('same end-to-end id');
    expect(() => writePaymentFile(file(...Array.from({ length: 1_001 }, () => transfer())))).toThrow('1000');
    expect(() => writePaymentFile({ ...file(one), messageId: 'x'.repeat(31) })).toThrow('no id');
  });
});
