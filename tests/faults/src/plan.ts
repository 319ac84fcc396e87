import type { Dice } from '@app/demo';
import type { Fault } from './fault.ts';
import { poisonConsumer, replayOutboxes, shuffleAndTriple, stallConsumer } from './message-faults.ts';
import { clockChange, cutAnswers, jumpADay, rotateKey } from './passage-faults.ts';
import { fillDisk, freeze, kill, killServer, restartServer, rollingRestart, wipeBroker } from './process-faults.ts';
import { raceForCode, raceForDraft, raceForLock, raceForRefreshToken, raceForReversal } from './race-faults.ts';

/** The processes that a posting goes through. */
const IN_THE_WAY = ['gateway', 'auth', 'organisation', 'ledger'] as const;
const BESIDE = ['reconciliation', 'documents', 'payroll', 'chat', 'filing', 'sandbox'] as const;

const races = [raceForReversal, raceForDraft, raceForLock, raceForCode, raceForRefreshToken];
const times = (count: number, ...faults: readonly Fault[]): Fault[] => Array.from({ length: count }, () => faults).flat();

export interface PlanOptions {
  readonly dice: Dice;
  readonly hasDisks: boolean;
}

/** Every kind many times, in an order of the dice: faults meet what earlier ones left behind. */
export function makeLongPlan({ dice, hasDisks }: PlanOptions): Fault[] {
  const plan = [
    ...times(12, ...IN_THE_WAY.map((name) => kill(name))),
    ...times(6, ...BESIDE.map((name) => kill(name))),
    ...times(6, killServer('postgres'), killServer('nats')),
    ...times(3, restartServer('postgres'), restartServer('nats')),
    ...times(3, wipeBroker, freeze('ledger'), freeze('organisation'), freeze('gateway')),
    ...times(2, replayOutboxes, shuffleAndTriple),
    ...times(5, stallConsumer, poisonConsumer),
    ...times(10, cutAnswers('front'), cutAnswers('back')),
    ...times(2, jumpADay(1), jumpADay(-1), clockChange('spring'), clockChange('autumn')),
    ...times(2, ...[...IN_THE_WAY, ...BESIDE].map((name) => rollingRestart([name]))),
    ...times(4, rotateKey, ...races),
    ...(hasDisks ? times(2, fillDisk('postgres'), fillDisk('nats')) : []),
  ];
  return shuffle(plan, dice);
}

/** Each kind once; what only slows the others down is left to the long form: full disks, the winter-time night, a clock set back. */
export function makeShortPlan({ dice }: Pick<PlanOptions, 'dice'>): Fault[] {
  return shuffle(
    [
      ...IN_THE_WAY.map((name) => kill(name)),
      kill(...BESIDE),
      killServer('postgres'),
      killServer('nats'),
      wipeBroker,
      freeze('ledger'),
      replayOutboxes,
      shuffleAndTriple,
      stallConsumer,
      poisonConsumer,
      cutAnswers('front'),
      cutAnswers('back'),
      jumpADay(1),
      clockChange('spring'),
      rollingRestart(['gateway', 'ledger']),
      rotateKey,
      ...races,
    ],
    dice,
  );
}

function shuffle<T>(items: T[], dice: Dice): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = dice.between(0, i);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
