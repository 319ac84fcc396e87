import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '@app/embedded';
import { ROOT } from './root.ts';

/** Journeys of one release, and what they are to meet. */
export interface JourneysRun {
  readonly title: string;
  /** The checkout whose test runner and packages they use. */
  readonly root: string;
  /** Where they stand in it. */
  readonly folder: string;
  /** Which processes and which schema: read by `tests/src/system.ts`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether a journey may ask for what the processes do not have; absent where none may. */
  readonly mayAskForMore?: (journey: string) => boolean;
}

export interface JourneysPlan extends Disposable {
  readonly runs: readonly JourneysRun[];
}

const JOURNEYS = 'tests/journeys';
/** Here the journeys of an older release stand while they run. */
const BORROWED = 'tests/of-the-release-before';
/** Not under the name of ours: vitest would take them for ours, whose name theirs ends with. */
const ASKING = 'asking';

/**
 * Two runs: the processes of the other release on our schema, and our processes as its clients know them. A release
 * that knows this command runs its own journeys both times, with its own client library and command line. Of an older one
 * the processes are asked by our journeys; and its journeys run in this checkout, with our way of starting a platform.
 * @throws StartFailure for a folder that is no checkout
 */
export function planJourneys(beside: string, root = ROOT): JourneysPlan {
  let system: string;
  try {
    system = readFileSync(join(beside, 'tests', 'src', 'system.ts'), 'utf8');
  } catch {
    throw new StartFailure(`${beside} is no checkout of a release: it has no tests/src/system.ts.`);
  }
  if (!existsSync(join(beside, 'services', 'gateway', 'dist', 'main.mjs')))
    throw new StartFailure(`Nothing is built in ${beside}: run "node tools/run.mjs build" there.`);
  const knowsUs = ['JOURNEYS_SCHEMA', 'JOURNEYS_BUNDLES'].every((variable) => system.includes(variable));
  return knowsUs ? planOwnJourneys(beside, root) : planOlder(beside, root);
}

const planOwnJourneys = (beside: string, root: string): JourneysPlan => ({
  runs: [
    {
      title: 'its processes on our schema',
      ...{ root: beside, folder: JOURNEYS, variables: { JOURNEYS_SCHEMA: root } },
    },
    {
      title: 'our processes, asked by its clients',
      ...{ root: beside, folder: JOURNEYS, variables: { JOURNEYS_BUNDLES: root } },
    },
  ],
  [Symbol.dispose]: () => undefined,
});

function planOlder(beside: string, root: string): JourneysPlan {
  const borrowed = join(root, BORROWED);
  const giveBack = (): void => rmSync(borrowed, { recursive: true, force: true });
  giveBack();
  for (const [from, to] of [
    ['journeys', ASKING],
    ['src', 'src'],
  ] as const)
    cpSync(join(beside, 'tests', from), join(borrowed, to), { recursive: true });
  for (const file of ['system.ts', 'shared-system.ts'])
    cpSync(join(root, 'tests', 'src', file), join(borrowed, 'src', file));
  const isTheSame = (journey: string): boolean => {
    const [ours, theirs] = [join(root, journey), join(beside, journey)];
    return existsSync(theirs) && readFileSync(ours, 'utf8') === readFileSync(theirs, 'utf8');
  };
  return {
    runs: [
      {
        title: 'its processes on our schema, asked by our journeys',
        ...{ root, folder: JOURNEYS, variables: { JOURNEYS_SCHEMA: root, JOURNEYS_BUNDLES: beside } },
        mayAskForMore: (journey) => !isTheSame(journey),
      },
      {
        title: 'our processes, asked by its journeys',
        ...{ root, folder: `${BORROWED}/${ASKING}`, variables: {} },
      },
    ],
    [Symbol.dispose]: giveBack,
  };
}
