#!/usr/bin/env bash
# Whether the process of this container takes work: `healthy.sh PORT` asks its /health/ready. By the shell alone, since another Node.js for each question would
# cost ten times what the answer does, and count against the container's memory. Who runs it says how long it may take.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
IFS= read -r status <&3
[[ $status == 'HTTP/1.1 200'* ]]
