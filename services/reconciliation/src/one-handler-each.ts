import type { Handler } from '@app/events';

/**
 * One handler for each event, as a service has one consumer of it: what several areas do about an event happens in one
 * transaction, in the order of the areas.
 */
export const oneHandlerEach = (handlers: readonly Handler[]): readonly Handler[] =>
  [...Map.groupBy(handlers, ({ event }) => event.name).values()].map((own) =>
    own.length === 1 ? own[0]! : joined(own),
  );

const joined = (handlers: readonly Handler[]): Handler => {
  const together = handlers.flatMap((handler) => handler.together ?? []);
  return {
    event: handlers[0]!.event,
    prepare: (event) => Promise.all(handlers.map(({ prepare }) => prepare?.(event))),
    handle: async (tx, event, prepared: readonly never[]) => {
      for (const [index, { handle }] of handlers.entries()) await handle(tx, event, prepared[index]!);
    },
    // One that takes each event by itself makes all do so.
    ...(together.length < handlers.length
      ? {}
      : {
          together: {
            prepare: (events) => Promise.all(together.map(({ prepare }) => prepare?.(events))),
            handle: async (tx, events, prepared: readonly never[]) => {
              for (const [index, { handle }] of together.entries()) await handle(tx, events, prepared[index]!);
            },
          },
        }),
  };
};
