import { modulo11 } from '@app/check-digits';
import { type Caller, createCaller } from './http.ts';
import { workOnEach } from './together.ts';

const trades = [
  'Bakeri',
  'Bilverksted',
  'Blomster',
  'Bygg',
  'Frisør',
  'Fysioterapi',
  'Kafé',
  'Maskin',
  'Rør',
  'Transport',
];
/** Where they are, and the made-up word that their names begin with. */
const places = [
  { city: 'Askøy', word: 'Tindeblå' },
  { city: 'Førde', word: 'Ospelauv' },
  { city: 'Odda', word: 'Solgløtt' },
  { city: 'Øygarden', word: 'Øyglimt' },
];
/** What the firm does for a customer. */
const services = ['ACCOUNTING', 'ACCOUNTING', 'ACCOUNTING', 'TASK_CONTRIBUTION', 'AUDITING'] as const;

/** The firm's customers: forty small companies without an owner of their own on the platform. */
export const customers = places.flatMap(({ city, word }, at) =>
  trades.map((trade, n) => ({
    number: organizationNumber(31_050_000 + (at * trades.length + n) * 37),
    name: `${word} ${trade} AS`,
    city,
    service: services[(at + n) % services.length]!,
  })),
);

type Customer = (typeof customers)[number];

/** The first number from `start` on whose check digit exists (modulo 11), of the series for synthetic organizations. */
function organizationNumber(start: number): string {
  for (let eight = start; ; eight++) {
    const digit = modulo11(String(eight));
    if (digit !== '-') return `${eight}${digit}`;
  }
}

export interface Firm {
  readonly api: Caller;
  readonly clientAccountId: number;
  readonly sandboxUrl: string;
}

interface Organization {
  readonly id: number;
  readonly organization_number: string;
  readonly already_registered: boolean;
}

/**
 * Takes the customers on: an account and a contract each. Of some the owner is invited; one invitation is withdrawn and
 * one contract is ended. Customers of an earlier try are left as they are. One after the other: nobody waits for them,
 * while the books of the company wait for the records that are made beside them.
 */
export async function takeOnCustomers(firm: Firm): Promise<void> {
  const sandbox = createCaller(firm.sandboxUrl);
  await workOnEach(customers, (customer) => describe(sandbox, customer), { atOnce: 1 });
  const found = new Map<string, Organization>();
  for (const { word } of places)
    for (const one of await organizationsWhere(firm, `name=${encodeURIComponent(word)}`))
      found.set(one.organization_number, one);
  await workOnEach(customers.entries(), ([n, customer]) => takeOn(firm, customer, n, found.get(customer.number)), {
    atOnce: 1,
  });
}

/** What the business registry knows of a customer. */
const describe = (sandbox: Caller, { number, name, city }: Customer): Promise<unknown> =>
  sandbox.send('PUT', `/sandbox/organizations/${number}`, {
    ...{ name, organization_form: 'AS', country_code: 'NO', is_vat_registered: true },
    address: { street_address: 'Storgata 1', postal_code: '5300', city },
  });

const organizationsWhere = async ({ api }: Firm, search: string): Promise<readonly Organization[]> =>
  (await api.get<{ data: readonly Organization[] }>(`/api/v2/organizations?${search}&per_page=100`)).data;

/** @param found its organization; undefined where enough of the same word were known to the platform without it */
async function takeOn(firm: Firm, customer: Customer, n: number, found: Organization | undefined): Promise<void> {
  const { number, service } = customer;
  const organization = found ?? (await organizationsWhere(firm, `organization_number=${number}`))[0]!;
  if (organization.already_registered) return;
  const isInvited = n % 8 === 3;
  const made = await firm.api.send<{ contract_id: number; invitation_id: number | null }>(
    'POST',
    '/api/v2/client-engagements',
    {
      provider_client_account_id: firm.clientAccountId,
      organization_id: organization.id,
      service_provided: service,
      ...(isInvited ? { invite_owner: true, owner_email: `eier@kunde${n}.example` } : {}),
    },
  );
  if (n === 11) await firm.api.send('DELETE', `/api/v2/invitations/${made.invitation_id}`);
  if (n === 20) {
    const today = Temporal.Now.plainDateISO('Europe/Oslo').toString();
    await firm.api.send('PATCH', `/api/v2/contracts/${made.contract_id}`, { end_date: today });
  }
}
