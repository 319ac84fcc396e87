import type { Logger } from '@app/runtime';
import type { z } from 'zod';
import type { Broker } from './broker.ts';
import { type EventDefinition, readPayload, subjectOf } from './event.ts';

/**
 * Tells every replica of an event as it is published, for dropping what is cached. Nothing is stored or repeated: after a lost connection
 * `broker.onReconnect` says that events may have been missed. Returns a function that ends it.
 */
export function subscribe<S extends z.ZodObject>(
  options: { readonly broker: Broker; readonly logger: Logger },
  event: EventDefinition<S>,
  onEvent: (payload: z.output<S>) => void,
): () => void {
  return options.broker.subscribe(subjectOf(event), (data) => {
    try {
      onEvent(readPayload(event, data));
    } catch (error) {
      options.logger.error({ err: error, event: event.name }, 'a notice could not be read');
    }
  });
}
