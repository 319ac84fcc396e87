import type { Logger } from '@app/runtime';
import { Router, urlencoded } from 'express';
import { CallerError, type RenderError, renderErrors } from '../http.ts';
import { MACHINE_TOKEN_SECONDS, type MachineTokens } from './machine-token.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Errors as RFC 6749 section 5.2 writes them. */
const renderOauthError: RenderError = (response, { status, code, message }) => {
  response.status(status).set('cache-control', 'no-store').json({ error: code, error_description: message });
};

/** `POST /token`: the JWT-bearer grant (RFC 7523). */
export function createMachineTokenRouter(tokens: MachineTokens, logger: Logger): Router {
  const router = Router();
  router.post('/token', urlencoded({ extended: false, limit: '32kb' }), async (request, response) => {
    const { grant_type, assertion } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof grant_type !== 'string') {
      throw new CallerError(
        400,
        'invalid_request',
        'grant_type must be sent once, in a body of type application/x-www-form-urlencoded.',
      );
    }
    if (grant_type !== GRANT_TYPE)
      throw new CallerError(400, 'unsupported_grant_type', `The only grant_type is ${GRANT_TYPE}.`);
    if (typeof assertion !== 'string')
      throw new CallerError(400, 'invalid_request', 'assertion must be sent once and hold a signed JSON Web Token.');
    const { token, scope } = await tokens.issue(assertion);
    response
      .set('cache-control', 'no-store')
      .json({ access_token: token, token_type: 'Bearer', expires_in: MACHINE_TOKEN_SECONDS, scope });
  });
  router.use(() => {
    throw new CallerError(404, 'invalid_request', 'The token endpoint answers POST /machine/token only.');
  });
  router.use(renderErrors(renderOauthError, logger));
  return router;
}
