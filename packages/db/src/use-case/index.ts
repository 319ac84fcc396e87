export { type CarryOut, type Command, defineCommand } from './command.ts';
export { defineUseCase } from './define.ts';
export { forgetEndedUseCases } from './recover.ts';
export { finalRefusal, type KeptRefusal, keptRefusal, refusalFrom } from './refusal.ts';
export type { Run } from './run.ts';
export { type Begin, type Outcome, type Step, type UseCase, type UseCaseDefinition, WITHDRAWN } from './steps.ts';
export { type EndParts, endParts, type Wanted } from './store.ts';
export { endRuns, holdRuns } from './together.ts';
export { areUnderWay, haveEnded } from './under-way.ts';
