import type { Executor } from '@app/db';
import { listTaxCodes } from './store.ts';
import type { TaxCode } from './tax-code.ts';

/** Every rate period of the national codes, as other services read them. */
export const taxCodeMessages = async (db: Executor) => (await listTaxCodes(db, {})).map(messageOf);

const messageOf = ({ id, code, rate, compensation, nob, eng, ...optional }: TaxCode) => ({
  id,
  code,
  rate,
  compensation,
  descriptionNob: nob,
  descriptionEng: eng,
  ...(optional.category === null ? {} : { category: optional.category }),
  ...(optional.taxAccountId === null ? {} : { taxAccountId: optional.taxAccountId }),
  ...(optional.acquisitionTaxAccountId === null ? {} : { acquisitionTaxAccountId: optional.acquisitionTaxAccountId }),
  ...(optional.activeFrom === null ? {} : { activeFrom: optional.activeFrom }),
  ...(optional.activeTo === null ? {} : { activeTo: optional.activeTo }),
});
