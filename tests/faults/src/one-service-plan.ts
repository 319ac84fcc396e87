import type { Dice } from '@app/demo';
import { type ServiceName, serviceNames } from '@app/registry';
import { brokerAway, freezeIdle } from './absence-faults.ts';
import { whileMoneyMoves } from './company-bank.ts';
import { whileImported, whileRemoved } from './company-faults.ts';
import { whilePapersCome } from './company-papers.ts';
import { whilePeriodsArePrepared } from './company-periods.ts';
import type { Fault } from './fault.ts';
import { poisonConsumer, shuffleAndTriple, stallConsumer } from './message-faults.ts';
import { cutAnswers, jumpADay, rotateKey } from './passage-faults.ts';
import { IDLE, shuffle } from './plan.ts';
import { freeze, kill, killServer, rollingRestart } from './process-faults.ts';
import { raceForCode, raceForDraft, raceForLock, raceForRefreshToken, raceForReversal } from './race-faults.ts';

interface Own {
  /** It ends in the middle of something long, which then goes on under the other faults. */
  readonly killed: readonly Fault[];
  readonly others: readonly Fault[];
}

/** What each service has a part in. */
const OWN: Partial<Readonly<Record<ServiceName, Own>>> = {
  gateway: {
    killed: [whileImported(kill('gateway'))],
    others: [
      ...[freeze('gateway'), cutAnswers('front'), cutAnswers('back'), rotateKey, jumpADay(1), brokerAway(2)],
      rollingRestart(['gateway']),
    ],
  },
  auth: {
    killed: [whileRemoved(kill('auth'))],
    others: [freeze('auth'), raceForCode, raceForRefreshToken, rotateKey, jumpADay(1), rollingRestart(['auth'])],
  },
  organisation: {
    killed: [whileRemoved(kill('organisation'))],
    others: [freeze('organisation'), cutAnswers('front'), shuffleAndTriple, rollingRestart(['organisation'])],
  },
  ledger: {
    killed: [whileRemoved(kill('ledger'))],
    others: [
      ...[freeze('ledger'), cutAnswers('back'), shuffleAndTriple, stallConsumer('ledger'), poisonConsumer('ledger')],
      ...[raceForReversal, raceForDraft, raceForLock, rollingRestart(['ledger'])],
    ],
  },
  reconciliation: {
    killed: [whileMoneyMoves(kill('reconciliation')), whilePeriodsArePrepared(kill('reconciliation'))],
    others: [
      ...[freeze('reconciliation'), cutAnswers('front'), shuffleAndTriple],
      ...[stallConsumer('reconciliation'), poisonConsumer('reconciliation')],
    ],
  },
  documents: {
    killed: [whilePapersCome(kill('documents')), kill('documents')],
    others: [freeze('documents'), cutAnswers('front'), shuffleAndTriple, poisonConsumer('documents')],
  },
};

/** Of a service that no client needs yet. */
const ownOfOthers = (name: ServiceName): Own => ({
  killed: [whileRemoved(kill(name))],
  others: [killServer('nats'), rollingRestart([name]), ...(IDLE.includes(name) ? [freezeIdle(name, 2)] : [])],
});

/**
 * The faults that a change inside of one service can make worse: it ends while that goes on which it has a part in, it
 * stands still, its answers are lost, its messages come again, many want the same of it, and its database goes.
 * @param name the gateway or a service behind it
 * @throws for any other name
 */
export function makeOneServicePlan(name: string, { dice }: { readonly dice: Dice }): Fault[] {
  const service = requireService(name);
  const { killed, others } = OWN[service] ?? ownOfOthers(service);
  return [...shuffle([...killed], dice), ...shuffle([...others, killServer('postgres')], dice)];
}

/** @throws for what is neither the gateway nor a service behind it */
export function requireService(name: string): ServiceName {
  const service = serviceNames.find((each) => each === name);
  if (!service) throw new Error(`ONE_SERVICE is "${name}": it must be one of ${serviceNames.join(', ')}`);
  return service;
}
