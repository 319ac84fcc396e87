import { conflict, invalidField } from '@app/contract';
import { type CarryOut, defineCommand, type Tx } from '@app/db';
import { z } from 'zod';
import type { Records } from '../records/records.ts';
import { assertNothingOpen } from './outside.ts';
import type { Partner, PartnerFields } from './partner.ts';
import {
  assertOwn,
  defaultTerms,
  emptyPartner,
  fieldsOf,
  organizationOf,
  type PartnerRequest,
  type RequestSources,
} from './request.ts';
import { assertExternalIdIsFree } from './store.ts';

export interface PartnerDependencies extends RequestSources {
  readonly partners: Records<Partner, PartnerFields>;
}

export interface PartnerCreation {
  readonly clientAccountId: number;
  readonly actorId: number;
  /** The same for every try of one request. */
  readonly commandKey: string;
  /** Nothing can have been done under the key before. */
  readonly isFirstTry?: boolean;
}

const creating = defineCommand({ name: 'create_business_partner', result: z.object({ id: z.int() }) });

/**
 * Creates a partner, once per command key: the registry and the owner of bank accounts are asked with no transaction
 * open, then one transaction stores the partner. @throws Failure 400, 409, 502, 503
 */
export async function createPartner(
  deps: PartnerDependencies,
  creation: PartnerCreation,
  request: PartnerRequest,
): Promise<Partner> {
  const { db, partners } = deps;
  const { clientAccountId, actorId, commandKey, isFirstTry } = creation;
  const create = async (carryOut: CarryOut<{ readonly id: number }>) => {
    const fields = await newFields(deps, creation, request);
    const isFree = (tx: Tx) => assertExternalIdIsFree(tx, clientAccountId, fields.externalId);
    return carryOut(async () => ({
      id: (await partners.create({ ...fields, clientAccountId }, actorId, isFree)).id,
    }));
  };
  const { id } = await creating.once(db, commandKey, create, { isFirstTry });
  return partners.require(id);
}

/** What a new partner begins with. @throws Failure 400, 502, 503 */
async function newFields(
  deps: PartnerDependencies,
  creation: PartnerCreation,
  request: PartnerRequest,
): Promise<PartnerFields> {
  const organization = (await organizationOf(deps, request)) ?? null;
  await assertOwn(deps, creation, request);
  const paymentTermsDays = await defaultTerms(deps, creation.clientAccountId);
  return {
    ...emptyPartner,
    paymentTermsDays,
    ...fieldsOf(deps, request, paymentTermsDays),
    name: request.name ?? organization?.name ?? nameless(),
    organizationId: organization?.id ?? null,
    isOrganization: organization !== null || (request.isOrganization ?? false),
  };
}

function nameless(): never {
  throw invalidField('name', 'is required, since no organization is named');
}

/** Changes what is named. @throws Failure 400, 404, 409, 502, 503 */
export async function updatePartner(
  deps: PartnerDependencies,
  partner: Partner,
  actorId: number,
  request: PartnerRequest,
): Promise<Partner> {
  const { clientAccountId } = partner;
  const organization = await organizationOf(deps, request);
  await assertOwn(deps, { clientAccountId, actorId }, request, partner);
  const leaves = request.isActive === false && partner.isActive;
  if (leaves) await assertNothingOpen(deps, partner);
  const fields = fieldsOf(deps, request, await defaultTerms(deps, clientAccountId));
  return deps.partners.update(partner, actorId, async (before, tx) => {
    await assertExternalIdIsFree(tx, clientAccountId, request.externalId, partner.id);
    // Somebody made it active again after it was read: then nobody has asked the ledger about it.
    if (request.isActive === false && before.isActive && !leaves)
      throw conflict(`Business partner ${partner.id} was activated at the same moment; read it and try again`);
    const organizationId = organization === undefined ? before.organizationId : (organization?.id ?? null);
    const isOrganization = organizationId !== null || (request.isOrganization ?? before.isOrganization);
    return { ...fields, organizationId, isOrganization };
  });
}

/** Deactivates; a partner that is inactive stays so. @throws Failure 404, 409 `business_partner.has_open_items`, 503 */
export const deactivatePartner = (deps: PartnerDependencies, partner: Partner, actorId: number): Promise<Partner> =>
  updatePartner(deps, partner, actorId, { isActive: false });
