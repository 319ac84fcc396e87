import { type EventDefinition, readPayload, subjectOf } from '@app/events';
import type { Logger } from '@app/runtime';
import type { z } from 'zod';

/** What an event says about cached decisions. */
export interface Notice {
  readonly subject: string;
  /** Drops what the event makes doubtful. @throws MalformedMessage */
  clear(payload: string): void;
}

export const notice = <S extends z.ZodObject>(
  event: EventDefinition<S>,
  onEvent: (payload: z.output<S>) => void,
): Notice => ({
  subject: subjectOf(event),
  clear: (payload) => onEvent(readPayload(event, payload)),
});

/** Drops what was events of. What cannot be read may be about anything: then all goes. */
export function hear(
  notices: readonly Notice[],
  events: readonly { readonly subject: string; readonly payload: string }[],
  forgetAll: () => void,
  logger: Logger,
): void {
  for (const { subject, payload } of events) {
    try {
      notices.find((each) => each.subject === subject)?.clear(payload);
    } catch (error) {
      logger.error({ err: error, event: subject }, 'a notice could not be read; every decision is asked for again');
      forgetAll();
    }
  }
}
