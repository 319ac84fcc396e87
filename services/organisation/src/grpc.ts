import { type Failure, invalid, notFound } from '@app/contract';
import { type Implementation, implement, Organisation, References } from '@app/rpc';
import { accessesOf, accessOf } from './access/local-sources.ts';
import { findCompany } from './client-accounts/company.ts';
import { makeDisposable } from './client-accounts/erasing/disposable.ts';
import { printedLogo } from './client-accounts/printed-logo.ts';
import { registerFromSignup } from './client-accounts/register.ts';
import { settingsMessage } from './client-accounts/settings-message.ts';
import { accountMessage, findSnapshot, snapshotsAfter } from './client-accounts/snapshot.ts';
import { findMemberships } from './memberships/memberships.ts';
import { type OrganizationSources, storeOrganizations } from './organizations/find.ts';
import type { ReferenceKinds } from './references/kinds.ts';
import { presentFields } from './wire.ts';

export interface GrpcDependencies extends OrganizationSources {
  readonly kinds: ReferenceKinds;
  /** Only then is a company ever marked to be erased. */
  readonly hasTestHooks: boolean;
}

const MAX_ACCOUNTS = 1_000;
const MAX_IDS = 1_000;

/** What this service answers to the others: translations between words of the protos and operations. */
export const organisationRpc = (deps: GrpcDependencies): readonly Implementation[] => [
  implement(Organisation, {
    CheckAccess: async ({ userId, clientAccountId }) => {
      const { exists, role, directRole, isActive } = await accessOf(deps, userId, clientAccountId);
      return { exists, isActive, ...presentFields({ role, directRole }) };
    },
    ListAccess: async ({ userId, all }) => ({
      access: (await accessesOf(deps, userId, all)).map(({ clientAccountId, role, directRole, isActive }) => ({
        clientAccountId,
        isActive,
        ...presentFields({ role, directRole }),
      })),
    }),
    GetUserMemberships: ({ userId }) => findMemberships(deps, userId),
    GetAccount: async ({ clientAccountId }) => ({ account: accountMessage(await findSnapshot(deps, clientAccountId)) }),
    GetCompany: async ({ clientAccountId, includesLogo }) => {
      const company = await findCompany(deps.db.executor, clientAccountId);
      const logo = includesLogo ? await printedLogo(deps.db.executor, clientAccountId) : undefined;
      return { ...presentFields(company), ...(logo ? { logo } : {}) };
    },
    ListAccounts: async ({ afterId, limit }) => ({
      accounts: (await snapshotsAfter(deps, afterId, Math.min(limit > 0 ? limit : MAX_ACCOUNTS, MAX_ACCOUNTS))).map(
        accountMessage,
      ),
    }),
    GetAccountSettings: async ({ clientAccountId, asOf }) =>
      settingsMessage(await findSnapshot(deps, clientAccountId), requireDate(asOf)),
    StoreOrganizations: async ({ organizations }) => ({
      organizations: (await storeOrganizations(deps, organizations)).map(
        ({ id, organizationNumber, name, clientAccountId, isAccountProven }) => ({
          id,
          organizationNumber,
          name,
          alreadyRegistered: isAccountProven,
          ...presentFields({ clientAccountId }),
        }),
      ),
    }),
    RegisterFromSignup: async (request) => {
      if (request.commandKey === '') throw invalid('A command key is required');
      return { clientAccountId: await registerFromSignup(deps, request) };
    },
    MakeDisposable: async ({ clientAccountId }) => {
      if (!deps.hasTestHooks) throw notFound('Test hooks are not enabled');
      return { erasedAfter: await makeDisposable(deps.db, clientAccountId) };
    },
  }),
  implement(References, {
    Resolve: async ({ clientAccountId, type, ids }) => {
      if (ids.length > MAX_IDS)
        throw invalid(`At most ${MAX_IDS} references can be resolved at once, and ${ids.length} were asked for`);
      const kind = deps.kinds.require(type);
      return { references: ids.length === 0 ? [] : await kind.resolve(deps.db.executor, clientAccountId, ids) };
    },
  }),
];

function requireDate(text: string): string {
  const failure = (): Failure => invalid(`"${text}" is no calendar date such as 2026-01-31`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw failure();
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    throw failure();
  }
}
