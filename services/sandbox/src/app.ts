import { ConfigError, type Logger, languageOf } from '@app/runtime';
import express, { type Express } from 'express';
import type { Provider } from 'oidc-provider';
import { type Controlled, createControlRouter } from './control/http.ts';
import { frontPage } from './front-page.ts';
import { CallerError, injectFaults, type RenderError, renderErrors, renderPlainError } from './http.ts';
import { createProvider, type ProviderSettings } from './identity-provider/provider.ts';
import { createIdentityProviderRouter } from './identity-provider/sign-in.ts';
import { createSubjects } from './identity-provider/subjects.ts';
import { createMachineTokenRouter } from './machine-token/http.ts';
import { createMachineTokens } from './machine-token/machine-token.ts';
import { createPartiesRouter } from './parties/http.ts';
import { createRegistryRouter } from './registry/http.ts';
import { createTaxRouter } from './tax/http.ts';

export interface AppSettings extends Omit<ProviderSettings, 'issuer'> {
  readonly baseUrl: string;
}

const renderIdpError: RenderError = (response, { status, code, message }) => {
  response
    .status(status)
    .set('cache-control', 'no-store')
    .json({ error: status < 500 ? code : 'server_error', error_description: message });
};

/** Every system under the path at which the platform's settings expect it, and the control interface beside them. */
export async function createApp(settings: AppSettings, controlled: Controlled, logger: Logger): Promise<Express> {
  const { baseUrl, clientId, credential, signingKey } = settings;
  const { directory, properties, faults, clock } = controlled;
  const subjects = createSubjects(clientId);
  const provider = createProvider({ ...settings, issuer: `${baseUrl}/idp` }, directory, subjects, clock);
  await checkClient(provider, clientId);
  provider.on('server_error', (_context, error) => logger.error({ err: error }, 'identity provider failed'));
  const tokens = await createMachineTokens(baseUrl, clientId, credential, signingKey, clock);

  const app = express();
  app.disable('x-powered-by');
  app.get(['/health/live', '/health/ready'], (_request, response) => void response.json({ status: 'ok' }));
  app.use(
    '/idp',
    injectFaults(faults, 'idp', renderIdpError),
    createIdentityProviderRouter({ provider, directory, subjects, clock }),
    renderErrors(renderIdpError, logger),
  );
  app.use('/machine', createMachineTokenRouter(tokens, logger));
  app.use('/parties', createPartiesRouter(directory, tokens, faults, logger));
  app.use('/tax', createTaxRouter(properties, tokens, faults, logger));
  app.use('/registry', createRegistryRouter(`${baseUrl}/registry`, directory, faults, logger));
  app.use('/sandbox', createControlRouter(controlled, logger));
  app.get('/', (request, response, next) => {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') return next();
    const { markup, headers } = frontPage(languageOf(request.headers['accept-language']));
    response.set(headers).type('html').send(markup);
  });
  app.use(() => {
    throw new CallerError(
      404,
      'sandbox.not_found',
      'The sandbox answers under /idp, /machine, /parties, /tax, /registry, /sandbox and /health.',
    );
  });
  app.use(renderErrors(renderPlainError, logger));
  return app;
}

/**
 * The library reads the client when it is first used; a redirect address that it cannot take shall stop the start
 * instead.
 */
async function checkClient(provider: Provider, clientId: string): Promise<void> {
  try {
    await provider.Client.find(clientId);
  } catch (error) {
    const reason = (error as { error_description?: string }).error_description ?? String(error);
    throw new ConfigError(
      `The client of IDP_CLIENT_ID, IDP_REDIRECT_URIS and its credential cannot be used: ${reason}.`,
    );
  }
}
