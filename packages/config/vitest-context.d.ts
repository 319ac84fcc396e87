// What packages/testing/src/servers.ts gives every test by `inject`; part of every tsconfig, so that no package must
// depend on @app/testing for it.
import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the test run's PostgreSQL. */
    readonly postgresUrl: string;
    /** The address of the test run's NATS. */
    readonly natsUrl: string;
  }
}
