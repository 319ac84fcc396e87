export { CLOSING_ENTRIES } from './closing.ts';
export { createDice, type Dice } from './dice.ts';
export { type Caller, CallRefused, createCaller, login } from './http.ts';
export { closedYears, openYear } from './open-year.ts';
export { demoPage } from './page.ts';
export { DEMO_PASSWORD } from './password.ts';
export { type DemoUser, demoUsers } from './people.ts';
export { type DemoCompany, type SeedOptions, seedDemoCompany } from './seed.ts';
export { enterSignUp, followToSignupCode, type Newcomer, type SignUpSession, signUp } from './signup.ts';
