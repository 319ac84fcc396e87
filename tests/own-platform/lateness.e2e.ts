import { describe, expect, it } from 'vitest';
import type { OwnSystem } from '../src/own-system.ts';
import { expectRefused } from '../src/refusal.ts';
import { type Answer, eventually, type Owner } from '../src/system.ts';

const refusals = { department: 400, partner: 400, vat: 400, access: 403, account: 409 } as const;

/** How late what has ended may still bind nobody, whatever has become of the broker. */
export function lateness(own: OwnSystem): void {
  const ask = (method: string, path: string, who: Owner, body?: object): Promise<Answer> =>
    own.ask(method, path, { token: who.token, ...(body ? { body } : {}) });

  /**
   * A company in use: everything that is about to change has been used a moment ago, so that it is remembered wherever it
   * can be.
   */
  async function company() {
    const owner = await own.newOwner();
    const firm = await own.newOwner('69.201');
    const { clientAccountId } = owner;
    const made = async (path: string, body: object): Promise<number> => {
      const answer = await ask('POST', path, owner, { client_account_id: clientAccountId, ...body });
      expect(answer.status).toBe(201);
      return answer.body.id;
    };
    const department = await made('/api/v2/departments', { name: 'Salg' });
    const partner = await made('/api/v2/business-partners', {
      name: 'Kunde AS',
      is_customer: true,
      country_code: 'NO',
    });
    expect(
      (await ask('PATCH', `/api/v2/client-accounts/${clientAccountId}/settings`, owner, { vat_liable: true })).status,
    ).toBe(200);
    const contract = await ask('POST', '/api/v2/contracts', firm, {
      client_account_id: clientAccountId,
      provider_client_account_id: firm.clientAccountId,
      service_provided: 'ACCOUNTING',
      start_date: '2026-01-01',
    });
    expect(
      (await ask('PATCH', `/api/v2/contracts/${contract.body.id}`, owner, { approval_status: 'APPROVED' })).status,
    ).toBe(200);

    const today = Temporal.Now.plainDateISO('Europe/Oslo').toString();
    const post = (line: object = {}) =>
      ask('POST', '/api/v2/journal-entries/', owner, {
        client_account_id: clientAccountId,
        lines: [
          { posting_date: today, account_code: '6300', debit: '10.00', credit: '0', ...line },
          { posting_date: today, account_code: '1920', debit: '0', credit: '10.00' },
        ],
      });
    const uses = {
      department: () => post({ dimensions: [{ relation_type: 'department', relation_id: department }] }),
      partner: () => post({ dimensions: [{ relation_type: 'businesspartner', relation_id: partner }] }),
      vat: () => post({ tax_code: '1' }),
      access: () => ask('GET', `/api/v2/journal-entries?client_account_id=${clientAccountId}`, firm),
      account: () => post(),
    };
    for (const use of Object.values(uses))
      await eventually(
        () => use(),
        ({ status }) => status < 300,
      );
    const change = (method: string, path: string, body?: object) => async (): Promise<number> => {
      const answer = await ask(method, path, owner, body);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return performance.now();
    };
    const changes = {
      department: change('DELETE', `/api/v2/departments/${department}`),
      partner: change('DELETE', `/api/v2/business-partners/${partner}`),
      vat: change('PATCH', `/api/v2/client-accounts/${clientAccountId}/settings`, { vat_liable: false }),
      access: change('PATCH', `/api/v2/contracts/${contract.body.id}`, {
        end_date: '2026-01-31',
        termination_reason: 'Byttet firma',
      }),
      account: change('PATCH', `/api/v2/client-accounts/${clientAccountId}`, { is_active: false }),
    };
    return { uses, changes };
  }

  describe.each([
    ['there', async () => {}, async () => {}],
    [
      'frozen',
      async () => own.system.platform.nats.kill('SIGSTOP'),
      async () => own.system.platform.nats.kill('SIGCONT'),
    ],
    ['gone', async () => own.system.platform.nats.stop(), async () => own.system.platform.nats.start()],
  ])('with the broker %s', (_how, begin, end) => {
    it('a setting, a dimension value, access and an account that end bind whoever asks a second after the answer [JEX-R45]', async () => {
      const { uses, changes } = await company();
      await begin();
      try {
        for (const what of Object.keys(refusals) as (keyof typeof refusals)[]) {
          // Remembered until a moment before.
          expect((await uses[what]()).status, what).toBeLessThan(300);
          const answeredAt = await changes[what]();
          await expectRefused(uses[what], answeredAt, refusals[what]);
        }
      } finally {
        await end();
      }
    });
  });

  it('access that ends is gone also when organisation dies right after its answer and the broker carries nothing', async () => {
    const { uses, changes } = await company();
    own.system.platform.nats.kill('SIGSTOP');
    try {
      expect((await uses.access()).status).toBe(200);
      const answeredAt = await changes.access();
      own.system.platform.processes.get('organisation')!.kill('SIGKILL');
      await expectRefused(uses.access, answeredAt, 403);
    } finally {
      own.system.platform.nats.kill('SIGCONT');
    }
    await own.system.platform.processes.get('organisation')!.whenReady();
  });
}
