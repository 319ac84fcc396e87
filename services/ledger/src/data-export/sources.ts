import { API_VERSION } from '@app/api/version';
import type { Auth, ClientOf, Organisation, Partners } from '@app/rpc';
import type { ExportDependencies } from '../saft/export.ts';

/** What exports ask of other services. */
export interface ExportSources {
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetCompany'>;
  readonly partners: Pick<ClientOf<typeof Partners>, 'GetPartners'>;
  readonly auth: Pick<ClientOf<typeof Auth>, 'GetUsers'>;
}

/** The company, the person and the partners of an export, from those who know them. */
export const exportSources = ({
  organisation,
  partners,
  auth,
}: ExportSources): Pick<ExportDependencies, 'company' | 'contact' | 'partners' | 'version'> => ({
  version: API_VERSION,
  company: (clientAccountId) => organisation.GetCompany({ clientAccountId, includesLogo: false }),
  contact: async (userId) => {
    const [user] = (await auth.GetUsers({ ids: [userId] })).users;
    return { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '', email: user?.email };
  },
  partners: async (clientAccountId, ids) => (await partners.GetPartners({ clientAccountId, ids: [...ids] })).partners,
});
