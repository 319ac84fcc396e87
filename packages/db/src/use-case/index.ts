export { type CarryOut, type Command, defineCommand } from './command.ts';
export { defineUseCase } from './define.ts';
export { forgetEndedUseCases } from './recover.ts';
export { finalRefusal, type KeptRefusal, keptRefusal, refusalFrom } from './refusal.ts';
export { openRun, type Run } from './run.ts';
export { type Begin, type Outcome, type Step, type UseCase, type UseCaseDefinition, WITHDRAWN } from './steps.ts';
export { type BeginColumns, type EndParts, endParts, holdRun, type Wanted } from './store.ts';
export { areUnderWay, haveEnded } from './under-way.ts';
