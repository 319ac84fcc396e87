comment on schema chat is 'Threads, messages, participants and tool runs';
