import { main } from '@app/service';
import { authService } from './service.ts';

await main(authService);
