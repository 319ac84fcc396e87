import { createLinkSigner } from '@app/files';
import { createMailer, createMailOutbox, type DueMail, forgetOldMails, mailConfig } from '@app/mail';
import { backendNames } from '@app/registry';
import { Auth, BankAccounts, Erasure, Ledger, Records, References } from '@app/rpc';
import { flag, wholeNumber } from '@app/runtime';
import { defineJob, type ServiceDefinition } from '@app/service';
import { createUpstream } from '@app/upstream';
import { z } from 'zod';
import { accessesOf, accessOf } from './access/local-sources.ts';
import { serveAccountUsers } from './account-users/http.ts';
import { partnersRpc } from './business-partners/grpc.ts';
import { serveBusinessPartners } from './business-partners/http.ts';
import { partnerKind } from './business-partners/partner.ts';
import { partnerStore } from './business-partners/store.ts';
import { defineCurrencyChange } from './client-accounts/currency.ts';
import { eraseDisposable } from './client-accounts/erasing/disposable.ts';
import { serveErasure } from './client-accounts/erasing/http.ts';
import { defineRemoval } from './client-accounts/erasing/removal.ts';
import { defineReset } from './client-accounts/erasing/reset.ts';
import { ownSteps } from './client-accounts/erasing/steps.ts';
import { sweepRemoved } from './client-accounts/erasing/sweep.ts';
import { serveClientAccounts } from './client-accounts/http.ts';
import { takeOverMail } from './client-accounts/take-over-mail.ts';
import { expireContracts } from './contracts/expire.ts';
import { serveContracts } from './contracts/http.ts';
import { serveDepartments } from './departments/http.ts';
import { departmentKind, departmentStore } from './departments/store.ts';
import { serveEngagements } from './engagements/http.ts';
import { organisationRpc } from './grpc.ts';
import { defineAcceptance } from './invitations/acceptance.ts';
import { expireInvitations } from './invitations/expire.ts';
import { serveInvitations } from './invitations/http.ts';
import { invitationMail } from './invitations/mail.ts';
import { serveInvitationPages } from './invitations/pages/http.ts';
import { serveOrganizations } from './organizations/http.ts';
import { createRegistry } from './organizations/registry.ts';
import { serveProjects } from './projects/http.ts';
import { projectKind } from './projects/project.ts';
import { projectStore } from './projects/store.ts';
import { createRecords } from './records/records.ts';
import { createReferenceKinds } from './references/kinds.ts';
import { serveRoles } from './roles/http.ts';
import { serveSettings } from './settings/http.ts';
import { serveTags } from './tags/http.ts';
import { tagKind, tagStore } from './tags/store.ts';

const config = {
  BUSINESS_REGISTRY_URL: z.url({ protocol: /^https?$/ }).describe('the address of the business registry'),
  REJECT_SYNTHETIC_IDENTITIES: flag().describe(
    'true where national identity numbers of the test population are refused',
  ),
  NATIONAL_ID_CHECK_DIGITS: z
    .enum(['strict', 'relaxed'], 'must be "strict" or "relaxed"')
    .default('strict')
    .describe('how the check digits of national identity numbers are verified'),
  ...mailConfig,
  RATE_LIMIT_SCALE: wholeNumber(0, 1_000_000)
    .default(1)
    .describe('a factor for how many invitations may be sent; 0 lifts the limits'),
  APP_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the web application that links in mails lead to; PUBLIC_BASE_URL by default'),
};

/** The composition root: every dependency is made here, once, and passed down. */
export const organisation: ServiceDefinition<typeof config> = {
  name: 'organisation',
  config,
  sealed: [{ table: 'business_partners', key: 'id', column: 'national_identity_number_sealed' }],
  register: ({ config, db, clock, sealer, logger, connect }) => {
    const users = connect(Auth, 'auth');
    const ledger = connect(Ledger, 'ledger');
    const registry = createRegistry(
      createUpstream({ name: 'registry', baseUrl: config.BUSINESS_REGISTRY_URL, backoffMillis: 100 }),
    );
    const partners = createRecords({ db, clock }, partnerKind, partnerStore);
    const projects = createRecords({ db, clock }, projectKind, projectStore);
    const departments = createRecords({ db, clock }, departmentKind, departmentStore);
    const tags = createRecords({ db, clock }, tagKind, tagStore);
    const kinds = createReferenceKinds([
      partners.reference('business_partners'),
      projects.reference(),
      departments.reference(),
      tags.reference(),
    ]);
    const counters = (['ledger', 'documents', 'reconciliation'] as const).map((owner) => connect(Records, owner));
    const currencyChange = defineCurrencyChange({ db, clock, logger, ledger });
    const acceptance = defineAcceptance({ db, clock, logger, invitedUsers: users, users });
    const others = backendNames.filter((name) => name !== 'organisation');
    const erasers = lazily(() => new Map(others.map((name) => [name, connect(Erasure, name)])));
    const erasing = { db, clock, logger, erasers };
    const reset = defineReset(erasing);
    const removal = defineRemoval(erasing);
    const signer = createLinkSigner([config.DATA_ENCRYPTION_KEY, ...config.DATA_ENCRYPTION_KEYS_PREVIOUS]);
    const publicBaseUrl = config.PUBLIC_BASE_URL;
    const deps = { db, clock, registry, users, kinds, counters, ledger, currencyChange, signer, publicBaseUrl };
    const partnerDependencies = {
      ...deps,
      partners,
      sealer,
      identityRules: {
        checkDigits: config.NATIONAL_ID_CHECK_DIGITS,
        refusesSynthetic: config.REJECT_SYNTHETIC_IDENTITIES,
      },
      ledger,
      bankAccounts: connect(BankAccounts, 'reconciliation'),
      bankReferences: connect(References, 'reconciliation'),
    };
    const invitations = {
      ...deps,
      sealer,
      logger,
      invitedUsers: users,
      acceptance,
      limitScale: config.RATE_LIMIT_SCALE,
      appBaseUrl: config.APP_BASE_URL ?? config.PUBLIC_BASE_URL,
    };
    const writeMail = async (mail: DueMail) => {
      if (mail.kind === 'invitation') return invitationMail(invitations, mail);
      const notice = await takeOverMail(invitations, mail);
      if (notice !== undefined) return notice;
      throw new Error(`Nobody here writes mails of the kind "${mail.kind}"`);
    };
    const mailer = createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM });
    const mails = createMailOutbox({ db, mailer, logger, name: 'organisation', write: writeMail });

    return {
      webApp: config.APP_BASE_URL,
      identity: {
        access: (userId, clientAccountId) => accessOf(deps, userId, clientAccountId),
        accesses: (userId, all) => accessesOf(deps, userId, all),
      },
      endpoints: (api) => {
        serveRoles(api);
        serveOrganizations(api, deps);
        serveClientAccounts(api, deps);
        serveErasure(api, { ...erasing, reset, removal });
        serveAccountUsers(api, deps);
        serveSettings(api, deps);
        serveContracts(api, deps);
        serveEngagements(api, invitations);
        serveInvitations(api, invitations);
        serveInvitationPages(api, { ...invitations, publicBaseUrl: config.PUBLIC_BASE_URL });
        serveBusinessPartners(api, partnerDependencies);
        serveProjects(api, deps, projects);
        serveDepartments(api, deps, departments);
        serveTags(api, deps, tags);
      },
      rpc: [...organisationRpc({ ...deps, hasTestHooks: config.TEST_HOOKS_ENABLED }), partnersRpc(partnerDependencies)],
      useCases: [currencyChange, acceptance, reset, removal],
      erasure: { steps: ownSteps },
      jobs: [
        defineJob({ name: 'contract-expiry', schedule: { dailyAt: '02:10' }, run: () => expireContracts(deps) }),
        defineJob({ name: 'invitation-expiry', schedule: { everySeconds: 3_600 }, run: () => expireInvitations(deps) }),
        defineJob({
          name: 'disposable-removal',
          schedule: { everySeconds: 600 },
          run: () => eraseDisposable({ ...erasing, removal }),
        }),
        defineJob({ name: 'removal-sweep', schedule: { everySeconds: 60 }, run: () => sweepRemoved(erasing) }),
        defineJob({ name: 'mail-cleanup', schedule: { dailyAt: '03:40' }, run: () => forgetOldMails(db) }),
      ],
      start: async () => mails.start(),
      stop: () => mails.stop(),
    };
  },
};

/** Makes it when it is first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
