import { createRecorder } from '@app/audit';
import { createMailer, createMailOutbox, forgetOldMails } from '@app/mail';
import { Organisation } from '@app/rpc';
import { isThisMachine } from '@app/runtime';
import { defineJob, type ServiceDefinition } from '@app/service';
import { serveAccount } from './account/http.ts';
import { serveAuthorization } from './authorization/http.ts';
import { cleanUp } from './cleanup.ts';
import { serveClients } from './clients/http.ts';
import { createClientLookup } from './clients/lookup.ts';
import { createClientRecall } from './clients/recall.ts';
import { serveClientRequests } from './clients/requests/http.ts';
import { authConfig } from './config.ts';
import { createCookies } from './credentials/cookies.ts';
import { findStanding } from './credentials/user-store.ts';
import type { AuthDeps } from './deps.ts';
import { serveDiscovery } from './discovery/http.ts';
import { serveEmailVerifications } from './email-verification/http.ts';
import { authRpc } from './grpc.ts';
import { createKeyRing } from './keys/key-ring.ts';
import { writeMail } from './mails.ts';
import { servePasswordResets } from './password-reset/http.ts';
import { createPasswordHasher } from './passwords/password-hash.ts';
import { serveSessions } from './sessions/http.ts';
import { requireCredential } from './signup/config.ts';
import { createSignupDeps } from './signup/deps.ts';
import { erasureSteps } from './signup/erasure-steps.ts';
import { serveSignup } from './signup/http.ts';
import { signupJobs } from './signup/jobs.ts';
import { createTokenIssuer } from './tokens/access-token.ts';
import { serveTokens } from './tokens/http.ts';
import { bootstrapAdministrator } from './users/bootstrap.ts';
import { serveUsers } from './users/http.ts';

/** Users and how they log in, OAuth clients, codes, tokens and the keys they are signed with. */
export const authService: ServiceDefinition<typeof authConfig> = {
  name: 'auth',
  config: authConfig,
  sealed: [
    { table: 'signing_keys', key: 'kid', column: 'sealed_private_key' },
    { table: 'signup_attempts', key: 'state_digest', column: 'sealed_proofs' },
  ],
  register: ({ config, db, clock, logger, sealer, guard, connect, tally }) => {
    const issuer = config.PUBLIC_BASE_URL;
    const keys = createKeyRing({ db, clock, sealer, logger });
    const organisation = connect(Organisation, 'organisation');
    const deps: AuthDeps = {
      db,
      clock,
      logger,
      issuer,
      // The sandbox is the identity provider where that one stands on this machine.
      sandbox: isThisMachine(config.IDP_ISSUER_URL) ? new URL(config.IDP_ISSUER_URL).origin : undefined,
      keys,
      sealer,
      tally,
      record: createRecorder(db),
      passwords: createPasswordHasher(),
      tokens: createTokenIssuer({ keys, clock, issuer }),
      clients: createClientLookup(db),
      recall: createClientRecall(db),
      cookies: createCookies(issuer),
      organisation,
      guard,
    };
    requireCredential(config);
    const signup = createSignupDeps(deps, { config, registrations: organisation });
    const mailer = createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM });
    const mails = createMailOutbox({ db, mailer, logger, name: 'auth', write: (mail) => writeMail(deps, mail) });
    return {
      endpoints: (api) => {
        serveAuthorization(api, deps);
        serveTokens(api, deps);
        serveClients(api, deps);
        serveClientRequests(api, deps);
        serveSessions(api, deps);
        serveDiscovery(api, deps);
        serveUsers(api, deps);
        serveEmailVerifications(api, deps);
        servePasswordResets(api, deps);
        serveSignup(api, signup);
        serveAccount(api, deps);
      },
      webApp: config.APP_BASE_URL,
      rpc: [authRpc(deps)],
      useCases: [signup.signUps],
      erasure: { steps: erasureSteps },
      jobs: [
        defineJob({
          name: 'signing-key-rotation',
          schedule: { everySeconds: 3_600, atStart: true },
          run: () => keys.rotate(),
        }),
        defineJob({ name: 'auth-cleanup', schedule: { everySeconds: 3_600 }, run: () => cleanUp(db, clock) }),
        defineJob({ name: 'mail-cleanup', schedule: { dailyAt: '03:40' }, run: () => forgetOldMails(db) }),
        ...signupJobs(signup),
      ],
      identity: {
        keys: async () => JSON.stringify({ keys: await keys.publicKeys() }),
        standing: async (userId, clientId, sessionId) => {
          const { userActive, clientActive, sessionEnded, isAdmin } = await findStanding(
            db,
            userId,
            clientId,
            sessionId,
          );
          return { isUserActive: userActive, isClientActive: clientActive, isSessionLive: !sessionEnded, isAdmin };
        },
      },
      start: async () => {
        await keys.rotate();
        await bootstrapAdministrator(deps, {
          email: config.BOOTSTRAP_ADMIN_EMAIL,
          password: config.BOOTSTRAP_ADMIN_PASSWORD,
        });
        mails.start();
      },
      stop: () => mails.stop(),
    };
  },
};
