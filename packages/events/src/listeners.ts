import type { JetStreamManager } from 'nats';

/**
 * The durable consumers of a stream at which somebody waits for messages at this moment: those of services that run and
 * have nothing to do.
 */
export async function findListeners(jsm: JetStreamManager, stream: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name, num_waiting: waiting } of jsm.consumers.list(stream)) if (waiting > 0) names.push(name);
  return names.sort();
}
