import type { ServiceDefinition } from '@app/service';

/** Threads, messages, participants and tool runs. */
export const chatService: ServiceDefinition = {
  name: 'chat',
  register: () => ({}),
};
