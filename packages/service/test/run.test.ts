import { Failure } from '@app/contract/failure';
import { ConfigError } from '@app/runtime';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { runProgram } from '../src/index.ts';

let said: MockInstance<typeof console.error>;
beforeEach(() => {
  process.exitCode = undefined;
  said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  process.exitCode = undefined;
  said.mockRestore();
});

/** A program whose commands note what they were given. */
function createProgram() {
  const ran: unknown[] = [];
  const start = () => Promise.reject(new Error('nobody asked it to start'));
  const commands = {
    note: async (operand: string | undefined) => ran.push(operand),
    refuse: () => Promise.reject(new ConfigError('The environment variable X is missing.')),
    lose: () => Promise.reject(new Failure('common.not_found', 404, 'There is no parked message 17')),
  };
  return { ran, program: { start, commands, usage: 'Commands: note, refuse' } };
}

it("an operator's command runs with its operand, and starts nothing", async () => {
  const { ran, program } = createProgram();
  await runProgram(program, ['note', '7']);
  await runProgram(program, ['note']);
  expect(ran).toEqual(['7', undefined]);
  expect([process.exitCode, said.mock.calls]).toEqual([undefined, []]);
});

it.each(['notes', 'constructor', ''])(
  'a command that there is not, %j, is answered with those there are',
  async (name) => {
    const { ran, program } = createProgram();
    await runProgram(program, [name]);
    expect([process.exitCode, said.mock.calls, ran]).toEqual([1, [['Commands: note, refuse']], []]);
  },
);

it('what the operator can mend is a sentence, without a stack', async () => {
  await runProgram(createProgram().program, ['refuse']);
  expect([process.exitCode, said.mock.calls]).toEqual([1, [['The environment variable X is missing.']]]);
});

it('what the platform refuses is a sentence too', async () => {
  await runProgram(createProgram().program, ['lose']);
  expect([process.exitCode, said.mock.calls]).toEqual([1, [['There is no parked message 17']]]);
});
