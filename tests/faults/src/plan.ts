import type { Dice } from '@app/demo';
import { backendNames, type ServiceName, serviceNames } from '@app/registry';
import { brokerAway, freezeIdle, nameless } from './absence-faults.ts';
import { whileMoneyMoves } from './company-bank.ts';
import { whileImported, whilePosted, whileRemoved } from './company-faults.ts';
import { whilePapersCome } from './company-papers.ts';
import { whilePeriodsArePrepared } from './company-periods.ts';
import { whileDocumentsAreReset, whileReset } from './company-reset.ts';
import { crowd } from './crowd.ts';
import type { Fault } from './fault.ts';
import { poisonConsumer, replayOutboxes, shuffleAndTriple, stallConsumer } from './message-faults.ts';
import { clockChange, cutAnswers, jumpADay, rotateKey } from './passage-faults.ts';
import { fillDisk, freeze, kill, killServer, restartServer, rollingRestart, wipeBroker } from './process-faults.ts';
import { raceForCode, raceForDraft, raceForLock, raceForRefreshToken, raceForReversal } from './race-faults.ts';
import type { Replicas } from './replicas.ts';
import {
  rotateBrokerPassword,
  rotateDatabasePassword,
  rotateDataKey,
  rotateIdentityKey,
  rotateInternalKey,
} from './rotation-faults.ts';

/** The processes that a posting goes through. */
const IN_THE_WAY: readonly string[] = ['gateway', 'auth', 'organisation', 'ledger'] satisfies ServiceName[];
/** Nobody needs them yet. */
export const IDLE: readonly string[] = ['payroll', 'chat', 'filing'] satisfies ServiceName[];
/** All that clients of the load need. */
const IN_USE: readonly string[] = serviceNames.filter((name) => !IDLE.includes(name));
/** The sandbox, and all that no posting goes through. */
const BESIDE: readonly string[] = [...serviceNames, 'sandbox'].filter((name) => !IN_THE_WAY.includes(name));

/** Ends of the processes that reset a company, hold what is cleared, or know who may. */
const RESETTING = ['organisation', 'ledger', 'documents', 'reconciliation', 'auth'].map((name) => kill(name));
/** Ends of the processes that remove a company: every service removes what it holds. */
const REMOVING = backendNames.map((name) => kill(name));

/** Each by a service that postings need. */
const rotations = [
  rotateInternalKey('organisation'),
  rotateDatabasePassword('ledger'),
  rotateBrokerPassword('ledger'),
  rotateDataKey('ledger'),
  rotateIdentityKey,
];
const races = [raceForReversal, raceForDraft, raceForLock, raceForCode, raceForRefreshToken];
const times = (count: number, ...faults: readonly Fault[]): Fault[] =>
  Array.from({ length: count }, () => faults).flat();

export interface PlanOptions {
  readonly dice: Dice;
  readonly hasDisks: boolean;
  readonly replicas: Replicas;
}

/** Every kind many times, in an order of the dice: faults meet what earlier ones left behind. */
export function makeLongPlan({ dice, hasDisks, replicas }: PlanOptions): Fault[] {
  if (replicas === 2) return shuffle(makePlanOfPairs(hasDisks), dice);
  const plan = [
    ...times(12, ...IN_THE_WAY.map((name) => kill(name))),
    ...times(6, ...BESIDE.map((name) => kill(name))),
    ...times(3, ...[...REMOVING, killServer('postgres'), restartServer('nats')].map(whileRemoved)),
    ...times(3, ...[...RESETTING, killServer('postgres'), wipeBroker].map(whileReset)),
    ...times(3, ...[...RESETTING, killServer('postgres'), wipeBroker].map(whileDocumentsAreReset)),
    ...times(3, ...[kill('ledger'), kill('gateway'), killServer('postgres')].map(whileImported)),
    ...times(3, ...[kill('ledger'), kill('organisation'), killServer('postgres')].map(whilePosted)),
    ...times(3, ...[kill('documents'), kill('ledger'), kill('gateway'), killServer('postgres')].map(whilePapersCome)),
    ...times(3, ...[kill('reconciliation'), kill('documents'), kill('gateway'), wipeBroker].map(whileMoneyMoves)),
    ...times(3, ...[kill('reconciliation'), kill('ledger'), wipeBroker].map(whilePeriodsArePrepared)),
    ...times(6, killServer('postgres'), killServer('nats')),
    ...times(3, restartServer('postgres'), restartServer('nats')),
    ...times(3, wipeBroker, ...IN_USE.map(freeze)),
    ...times(2, replayOutboxes, shuffleAndTriple),
    ...times(5, stallConsumer('ledger'), poisonConsumer()),
    ...times(2, stallConsumer('documents'), stallConsumer('reconciliation')),
    ...times(10, cutAnswers('front'), cutAnswers('back')),
    ...times(2, jumpADay(1), jumpADay(-1), clockChange('spring'), clockChange('autumn')),
    ...times(2, ...[...IN_THE_WAY, ...BESIDE].map((name) => rollingRestart([name]))),
    ...times(4, rotateKey, ...races),
    ...rotations,
    ...times(2, crowd(20)),
    ...(hasDisks ? times(2, fillDisk('postgres'), fillDisk('nats')) : []),
  ];
  return shuffle(plan, dice);
}

/** What can go otherwise where there are two of each, and what nobody else may notice. */
function makePlanOfPairs(hasDisks: boolean): Fault[] {
  return [
    ...times(3, ...IN_THE_WAY.map((name) => kill(name))),
    ...BESIDE.map((name) => kill(name)),
    ...[whileRemoved(kill('organisation')), whileReset(kill('ledger')), whileImported(kill('ledger'))],
    ...[whilePapersCome(kill('documents')), whileMoneyMoves(kill('reconciliation'))],
    ...[kill('ledger'), kill('documents'), kill('organisation')].map(whileDocumentsAreReset),
    whilePeriodsArePrepared(kill('reconciliation')),
    ...[killServer('postgres'), killServer('nats'), restartServer('postgres'), wipeBroker],
    ...IN_THE_WAY.map(freeze),
    ...[replayOutboxes, shuffleAndTriple, stallConsumer('ledger'), poisonConsumer()],
    ...times(2, cutAnswers('front'), cutAnswers('back')),
    ...[...IN_THE_WAY, ...BESIDE].map((name) => rollingRestart([name])),
    ...[brokerAway(60), ...IDLE.map((name) => freezeIdle(name, 8)), crowd(20)],
    ...times(2, nameless('auth'), nameless('organisation')),
    ...[jumpADay(1), rotateKey, ...rotations, ...races],
    ...(hasDisks ? [fillDisk('postgres'), fillDisk('nats')] : []),
  ];
}

/**
 * Each kind once; what only slows the others down is left to the long form: full disks, the winter-time night, a clock
 * set back.
 */
export function makeShortPlan({ dice }: Pick<PlanOptions, 'dice'>): Fault[] {
  return shuffle(
    [
      whileImported(kill('gateway')),
      kill('auth'),
      kill('organisation'),
      whileRemoved(kill('ledger')),
      whileReset(kill(...BESIDE)),
      killServer('postgres'),
      killServer('nats'),
      wipeBroker,
      brokerAway(2),
      freeze('ledger'),
      freezeIdle('chat', 2),
      replayOutboxes,
      shuffleAndTriple,
      stallConsumer('ledger'),
      poisonConsumer(),
      cutAnswers('front'),
      cutAnswers('back'),
      jumpADay(1),
      clockChange('spring'),
      rollingRestart(['gateway', 'ledger']),
      rotateKey,
      crowd(3),
      ...races,
    ],
    dice,
  );
}

/** Puts a list into an order of the dice, in its own place. */
export function shuffle<T>(items: T[], dice: Dice): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = dice.between(0, i);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
