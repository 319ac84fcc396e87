import type { Logger } from '@app/runtime';
import { Router } from 'express';
import { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import type { Organization } from '../directory/entries.ts';
import type { Faults } from '../faults.ts';
import { CallerError, injectFaults, type RenderError, renderErrors } from '../http.ts';
import { describeEntity } from './entity.ts';
import { describeRoles } from './roles.ts';

const SEARCH = z.object({
  navn: z.string().max(180).default(''),
  size: z.coerce.number().int().min(1).max(1000).default(20),
});

/** The registry's own error body. */
const renderRegistryError: RenderError = (response, { status, code, message }, request) => {
  const path = request.originalUrl.split('?')[0];
  response.status(status).json({ status, error: code, message, path });
};

/** The business registry (EXT-R06). */
export function createRegistryRouter(
  registryUrl: string,
  directory: Directory,
  faults: Faults,
  logger: Logger,
): Router {
  const router = Router();
  const find = (organizationNumber: string): Organization => {
    const organization = directory.findOrganization(organizationNumber);
    if (organization === undefined)
      throw new CallerError(
        404,
        'Not Found',
        `No entity has the organization number ${organizationNumber.slice(0, 20)}.`,
      );
    return organization;
  };

  router.use(injectFaults(faults, 'registry', renderRegistryError));
  router.get('/enhetsregisteret/api/enheter', (request, response) => {
    const query = SEARCH.safeParse(request.query);
    if (!query.success)
      throw new CallerError(
        400,
        'Bad Request',
        'navn must be text of at most 180 characters and size a whole number from 1 to 1000.',
      );
    const { navn, size } = query.data;
    const hits = directory.searchOrganizations(navn);
    const enheter = hits.slice(0, size).map((hit) => describeEntity(hit, registryUrl));
    response.json({
      // The registry leaves the list out when nothing was found.
      ...(enheter.length > 0 && { _embedded: { enheter } }),
      page: { size, totalElements: hits.length, totalPages: Math.ceil(hits.length / size), number: 0 },
    });
  });
  router.get('/enhetsregisteret/api/enheter/:orgnr', (request, response) => {
    response.json(describeEntity(find(request.params.orgnr), registryUrl));
  });
  router.get('/enhetsregisteret/api/enheter/:orgnr/roller', (request, response) => {
    response.json(describeRoles(find(request.params.orgnr)));
  });
  router.use(() => {
    throw new CallerError(
      404,
      'Not Found',
      'The registry has GET /enhetsregisteret/api/enheter, /enheter/{orgnr} and /enheter/{orgnr}/roller.',
    );
  });
  router.use(renderErrors(renderRegistryError, logger));
  return router;
}
