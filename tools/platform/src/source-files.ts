/** Everything in TypeScript, as globs from the root. */
export const SOURCES = [
  'packages/*/{src,test,scripts}/**/*.ts',
  'services/*/{src,test,scripts}/**/*.ts',
  'tools/platform/{src,test}/**/*.ts',
  'tests/{src,journeys,faults,own-platform,repository}/**/*.ts',
  'bench/src/**/*.ts',
];
