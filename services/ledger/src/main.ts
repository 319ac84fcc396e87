import { main } from '@app/service';
import { ledgerService } from './service.ts';

await main(ledgerService);
