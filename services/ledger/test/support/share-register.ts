import type { TestAnswer } from '@app/testing';
import { type Books, type Ledger, rent } from '../ledger.ts';

/** Partners of every company below. */
export const ANNA = 11;
export const BENT = 12;
export const CARL = 13;
export const COMPANY = 19;

export interface Position {
  readonly business_partner_id: number | null;
  readonly share_class: string;
  readonly quantity: string;
  readonly cost_basis: string;
  readonly average_price: string;
  /** With `with=business_partner`. */
  readonly business_partner?: { readonly id: number } | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A company with partners, and short words for what is done with its shares. */
export interface ShareRegister extends Books {
  operate(operation: string, fields: Fields, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  issue(partner: number, quantity: string, more?: Fields): Promise<TestAnswer>;
  transfer(from: number, to: number, quantity: string, more?: Fields): Promise<TestAnswer>;
  buyBack(from: number, quantity: string, more?: Fields): Promise<TestAnswer>;
  retire(quantity: string, more?: Fields): Promise<TestAnswer>;
  split(partner: number, oldQuantity: string, newQuantity: string, more?: Fields): Promise<TestAnswer>;
  positions(query?: string): Promise<readonly Position[]>;
  /** `[partner, quantity, cost]` of each position. */
  held(query?: string): Promise<readonly (readonly [number | null, string, string])[]>;
  list(query?: string): Promise<TestAnswer>;
  capTable(query?: string): Promise<TestAnswer>;
}

/** Opens a company whose partners are Anna, Bent, Carl and the company itself. */
export async function openRegister(
  ledger: Ledger,
  options: Parameters<Ledger['books']>[0] = {},
): Promise<ShareRegister> {
  const books = await ledger.books(options);
  const of = `client_account_id=${books.clientAccountId}`;
  for (const [id, name] of [
    [ANNA, 'Anna Ås'],
    [BENT, 'Bent Berg'],
    [CARL, 'Carl Dal'],
    [COMPANY, 'Selskapet AS'],
  ] as const)
    ledger.own(books.clientAccountId, 'businesspartner', { id, name });
  const operate: ShareRegister['operate'] = (operation, fields, headers) =>
    books.call(
      'POST',
      `/equity/transactions/${operation}`,
      { client_account_id: books.clientAccountId, share_class: 'ORDINARY', ...fields },
      headers,
    );
  const get = (path: string, query = '') => books.call('GET', `/equity/${path}?${of}${query}`);
  const positions: ShareRegister['positions'] = async (query) => {
    const { status, body } = await get('positions', query);
    if (status !== 200) throw new Error(`Positions answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...books,
    operate,
    issue: (partner, quantity, more) => operate('issue', { business_partner_id: partner, quantity, ...more }),
    transfer: (from, to, quantity, more) =>
      operate('transfer', { from_business_partner_id: from, to_business_partner_id: to, quantity, ...more }),
    buyBack: (from, quantity, more) =>
      operate('buyback', { from_business_partner_id: from, company_business_partner_id: COMPANY, quantity, ...more }),
    retire: (quantity, more) => operate('retire', { company_business_partner_id: COMPANY, quantity, ...more }),
    split: (partner, oldQuantity, newQuantity, more) =>
      operate('split', { business_partner_id: partner, old_quantity: oldQuantity, new_quantity: newQuantity, ...more }),
    positions,
    held: async (query) =>
      (await positions(query)).map((one) => [one.business_partner_id, one.quantity, one.cost_basis] as const),
    list: (query) => get('transactions', query),
    capTable: (query) => get('cap-table', `&company_business_partner_id=${COMPANY}${query ?? ''}`),
  };
}

/** Makes a company known that has books and no shares. */
export const withoutShares = async (ledger: Ledger): Promise<Books> => {
  const books = await ledger.books();
  await books.posted(rent());
  return books;
};
