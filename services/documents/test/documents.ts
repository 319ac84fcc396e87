import type { RoleCode } from '@app/access';
import { checkInvariants, queryOn } from '@app/invariants';
import { type ClientOf, Ledger, References, Vouchers } from '@app/rpc';
import {
  startTestService,
  stub,
  type TestAnswer,
  type TestOptions,
  type TestService,
  type WorldAccount,
} from '@app/testing';
import { expect } from 'vitest';
import { verification } from '../src/invariants.ts';
import { documentsService } from '../src/service.ts';
import type { VoucherEntry } from '../src/vouchers/standing.ts';

export type Voucher = Parameters<ClientOf<typeof Vouchers>['CreateVoucher']>[0];

/** A person with a role on a client account of their own. */
export interface Company {
  readonly clientAccountId: number;
  readonly userId: number;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

export interface Documents extends TestService {
  /** A client account with somebody who may read it. */
  company(options?: Partial<WorldAccount> & { readonly role?: RoleCode }): Promise<Company>;
  /** Somebody else of the same client account. */
  colleague(company: Company, role: RoleCode): Promise<Company>;
  /** Makes a voucher as another service would; gives its id. */
  voucher(company: Pick<Company, 'clientAccountId' | 'userId'>, changes?: Partial<Voucher>): Promise<number>;
  /** What the played books hold; a test adds to it. */
  readonly books: VoucherEntry[];
  /** Does something when the played ledger is asked next to let vouchers go, before it does. */
  beforeRelease(work: () => unknown): void;
  /** Projects that organisation knows; a test adds to them. */
  readonly projects: { readonly clientAccountId: number; readonly id: number; readonly isActive: boolean }[];
  /** The rows of an account have no flaw. */
  expectSound(clientAccountId: number): Promise<void>;
}

let serial = 0;

/** A PDF as small as they are; each is another one. */
export const pdf = (text = `number ${++serial}`): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );

export async function startDocuments(options: TestOptions = {}): Promise<Documents> {
  const books: VoucherEntry[] = [];
  let revision = 0;
  let beforeRelease: (() => unknown) | undefined;
  const ledger = stub(Ledger, {
    GetVoucherEntries: async ({ voucherIds, includesCancelled }) => ({
      entries: books.filter(
        ({ voucherId, isCancelled }) => voucherIds.includes(voucherId) && (includesCancelled || !isCancelled),
      ),
      revision: ++revision,
    }),
    ReleaseVouchers: async ({ voucherIds }) => {
      const before = beforeRelease;
      beforeRelease = undefined;
      before?.();
      const own = books.filter((entry) => voucherIds.includes(entry.voucherId) && !entry.isCancelled);
      const posted = own.filter(({ isDraft }) => !isDraft).map(({ voucherId }) => voucherId);
      if (posted.length === 0) for (const draft of own) books.splice(books.indexOf(draft), 1);
      return { postedVoucherIds: posted };
    },
  });
  const projects: Documents['projects'] = [];
  const references = stub(References, {
    Resolve: async ({ clientAccountId, type, ids }) => ({
      references: projects
        .filter((each) => type === 'project' && each.clientAccountId === clientAccountId && ids.includes(each.id))
        .map(({ id, isActive }) => ({ id, name: `Project ${id}`, isActive })),
    }),
  });
  const service = await startTestService(documentsService, {
    ...options,
    others: {
      ...options.others,
      ledger: [ledger, ...(options.others?.ledger ?? [])],
      organisation: [references, ...(options.others?.organisation ?? [])],
      reconciliation: options.others?.reconciliation ?? [],
    },
  });
  const as = async (clientAccountId: number, role: RoleCode): Promise<Company> => {
    const { id: userId } = service.world.user();
    service.world.grant(userId, clientAccountId, role);
    const token = await service.world.token({ userId });
    return {
      clientAccountId,
      userId,
      token,
      call: (method, path, body) =>
        service.call(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) }),
    };
  };
  return {
    ...service,
    books,
    projects,
    beforeRelease: (work) => {
      beforeRelease = work;
    },
    company: async ({ role = 'AA', ...changes } = {}) => as(service.world.account(changes), role),
    colleague: ({ clientAccountId }, role) => as(clientAccountId, role),
    voucher: async ({ clientAccountId, userId }, changes = {}) => {
      const { voucherId } = await service.connect(Vouchers, 'ledger').CreateVoucher({
        clientAccountId,
        commandKey: `voucher-${++serial}`,
        userId,
        fileName: 'Kvittering på kjøp.pdf',
        mediaType: 'application/pdf',
        content: pdf(),
        ...changes,
      });
      return voucherId;
    },
    expectSound: async (clientAccountId) => {
      const findings = await checkInvariants(queryOn(service.db.raw, 'documents'), verification, clientAccountId);
      expect(findings.filter(({ broken }) => broken > 0).map(({ invariant }) => invariant.name)).toEqual([]);
    },
  };
}
