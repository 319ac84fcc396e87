import { invalidField } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { differences, takeStamp } from '@app/records';
import type { AreaDependencies } from '../deps.ts';
import {
  type BankAccount,
  type BankAccountFields,
  bankAccountChanged,
  bankAccountNotFound,
  defaultAccountCode,
  hasUnreconciled,
  isHouse,
} from './bank-account.ts';
import { bankOf } from './banks.ts';
import { numberKeyOf, readNumber, type SentNumber } from './number.ts';
import * as store from './store.ts';

export type ChangingDependencies = Pick<AreaDependencies, 'db' | 'clock' | 'named' | 'companies' | 'ledger'>;

type Optional<K extends keyof BankAccountFields> = { readonly [F in K]?: BankAccountFields[F] | undefined };

/** What callers send of an account; absent fields stay as they are, or get their defaults. */
export type BankAccountRequest = SentNumber &
  Optional<
    'name' | 'bankName' | 'bankZip' | 'bankCity' | 'bic' | 'routingNumber' | 'currencyCode' | 'accountCode' | 'isActive'
  >;

/**
 * Creates a bank account: one of the house, or of a business partner.
 * @throws Failure 400 for numbers, partners and accounts that there are not, 409 `bank_account.duplicate`, 503
 */
export async function createBankAccount(
  deps: ChangingDependencies,
  actorId: number,
  owner: Pick<BankAccount, 'clientAccountId' | 'businessPartnerId' | 'type'>,
  request: BankAccountRequest,
): Promise<BankAccount> {
  const { clientAccountId } = owner;
  const number = readNumber(request);
  const bank = bankOf(number);
  const isOwn = isHouse(owner);
  await deps.named.require(clientAccountId, [
    { field: 'business_partner_id', kind: 'businesspartner', id: owner.businessPartnerId },
  ]);
  const accountCode = isOwn ? (request.accountCode ?? defaultAccountCode(owner.type)) : null;
  await requireAccount(deps, clientAccountId, request.accountCode, isOwn);
  const currencyCode = request.currencyCode ?? (isOwn ? await deps.companies.currencyOf(clientAccountId) : null);
  const fields: BankAccountFields = {
    ...owner,
    ...number,
    name: request.name ?? null,
    bankName: request.bankName ?? bank?.name ?? null,
    bankZip: request.bankZip ?? null,
    bankCity: request.bankCity ?? null,
    bic: request.bic ?? bank?.bic ?? null,
    routingNumber: request.routingNumber ?? null,
    numberKey: numberKeyOf(number, request.routingNumber ?? null),
    currencyCode,
    accountCode,
    isActive: true,
  };
  return deps.db.write(async (tx) => {
    const stamp = await takeStamp(tx, deps.clock, clientAccountId, actorId);
    const account = await store.insertBankAccount(tx, fields, stamp);
    await appendToOutbox(tx, bankAccountChanged(account));
    return account;
  });
}

/**
 * Changes what differs; a new number brings its bank with it unless another one is sent.
 * @throws Failure 400, 404, 409 `bank_account.duplicate` or `bank_account.has_unreconciled_transactions`, 503
 */
export async function changeBankAccount(
  deps: ChangingDependencies,
  actorId: number,
  { id, clientAccountId, businessPartnerId }: Pick<BankAccount, 'id' | 'clientAccountId' | 'businessPartnerId'>,
  request: BankAccountRequest & Optional<'type'>,
): Promise<BankAccount> {
  await requireAccount(deps, clientAccountId, request.accountCode, isHouse({ businessPartnerId }));
  return deps.db.write(async (tx) => {
    const stamp = await takeStamp(tx, deps.clock, clientAccountId, actorId);
    const before = await store.findBankAccount(tx, id);
    if (!before) throw bankAccountNotFound(id);
    const differing = differences(before, changeOf(before, request));
    if (Object.keys(differing).length === 0) return before;
    if (differing.isActive === false && isHouse(before) && (await store.hasOpenTransactions(tx, before)))
      throw hasUnreconciled();
    const after = await store.updateBankAccount(tx, before, differing, stamp);
    await appendToOutbox(tx, bankAccountChanged(after));
    return after;
  });
}

/** The fields of an account after a request, as far as it says something of them. */
function changeOf(before: BankAccount, request: BankAccountRequest & Optional<'type'>): Partial<BankAccountFields> {
  const { iban, bban, bankCountry, accountCode, ...rest } = request;
  const routingNumber = request.routingNumber === undefined ? before.routingNumber : request.routingNumber;
  const names = [iban, bban, bankCountry].some((part) => part !== undefined);
  const number = names ? readNumber(asSent(before, { iban, bban, bankCountry })) : before;
  const bank = names && number.iban !== before.iban ? bankOf(number) : undefined;
  return {
    ...rest,
    ...(names ? { iban: number.iban, bban: number.bban, bankCountry: number.bankCountry } : {}),
    ...(bank && request.bankName === undefined ? { bankName: bank.name } : {}),
    ...(bank && request.bic === undefined ? { bic: bank.bic } : {}),
    ...(accountCode === undefined
      ? {}
      : { accountCode: accountCode ?? (isHouse(before) ? defaultAccountCode(request.type ?? before.type) : null) }),
    numberKey: numberKeyOf(number, routingNumber),
  } as Partial<BankAccountFields>;
}

/** What is not sent stays, but a new IBAN or national number takes the place of the other one. */
function asSent(before: BankAccount, { iban, bban, bankCountry }: SentNumber): SentNumber {
  const country = bankCountry === undefined ? before.bankCountry : bankCountry;
  if (iban) return { iban, bban, bankCountry };
  if (bban) return { bban, bankCountry: country };
  return {
    iban: iban === undefined ? before.iban : null,
    bban: bban === undefined ? before.bban : null,
    bankCountry: country,
  };
}

/** @throws Failure 400 for an account that the books do not have, or one named for what is booked nowhere; 503 */
async function requireAccount(
  { ledger, clock }: Pick<ChangingDependencies, 'ledger' | 'clock'>,
  clientAccountId: number,
  code: string | null | undefined,
  isOwn: boolean,
): Promise<void> {
  if (code === undefined || code === null) return;
  if (!isOwn) throw invalidField('account_code', 'is for accounts of the house alone: that of a partner is not booked');
  const { accounts } = await ledger.DescribeBooks({
    clientAccountId,
    date: clock.today(),
    accountCodes: [code],
    accountIds: [],
    references: [],
  });
  if (!accounts.some((account) => account.code === code && account.isActive))
    throw invalidField('account_code', `There is no active account ${code} in this client account`);
}
