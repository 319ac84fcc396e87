import { behavesLikeEveryService } from '@app/testing';
import { describe } from 'vitest';
import { chatService } from '../src/service.ts';

describe('chat', () => behavesLikeEveryService(chatService));
