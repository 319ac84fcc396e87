import { expectBodies } from '@app/runtime';
import { main } from '@app/service';
import { documentsService } from './service.ts';

expectBodies();
await main(documentsService);
