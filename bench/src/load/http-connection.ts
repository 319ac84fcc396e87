import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * A kept connection with one request under way. It reads no more of HTTP than a measurement needs, since whatever the
 * client costs is taken from the two cores that the system has.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #settle: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed before the answer was whole')));
  }

  static open(host: string, port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  send(request: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return;
    const whole = this.#received.length === 1 ? chunk : Buffer.concat(this.#received, this.#size);
    this.#received = [whole];
    const end = whole.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = whole.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (
      length === undefined
        ? !whole.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : whole.length < end + 4 + Number(length)
    ) {
      if (length !== undefined) this.#needed = end + 4 + Number(length);
      return;
    }
    this.#received = [];
    this.#size = 0;
    this.#needed = 0;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve({ status: Number(head.slice(9, 12)), body: whole.subarray(end + 4) });
  }

  #fail(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = undefined;
  }
}
