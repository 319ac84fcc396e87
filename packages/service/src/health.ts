import type { Health, Metrics } from '@app/runtime';

/** What `/health/ready` says inside: neighbours that are away are named and change nothing about the status. */
export async function readinessAnswer(health: Health): Promise<{ readonly status: 200 | 503; readonly body: object }> {
  const { isReady, missing, away } = await health.readiness();
  const neighbours = away.length === 0 ? {} : { away };
  return isReady
    ? { status: 200, body: { status: 'ok', ...neighbours } }
    : { status: 503, body: { status: 'unavailable', missing, ...neighbours } };
}

/** What `/health` says to the operator: what this process lacks, and which neighbours answer at this moment. */
export async function healthInDetail(health: Health): Promise<object> {
  const neighbours = await health.neighbours();
  const { isReady, missing } = await health.readiness();
  return {
    status: isReady ? 'ok' : 'unavailable',
    missing,
    neighbours: Object.fromEntries([...neighbours].map(([name, answers]) => [name, answers ? 'ok' : 'away'])),
  };
}

/** The text of `/metrics`, with what is known of the neighbours at this moment. */
export async function measure(health: Health, metrics: Metrics): Promise<string> {
  for (const [dependency, answers] of await health.neighbours())
    metrics.dependencyUp.set({ dependency }, answers ? 1 : 0);
  return metrics.registry.metrics();
}
