import { describe, expect, it } from 'vitest';
import { type ChainedEntry, type ChainedLine, firstLink, linkOf, textOf } from './chain.ts';

const line: ChainedLine = {
  ...{
    line: 1,
    date: '2026-03-14',
    account: '6300',
    debit: '100.00',
    credit: '0.00',
    debit_fc: '100.00',
    credit_fc: '0.00',
  },
  ...{
    currency: 'NOK',
    rate: '1.000000',
    tax_code: '1',
    tax_base: '80.00',
    tax_base_fc: '80.00',
    tax: '20.00',
    tax_fc: '20.00',
  },
  ...{
    tax_line: false,
    tax_for: null,
    quantity: null,
    description: 'Leie "mars"\n',
    dimensions: [
      ['tag', 9],
      ['project', 3],
      ['tag', 2],
    ],
  },
};
const entry: ChainedEntry = {
  ...{ number: 1, id: 17, posted_at: '2026-03-14T10:00:00.123456Z', posted_by: 4, description: 'Ærlig', voucher: null },
  ...{ relation_type: null, relation_id: null, external_id: 'A-1' },
  lines: [{ ...line, line: 2, debit: '0.00', credit: '100.00' }, line],
};

describe('an entry as it is hashed', () => {
  it('is written like this for ever: what is chained in books out there depends on every byte', () => {
    expect(textOf(entry)).toBe(
      '{"number":1,"id":17,"posted_at":"2026-03-14T10:00:00.123456Z","posted_by":4,"description":"Ærlig","voucher":null,"relation_type":null,"relation_id":null,"external_id":"A-1","lines":[{"line":1,"date":"2026-03-14","account":"6300","debit":"100.00","credit":"0.00","debit_fc":"100.00","credit_fc":"0.00","currency":"NOK","rate":"1.000000","tax_code":"1","tax_base":"80.00","tax_base_fc":"80.00","tax":"20.00","tax_fc":"20.00","tax_line":false,"tax_for":null,"quantity":null,"description":"Leie \\"mars\\"\\n","dimensions":[["project",3],["tag",2],["tag",9]]},{"line":2,"date":"2026-03-14","account":"6300","debit":"0.00","credit":"100.00","debit_fc":"100.00","credit_fc":"0.00","currency":"NOK","rate":"1.000000","tax_code":"1","tax_base":"80.00","tax_base_fc":"80.00","tax":"20.00","tax_fc":"20.00","tax_line":false,"tax_for":null,"quantity":null,"description":"Leie \\"mars\\"\\n","dimensions":[["project",3],["tag",2],["tag",9]]}]}',
    );
    expect(linkOf(firstLink(2, 0), textOf(entry)).toString('hex')).toBe(
      'f1ba61a99563a64e6bfccba3598d016779beb4e2773660b2919bb304128dbdbb',
    );
  });

  it('is the same whatever the order of fields, lines and dimensions in which it was read', () => {
    const shuffled = Object.fromEntries(Object.entries(entry).reverse()) as unknown as ChainedEntry;
    expect(textOf({ ...shuffled, lines: [...entry.lines].reverse() })).toBe(textOf(entry));
  });

  it('differs with every field', () => {
    for (const [name, value] of Object.entries({
      description: 'x',
      voucher: 1,
      posted_by: 5,
      id: 18,
      external_id: null,
    }))
      expect(textOf({ ...entry, [name]: value }), name).not.toBe(textOf(entry));
    for (const name of Object.keys(line)) {
      const changed = { ...line, [name]: name === 'dimensions' ? [] : 'x' };
      expect(textOf({ ...entry, lines: [changed, entry.lines[0]!] }), name).not.toBe(textOf(entry));
    }
  });
});

it('the chain of one company is none of another, nor the same after a reset', () => {
  const links = [firstLink(2, 0), firstLink(3, 0), firstLink(2, 5)].map((link) => link.toString('hex'));
  expect(new Set(links).size).toBe(3);
});
