import {
  type Beat,
  type ChangesSource,
  createBeat,
  createCatchUp,
  createMarks,
  type Handler,
  subjectOf,
} from '@app/events';
import type { Dependencies } from '@app/service';
import type { AccountFactsCache } from './account-facts.ts';
import type { AccountFactsStore } from './facts-store.ts';
import { typesOf } from './references.ts';
import type { ReferencesStore } from './references-store.ts';

const OWNER = 'organisation';

/**
 * Keeps what the ledger knows of organisation's settings, accounts and dimension values at most a second old while it
 * posts, whether or not the broker carries anything (docs/decisions/0077-how-late-a-change-may-be.md).
 * @param options.handlers the ledger's; those of organisation's events are used
 * @param options.bearableMillis for how long postings go on while organisation cannot be asked
 */
export function followOrganisation(
  { db, logger }: Pick<Dependencies, 'db' | 'logger'>,
  options: {
    readonly source: ChangesSource;
    readonly handlers: readonly Handler[];
    readonly factsStore: AccountFactsStore;
    readonly facts: AccountFactsCache;
    readonly referencesStore: ReferencesStore;
    readonly bearableMillis?: number | undefined;
  },
): Beat {
  const { source, factsStore, facts, referencesStore, bearableMillis } = options;
  const handlers = options.handlers.filter(({ event }) => event.name.startsWith(`${OWNER}.`));
  const catchUp = createCatchUp({ service: 'ledger', handlers, db, logger });
  // Postings wait for it while they hold connections.
  return createBeat({
    source,
    owner: OWNER,
    subjects: handlers.map(({ event }) => subjectOf(event)),
    apply: (changes) => db.aside(() => catchUp(changes)),
    distrust: () =>
      db.aside(async () => {
        await factsStore.distrust();
        await referencesStore.distrust(typesOf(OWNER));
        facts.forgetAll();
      }),
    marks: createMarks(db, OWNER),
    logger,
    ...(bearableMillis === undefined ? {} : { bearableMillis }),
  });
}
