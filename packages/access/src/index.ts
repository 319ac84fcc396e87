export { createAccessStep } from './access-step.ts';
export { requireAccount } from './account-scope.ts';
export { assertScope, authenticateFor, hasScope } from './credentials.ts';
export type { AccountField } from './declaration.ts';
export { accessDocumentation } from './documentation.ts';
export { forbidden } from './failure.ts';
export * from './guard.ts';
