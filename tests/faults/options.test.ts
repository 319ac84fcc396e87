import { StartFailure } from '@app/embedded';
import { expect, it } from 'vitest';
import { readFaultOptions, USAGE } from './src/options.ts';

it('the long form runs whole unless told otherwise', () => {
  expect(readFaultOptions([])).toEqual({
    seed: undefined,
    only: undefined,
    faults: undefined,
    logs: undefined,
    replicas: 1,
    beside: undefined,
    wantsHelp: false,
  });
  expect(
    readFaultOptions(['--seed', '45881966', '--faults=8', '--only', 'NATS', '--logs', 'kept', '--replicas', '2']),
  ).toEqual({
    seed: 45_881_966,
    only: 'NATS',
    faults: 8,
    logs: 'kept',
    replicas: 2,
    beside: undefined,
    wantsHelp: false,
  });
});

it('help names every option', () => {
  expect(readFaultOptions(['--help']).wantsHelp).toBe(true);
  for (const name of Object.keys(readFaultOptions([])).filter((each) => each !== 'wantsHelp'))
    expect(USAGE).toContain(`--${name} `);
});

it.each([
  [['--faults', 'abc'], /--faults is "abc": it must be a whole number from 1 on/],
  [['--faults', '0'], /--faults is "0"/],
  [['--replicas', '0'], /--replicas is "0": it must be 1 or 2/],
  [['--beside', '/'], /--beside runs two releases side by side: give --replicas 2/],
  [['--beside', '/nowhere', '--replicas', '2'], /--beside is "\/nowhere": no built checkout/],
  [['--replicas', '3'], /--replicas is "3"/],
  [['--replicas', 'two'], /--replicas is "two"/],
  [['--seed', '1.5'], /--seed is "1\.5"/],
  [['--seed'], /argument missing[\s\S]*npm run faults/],
  [['--fault', '8'], /Unknown option '--fault'[\s\S]*npm run faults/],
  [['8'], /Unexpected argument '8'/],
  [['--only', 'earthquake'], /No kind of fault holds "earthquake"\. The kinds are:\n[\s\S]*SIGKILL of ledger/],
])('%j would inject something else than is meant, and is refused with a sentence', (args, sentence) => {
  const read = () => readFaultOptions(args);
  expect(read).toThrow(StartFailure);
  expect(read).toThrow(sentence);
});
