import type { Logger } from '@app/runtime';
import { type Request, Router } from 'express';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { CallerError, injectFaults, type RenderError, renderErrors } from '../http.ts';
import type { MachineTokens } from '../machine-token/machine-token.ts';
import { requireMachineToken } from '../machine-token/required.ts';
import { MUNICIPALITIES } from './municipalities.ts';
import type { Properties, Property } from './property.ts';

const part = z.coerce.number().int().min(0).optional();
const QUERY = z.object({
  organisasjonsnummer: z.string().optional(),
  kommunenummer: z.string().optional(),
  gaardsnummer: part,
  bruksnummer: part,
  festenummer: part,
  seksjonsnummer: part,
  adresse: z.string().max(200).optional(),
});

const renderTaxError: RenderError = (response, { status, code, message }) => {
  if (status === 401) response.set('www-authenticate', 'Bearer error="invalid_token"');
  response.status(status).json({ feilkode: code, melding: message });
};

/** The property register of the tax authority: a search, and one property of an income year (AST-R40). */
export function createTaxRouter(properties: Properties, tokens: MachineTokens, faults: Faults, logger: Logger): Router {
  const router = Router();
  router.use(injectFaults(faults, 'tax', renderTaxError));
  router.use(requireMachineToken(tokens));

  router.get('/api/eiendom/v1/soek/:year', (request, response) => {
    const { organisasjonsnummer, ...wanted } = queryOf(request);
    const found = properties.search(yearOf(request), wanted);
    response.json(found.map((property) => describeProperty(property, organisasjonsnummer)));
  });

  router.get('/api/eiendom/v1/:year/:externalId', (request, response) => {
    const year = yearOf(request);
    const { externalId } = request.params as { externalId: string };
    const property = properties.find(year, externalId);
    if (property === undefined)
      throw new CallerError(404, 'ukjent_eiendom', `No property ${externalId.slice(0, 100)} is known for ${year}.`);
    const { organisasjonsnummer } = queryOf(request);
    const formuesverdi = isOwner(property, organisasjonsnummer) ? property.taxValue : null;
    response.json({ ...describeProperty(property, organisasjonsnummer), formuesverdi });
  });

  router.use(() => {
    throw new CallerError(
      404,
      'ukjent_adresse',
      'The tax authority has GET /api/eiendom/v1/soek/{year} and /{year}/{id}.',
    );
  });
  router.use(renderErrors(renderTaxError, logger));
  return router;
}

function yearOf(request: Request): number {
  const { year } = request.params as { year: string };
  if (!/^\d{4}$/.test(year)) throw new CallerError(400, 'ugyldig_aar', 'The year must have four digits.');
  return Number(year);
}

function queryOf(request: Request): z.output<typeof QUERY> {
  const query = QUERY.safeParse(request.query);
  if (query.success) return query.data;
  throw new CallerError(400, 'ugyldig_soek', 'Each part of the search is sent once; cadastral numbers are whole.');
}

/** Who asks is said by their organization number; what the property is worth is shown to its owner alone. */
const isOwner = ({ ownerOrganizationNumber }: Property, organizationNumber: string | undefined): boolean =>
  ownerOrganizationNumber === null || ownerOrganizationNumber === organizationNumber;

const describeProperty = (property: Property, organizationNumber: string | undefined) => ({
  eiendomsidentifikator: property.externalId,
  adresse: property.address,
  kommunenummer: property.municipalityNumber,
  kommunenavn: MUNICIPALITIES[property.municipalityNumber ?? ''] ?? null,
  matrikkel: property.cadastralUnit,
  eiendomstype: property.propertyType,
  eierandel: isOwner(property, organizationNumber) ? '100.00' : '0.00',
});
