import { Operations } from '@app/rpc';
import type { ServiceDefinition } from '@app/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestService, type TestOptions, type TestService } from './service.ts';

/**
 * What holds for every service, whatever it offers: it becomes ready, follows the test hooks, and hides what it does
 * not serve.
 */
export function behavesLikeEveryService<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  options: TestOptions = {},
): void {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(definition, options);
  });

  afterAll(() => service.stop());

  it('is ready once its database and the keys of tokens are there', async () => {
    await expect.poll(async () => (await service.call('GET', '/health/ready')).body).toEqual({ status: 'ok' });
  });

  it('answers the test hooks of the gateway', async () => {
    const operations = service.connect(Operations);
    expect(await operations.SetClock({ now: '2030-01-01T00:00:00Z' })).toEqual({});
    expect(service.running.composition.clock.today()).toBe('2030-01-01');
    expect(await operations.RunJob({ job: 'idempotency-cleanup' })).toEqual({ changed: 0 });
  });

  it('has nothing at an address it does not serve', async () => {
    const { status, body } = await service.call('GET', '/api/v2/nothing');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'common.not_found' } });
  });
}
