import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { providerType } from '../organizations/organization.ts';
import { oldestFirst, type SettingsVersion } from '../settings/settings.ts';
import { versionsOf } from '../settings/store.ts';
import { accountsAfter, findAccount } from '../tenancy/account-store.ts';
import { accountNotFound, type ClientAccount, takesWrites } from '../tenancy/client-account.ts';
import { presentFields } from '../wire.ts';

type Sources = { readonly db: Database; readonly clock: Clock };

/** An account with its settings, as projections of other services hold it: what its events carry. */
export interface AccountSnapshot {
  readonly account: ClientAccount;
  /** Oldest first. */
  readonly versions: readonly SettingsVersion[];
}

/** @throws Failure 404 `client_account.not_found` */
export async function findSnapshot(sources: Sources, id: number): Promise<AccountSnapshot> {
  const account = await findAccount(sources.db.executor, id, sources.clock.today());
  if (!account) throw accountNotFound(id);
  return (await withVersions(sources, [account]))[0]!;
}

/** The next accounts in order of id. */
export async function snapshotsAfter(
  sources: Sources,
  afterId: number,
  limit: number,
): Promise<readonly AccountSnapshot[]> {
  return withVersions(sources, await accountsAfter(sources.db.executor, afterId, limit, sources.clock.today()));
}

/**
 * The settings are read after the account, so they are never older than its version says. Newer they may be: then an
 * event with a higher version is on its way, and says the same again.
 */
async function withVersions({ db }: Sources, accounts: readonly ClientAccount[]): Promise<readonly AccountSnapshot[]> {
  const versions = await versionsOf(
    db.executor,
    accounts.map(({ id }) => id),
  );
  return accounts.map((account) => ({
    account,
    versions: oldestFirst(versions.filter((one) => one.clientAccountId === account.id)),
  }));
}

const counter = ({ nextNumber, setAtVersion }: ClientAccount['saleInvoice']) => ({ nextNumber, setAtVersion });

/** The account in the words of the proto. */
export function accountMessage({ account, versions }: AccountSnapshot) {
  const type = providerType(account.industryCode);
  return {
    id: account.id,
    uniqueName: account.uniqueName,
    displayName: account.displayName,
    accountingCurrency: account.accountingCurrency,
    accountingLanguage: account.accountingLanguage,
    isActive: takesWrites(account),
    organizationId: account.organizationId,
    organizationNumber: account.organizationNumber,
    organizationName: account.organizationName,
    vatLiable: account.isVatLiable,
    isProvider: type !== null,
    ...(type === null ? {} : { providerType: type }),
    version: account.version,
    settings: versions.map(({ activeFrom, activeTo, vatLiable, earlyAccess, ...version }) => ({
      activeFrom,
      vatLiable,
      earlyAccess,
      vatReturnFrequency: version.vatReturnFrequency,
      ...presentFields({ activeTo, reconciliationFrequency: version.reconciliationFrequency }),
    })),
    saleInvoice: counter(account.saleInvoice),
    saleCreditNote: counter(account.saleCreditNote),
    countryCode: account.countryCode,
    ...(account.organizationForm === null ? {} : { organizationForm: account.organizationForm }),
    ...(account.industryCode === null ? {} : { industryCode: account.industryCode }),
  };
}
