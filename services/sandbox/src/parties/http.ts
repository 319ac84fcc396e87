import type { Logger } from '@app/runtime';
import { json, Router } from 'express';
import { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import type { Faults } from '../faults.ts';
import { CallerError, injectFaults, type RenderError, renderErrors } from '../http.ts';
import type { MachineTokens } from '../machine-token/machine-token.ts';
import { requireMachineToken } from '../machine-token/required.ts';
import { listAuthorizedParties } from './parties.ts';

const PERSON = 'urn:altinn:person:identifier-no';
const BODY = z.object({ type: z.literal(PERSON), value: z.string() });

/** Errors as problem details (RFC 9457). */
const renderProblem: RenderError = (response, { status, code, message }) => {
  if (status === 401) response.set('www-authenticate', 'Bearer error="invalid_token"');
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title: code, status, detail: message }));
};

/** `POST /accessmanagement/api/v1/resourceowner/authorizedparties` (docs/contract/external-systems.md). */
export function createPartiesRouter(
  directory: Directory,
  tokens: MachineTokens,
  faults: Faults,
  logger: Logger,
): Router {
  const router = Router();
  router.use(injectFaults(faults, 'parties', renderProblem));
  router.use(requireMachineToken(tokens));
  router.post(
    '/accessmanagement/api/v1/resourceowner/authorizedparties',
    json({ limit: '16kb' }),
    (request, response) => {
      const body = BODY.safeParse(request.body);
      if (!body.success)
        throw new CallerError(
          400,
          'invalid_request',
          `The body must be JSON: {"type": "${PERSON}", "value": "<11 digits>"}.`,
        );
      const person = directory.findPerson(body.data.value);
      if (person === undefined)
        throw new CallerError(400, 'unknown_person', 'value is no valid identity number and names no defined person.');
      response.json(listAuthorizedParties(person, directory));
    },
  );
  router.use(() => {
    throw new CallerError(
      404,
      'not_found',
      'The only address is POST /accessmanagement/api/v1/resourceowner/authorizedparties.',
    );
  });
  router.use(renderErrors(renderProblem, logger));
  return router;
}
