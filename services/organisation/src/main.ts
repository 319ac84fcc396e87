import { main } from '@app/service';
import { organisation } from './service.ts';

await main(organisation);
