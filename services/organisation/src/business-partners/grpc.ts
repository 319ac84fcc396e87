import { invalid } from '@app/contract';
import { type Implementation, implement, Partners } from '@app/rpc';
import type { SQL } from 'drizzle-orm';
import { instantOut, presentFields } from '../wire.ts';
import { createPartnersByIds, type PartnersQuestion } from './by-ids.ts';
import { type ImportDependencies, importPartners } from './import.ts';
import type { Partner } from './partner.ts';
import { amongOrganizations, partnerStore, sealedIdentityNumbers } from './store.ts';

const MAX_IDS = 1_000;
const MAX_QUESTIONS = 64;

/** What this service answers the others about business partners. */
export const partnersRpc = (deps: ImportDependencies): Implementation => {
  const { db, sealer } = deps;
  const byIds = createPartnersByIds(db);
  const getPartners = async ({ clientAccountId, ids }: PartnersQuestion) => ({
    partners: isEmpty(ids) ? [] : (await byIds({ clientAccountId, ids })).map(partnerMessage),
  });
  const findActive = (clientAccountId: number, also: SQL) =>
    partnerStore.first(db.executor, { clientAccountIds: [clientAccountId], isActive: true }, MAX_IDS, also);

  return implement(Partners, {
    GetPartners: getPartners,
    GetPartnersOfMany: async ({ questions }) => {
      if (questions.length === 0 || questions.length > MAX_QUESTIONS)
        throw invalid(`1 to ${MAX_QUESTIONS} can be sent at once, not ${questions.length}`);
      return { answers: await Promise.all(questions.map(getPartners)) };
    },
    FindPartnersByOrganization: async ({ clientAccountId, organizationNumbers }) => ({
      partners: isEmpty(organizationNumbers)
        ? []
        : (await findActive(clientAccountId, amongOrganizations(organizationNumbers))).map(partnerMessage),
    }),
    ImportPartners: async (request) => ({ ids: [...(await importPartners(deps, request))] }),
    GetIdentityNumbers: async ({ clientAccountId, businessPartnerIds }) => {
      isEmpty(businessPartnerIds);
      const rows = await sealedIdentityNumbers(db.executor, clientAccountId, businessPartnerIds);
      return {
        identityNumbers: rows.map(({ id, sealed }) => ({
          businessPartnerId: id,
          nationalIdentityNumber: sealer.open(sealed).toString(),
        })),
      };
    },
  });
};

/** @throws Failure 400 for more than can be asked about at once */
function isEmpty(asked: readonly unknown[]): boolean {
  if (asked.length > MAX_IDS)
    throw invalid(`At most ${MAX_IDS} business partners can be asked about at once, not ${asked.length}`);
  return asked.length === 0;
}

const partnerMessage = (partner: Partner) => {
  const { createdAt, updatedAt, metadata, ...fields } = partner;
  return {
    ...presentFields(fields),
    hasNationalIdentityNumber: partner.hasNationalIdentityNumber,
    createdAt: instantOut(createdAt),
    updatedAt: instantOut(updatedAt),
    metadata: JSON.stringify(metadata),
  };
};
