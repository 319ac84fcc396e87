import { main } from '@app/service';
import { payrollService } from './service.ts';

await main(payrollService);
