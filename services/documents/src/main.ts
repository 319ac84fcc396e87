import { main } from '@app/service';
import { documentsService } from './service.ts';

await main(documentsService);
