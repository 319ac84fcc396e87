import { provisionDatabase } from '@app/db';
import { ConfigError } from '@app/runtime';

/**
 * Makes the database with a schema and roles for every service, where no operator did: `docker compose up`. All roles get one password there;
 * `npm start` and production give each its own.
 */
export async function provision(environment: NodeJS.ProcessEnv): Promise<void> {
  const read = (name: string): string => {
    const value = environment[name];
    if (!value) throw new ConfigError(`The environment variable ${name} is missing: provisioning needs it.`);
    return value;
  };
  const password = read('ROLE_PASSWORD');
  const services = read('PROVISION_SERVICES')
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => ({ name, password, ownerPassword: password, ...(name === 'ledger' ? { eraserPassword: password } : {}) }));
  await provisionDatabase(read('POSTGRES_URL'), { database: read('POSTGRES_DATABASE'), services });
  console.log(`The database holds ${services.map(({ name }) => name).join(', ')}.`);
}
