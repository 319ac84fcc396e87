import { type Handler, NOTHING_TO_DO } from '@app/events';

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
    prepare: async (event) => prepared(await Promise.all(handlers.map(({ prepare }) => prepare?.(event)))),
    handle: async (tx, event, given: readonly never[]) => {
      for (const [index, { handle }] of handlers.entries())
        if (given[index] !== NOTHING_TO_DO) await handle(tx, event, given[index]!);
    },
    // One that takes each event by itself makes all do so.
    ...(together.length < handlers.length
      ? {}
      : {
          together: {
            prepare: async (events) => prepared(await Promise.all(together.map(({ prepare }) => prepare?.(events)))),
            handle: async (tx, events, given: readonly never[]) => {
              for (const [index, { handle }] of together.entries())
                if (given[index] !== NOTHING_TO_DO) await handle(tx, events, given[index]!);
            },
          },
        }),
  };
};

/** What each of the areas has prepared; nothing is to do when none of them has anything to do. */
const prepared = (given: readonly unknown[]) => (given.every((each) => each === NOTHING_TO_DO) ? NOTHING_TO_DO : given);
