import { provisionDatabase } from '@app/db/provision';
import { StartFailure } from '@app/embedded';
import { allOrFirstFailure } from './first-failure.ts';
import type { Say } from './progress.ts';
import { derivePassword, type Secrets } from './secrets.ts';
import type { Server } from './servers.ts';
import { hasDatabase, type ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';

/** The servers, and what the database needs to know of the services. */
export type ServerPlan = {
  readonly postgres: Server;
  readonly nats: Server;
  readonly services: readonly ServiceDefinition[];
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly say: Say;
};

/** Starts both servers and gives every service its schema and roles. */
export async function startServers({ postgres, nats, services, settings, secrets, say }: ServerPlan): Promise<void> {
  await allOrFirstFailure([postgres.start().then(() => prepareDatabase()), nats.start()]);
  say(`${describeServer(postgres)} and ${describeServer(nats)} answer`);

  async function prepareDatabase(): Promise<void> {
    const roles = services.filter(hasDatabase).map((service) => ({
      name: service.name,
      password: derivePassword(secrets, 'database', service.name),
      ownerPassword: derivePassword(secrets, 'database', `${service.name}_owner`),
      ...(service.hasEraser ? { eraserPassword: derivePassword(secrets, 'database', `${service.name}_eraser`) } : {}),
    }));
    await provisionDatabase(postgres.url, { database: settings.get('POSTGRES_DATABASE'), services: roles }).catch(
      (error: Error) => {
        throw new StartFailure(`The database could not be prepared at ${new URL(postgres.url).host}: ${error.message}`);
      },
    );
  }
}

const describeServer = (server: Server): string =>
  `${server.name} (${server.isEmbedded ? 'own' : 'existing'}, ${new URL(server.url).host})`;
