import { main } from '@app/service';
import { filingService } from './service.ts';

await main(filingService);
