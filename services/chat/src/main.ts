import { main } from '@app/service';
import { chatService } from './service.ts';

await main(chatService);
