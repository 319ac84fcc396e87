import { Failure } from '@app/contract/failure';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Language } from '@app/runtime';
import { findActiveAccount, languageOf } from '../outside/companies.ts';
import type { PeriodSettings } from './engine/spans.ts';

/** What organisation says of a company whose periods are asked for, as of today. */
export interface PeriodCompany extends PeriodSettings {
  readonly clientAccountId: number;
  /** What the engine writes is in this language. */
  readonly language: Language;
  readonly hasEarlyAccess: boolean;
  /** By the settings in force on the day. */
  readonly isVatLiable: (date: string) => boolean;
}

type Source = Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
type Account = NonNullable<Awaited<ReturnType<Source['GetAccount']>>['account']>;

/** Asked of the owner each time, so that a change counts at once. @throws Failure 404 for an account that is gone, 503 */
export async function findCompany(
  organisation: Source,
  clientAccountId: number,
  today: string,
): Promise<PeriodCompany> {
  const { account } = await organisation.GetAccount({ clientAccountId });
  if (!account) throw new Error('organisation answered without an account');
  return companyOf(account, today);
}

/** As {@link findCompany}; undefined when its periods are not prepared, or it is gone. @throws Failure 503 */
export async function findPreparedCompany(
  organisation: Source,
  clientAccountId: number,
  today: string,
): Promise<PeriodCompany | undefined> {
  const account = await findActiveAccount(organisation, clientAccountId);
  const company = account && companyOf(account, today);
  return company?.hasEarlyAccess ? company : undefined;
}

export function companyOf(
  { id, settings, accountingLanguage }: Pick<Account, 'id' | 'settings' | 'accountingLanguage'>,
  today: string,
): PeriodCompany {
  const on = (date: string) =>
    settings.find(({ activeFrom, activeTo }) => activeFrom <= date && (activeTo === undefined || date <= activeTo));
  const current = on(today);
  return {
    clientAccountId: id,
    language: languageOf(accountingLanguage),
    hasEarlyAccess: current?.earlyAccess ?? false,
    reconciliationFrequency: current?.reconciliationFrequency ?? null,
    vatReturnFrequency: current?.vatReturnFrequency ?? 'BIMONTHLY',
    isVatLiable: (date) => on(date)?.vatLiable ?? false,
  };
}

/** @throws Failure 403 `period_reconciliation.early_access_required` (RPD-R01) */
export function requireEarlyAccess({ hasEarlyAccess }: Pick<PeriodCompany, 'hasEarlyAccess'>): void {
  if (hasEarlyAccess) return;
  throw new Failure(
    'period_reconciliation.early_access_required',
    403,
    'Reconciliation periods need "early_access" in the settings of the client account',
  );
}
