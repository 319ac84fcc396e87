import { main } from '@app/service';
import { reconciliationService } from './service.ts';

await main(reconciliationService);
