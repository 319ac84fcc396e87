import { provisionDatabase } from '@app/db';
import { ConfigError } from '@app/runtime';

/**
 * Makes the database with a schema and roles for every service, where no operator did: `docker compose up`. Each role
 * has a password of its own, in `ROLE_PASSWORD_LEDGER`, `ROLE_PASSWORD_LEDGER_OWNER` and, where there is one,
 * `ROLE_PASSWORD_LEDGER_ERASER`.
 */
export async function provision(environment: NodeJS.ProcessEnv): Promise<void> {
  const read = (name: string): string => {
    const value = environment[name];
    if (!value) throw new ConfigError(`The environment variable ${name} is missing: provisioning needs it.`);
    return value;
  };
  const services = read('PROVISION_SERVICES')
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => {
      const variable = `ROLE_PASSWORD_${name.toUpperCase()}`;
      const eraserPassword = environment[`${variable}_ERASER`];
      return {
        name,
        password: read(variable),
        ownerPassword: read(`${variable}_OWNER`),
        ...(eraserPassword ? { eraserPassword } : {}),
      };
    });
  await provisionDatabase(read('POSTGRES_URL'), { database: read('POSTGRES_DATABASE'), services });
  console.log(`The database holds ${services.map(({ name }) => name).join(', ')}.`);
}
