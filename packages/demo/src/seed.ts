import { keepBooks } from './books.ts';
import { castFor } from './cast.ts';
import { takeOnCustomers } from './customers.ts';
import { type Caller, createCaller, login } from './http.ts';
import { DEMO_PASSWORD } from './password.ts';
import { type DemoUser, demoUsers, inviteAndAccept, usersWith } from './people.ts';
import { catalogueFor } from './sales.ts';
import { keepSalon } from './salon/books.ts';
import { signUp } from './signup.ts';
import { after, allEnded, workOnEach } from './together.ts';

export interface SeedOptions {
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  /** Called with what is being done, a line at a time. */
  readonly say: (text: string) => void;
  /** The last day that something has happened on; yesterday when left out. */
  readonly until?: string;
  /** With what everybody signs in; the published password by default. */
  readonly password?: string;
}

export interface DemoCompany {
  readonly clientAccountId: number;
  readonly providerAccountId: number;
  readonly users: readonly DemoUser[];
  /**
   * Journal entries of the story, its documents and the ends of its years; those of depreciation and of the bank come
   * besides.
   */
  readonly entries: number;
  /** The last day that something has happened on. */
  readonly until: string;
}

const company = {
  number: '310433217',
  name: 'Nordlys Kaffebrenneri AS',
  industry_code: '10.830',
  address: { street: 'Brenneriveien 9', postal_code: '8006', city: 'Bodø' },
};
const provider = {
  number: '381960013',
  name: 'Fjord Regnskap AS',
  industry_code: '69.201',
  address: { street: 'Strandgaten 1', postal_code: '5013', city: 'Bergen' },
};
const salon = {
  number: '310512346',
  name: 'Havnegata Frisør AS',
  industry_code: '96.210',
  address: { street: 'Havnegata 4', postal_code: '8006', city: 'Bodø' },
};
const people = {
  owner: { pid: '14818510056', given_name: 'Ingrid', family_name: 'Nordlys' },
  accountant: { pid: '02887710050', given_name: 'Ola', family_name: 'Fjord' },
  hairdresser: { pid: '07898610033', given_name: 'Siv', family_name: 'Havn' },
};

/**
 * Makes the demo company through the public API alone: a coffee roastery with its books up to yesterday, the accounting
 * firm that works for it by contract and for forty other customers, a user of every role, and a second company with
 * three employees. Deterministic; may be repeated, and goes on where an earlier try, or an earlier day, stopped.
 * @throws CallRefused when a request of it is refused: then the company is not whole
 */
export async function seedDemoCompany(options: SeedOptions): Promise<DemoCompany> {
  const { gatewayUrl, say } = options;
  const users = usersWith(options.password ?? DEMO_PASSWORD);
  await describeOutside(options.sandboxUrl);
  const entering = enter(options, users.accountant, people.accountant, provider.number);
  const [accountant, owner] = await allEnded([
    entering,
    enter(options, users.owner, people.owner, company.number, entering),
  ]);
  const [ownerApi, accountantApi] = [createCaller(gatewayUrl, owner.token), createCaller(gatewayUrl, accountant.token)];
  const account = owner.clientAccountId;
  const { others } = await agree(ownerApi, accountantApi, account, accountant.clientAccountId);
  const firm = { api: accountantApi, clientAccountId: accountant.clientAccountId, sandboxUrl: options.sandboxUrl };
  const until = options.until ?? Temporal.Now.plainDateISO('Europe/Oslo').subtract({ days: 1 }).toString();
  const companies = async (): Promise<number> => {
    // Records and users of the first company have the lowest ids, on every machine the same: examples name them.
    const settings = prepareSettings(ownerApi, account);
    // Invoices are one chain, the longest of all: what they name is there when they can begin.
    const catalogue = after(settings, () => catalogueFor(accountantApi, account));
    const prepared = allEnded([castFor(accountantApi, account), catalogue]);
    const invited = inviteUsers(options, users, ownerApi, account);
    const [entries] = await allEnded([
      keepBooks({ owner: ownerApi, accountant: accountantApi, clientAccountId: account, prepared, until, say }),
      after(allEnded([prepared, invited]), () => openSalon(options, users.hairdresser, until)),
    ]);
    return entries;
  };
  const [entries] = await allEnded([companies(), after(others, () => takeOnCustomers(firm))]);
  say('the demo company is ready');
  return {
    clientAccountId: account,
    providerAccountId: accountant.clientAccountId,
    users: Object.values(users),
    entries,
    until,
  };
}

/** What the business registry and the identity provider know of them. */
async function describeOutside(sandboxUrl: string): Promise<void> {
  const sandbox = createCaller(sandboxUrl);
  await workOnEach([company, provider, salon], ({ number, ...entry }) =>
    sandbox.send('PUT', `/sandbox/organizations/${number}`, {
      ...entry,
      organization_form: 'AS',
      country_code: 'NO',
      is_vat_registered: true,
    }),
  );
  await sandbox.send('PUT', '/sandbox/properties/2025', [shop]);
  const acting = [
    { person: people.owner, organization: company },
    { person: people.accountant, organization: provider },
    { person: people.hairdresser, organization: salon },
  ];
  await workOnEach(acting, ({ person, organization }) =>
    sandbox.send('PUT', `/sandbox/persons/${person.pid}`, { ...person, organizations: [organization.number] }),
  );
}

/** Signs the owner of the second company up and keeps its books. */
async function openSalon(options: SeedOptions, owner: DemoUser, until: string): Promise<void> {
  const { token, clientAccountId } = await enter(options, owner, people.hairdresser, salon.number);
  await keepSalon(createCaller(options.gatewayUrl, token), clientAccountId, until);
}

/** The shop that the roastery owns, as the property register of the tax authority has it. */
const shop = {
  external_id: '4601-164-12',
  owner_organization_number: company.number,
  address: 'Torgallmenningen 8, 5014 Bergen',
  municipality_number: '4601',
  cadastral_unit: { gaardsnummer: 164, bruksnummer: 12 },
  property_type: 'NAERINGSEIENDOM',
  tax_value: '12500000.00',
};

/** @param before whose accounts and users get the lower ids */
async function enter(
  options: SeedOptions,
  user: DemoUser,
  person: { readonly pid: string; readonly given_name: string; readonly family_name: string },
  organizationNumber: string,
  before?: Promise<unknown>,
) {
  const token = await login(options.gatewayUrl, user.email, user.password);
  if (token) {
    const accounts = await createCaller(options.gatewayUrl, token).get<{
      data: { id: number; organization_number: string }[];
    }>('/api/v2/client-accounts?has_direct_role=true');
    const own = accounts.data.find((account) => account.organization_number === organizationNumber);
    if (own) return { token, clientAccountId: own.id };
  }
  options.say(`signing up ${user.email}`);
  const newcomer = { pid: person.pid, email: user.email, password: user.password, organizationNumber };
  return signUp(options.gatewayUrl, newcomer, before);
}

/**
 * The firm offers its services: one contract is in force, one waits for an answer and one was declined.
 * @returns when the one is in force, with which the firm works; `others` when it has offered the others too
 */
async function agree(
  owner: Caller,
  accountant: Caller,
  account: number,
  providerAccount: number,
): Promise<{ readonly others: Promise<void> }> {
  const { data } = await owner.get<{ data: Contract[] }>(`/api/v2/contracts?client_account_id=${account}`);
  const offer = async (service: string, answer?: 'APPROVED' | 'REJECTED') => {
    const before = data.find(
      (one) => one.provider_client_account_id === providerAccount && one.service_provided === service,
    );
    const contract =
      before ??
      (await accountant.send<Contract>('POST', '/api/v2/contracts', {
        client_account_id: account,
        provider_client_account_id: providerAccount,
        service_provided: service,
        start_date: '2024-01-01',
      }));
    if (answer && contract.approval_status === 'PENDING')
      await owner.send('PATCH', `/api/v2/contracts/${contract.id}`, { approval_status: answer });
  };
  await offer('ACCOUNTING', 'APPROVED');
  const others = async (): Promise<void> => {
    await offer('TASK_CONTRIBUTION', 'REJECTED');
    await offer('AUDITING');
  };
  return { others: others() };
}

interface Contract {
  readonly id: number;
  readonly provider_client_account_id: number;
  readonly service_provided: string;
  readonly approval_status: string;
}

const prepareSettings = (owner: Caller, account: number) =>
  owner.send('PATCH', `/api/v2/client-accounts/${account}/settings`, {
    vat_liable: true,
    vat_registration_date: '2024-01-01',
    payroll_active: true,
    start_date: '2024-01-01',
    employer_tax_rate: '0.0790',
    pension_rate: '0.0200',
  });

async function inviteUsers(
  options: SeedOptions,
  users: ReturnType<typeof usersWith>,
  inviter: Caller,
  clientAccountId: number,
): Promise<void> {
  await inviteAndAccept({ ...options, inviter, clientAccountId }, [
    { user: users.bookkeeper, roleId: 4, firstName: 'Maja', lastName: 'Lund' },
    { user: users.employee, roleId: 5, firstName: 'Ane', lastName: 'Berg' },
    { user: users.user, roleId: 4, firstName: 'Jonas', lastName: 'Vik' },
  ]);
  // The role US is given to a member, it cannot be invited (INV-R09).
  const links = await inviter.get<{ user_id: number; role_id: number; user: { email: string } }[]>(
    `/api/v2/client-accounts/${clientAccountId}/users?with=user`,
  );
  const jonas = links.find((link) => link.user.email === demoUsers.user.email);
  if (jonas && jonas.role_id !== 6)
    await inviter.send('PATCH', `/api/v2/client-accounts/${clientAccountId}/users/${jonas.user_id}`, { role_id: 6 });
}
