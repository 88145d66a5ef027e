// The live stream. A frame waits until the page draws, and a newer one takes the place of an older one: a
// slow page shows fewer frames, it never falls behind. Plots hear of every frame.

import { CommandWriter } from "./commands";
import {
  FormatError,
  Kind,
  read_frame,
  read_head,
  read_shape,
  read_text,
  type Frame,
  type Shape,
  type Text,
} from "./format";

export interface LiveEvents {
  text(side: number, text: Text): void;
  shape(side: number, shape: Shape): void;
  frame(side: number, frame: Frame): void; // every one that comes
  connected(): void;
  lost(how: Loss): void;
  replaced(): void; // something else is shown now
  broken(message: string): void; // a message that is not what the protocol promises
}

export interface Loss {
  reason: string; // in the server's words, or nothing
  full: boolean; // as many pages are open as there may be
  answered: boolean; // somebody was there; else nobody answered at all
}

const kTryAgainLater = 1013; // WebSocket close code
const kSomethingElse = 4001; // as in src/serve/server_impl.h
const kRetry = [500, 1000, 2000, 4000];

export class LiveSource {
  readonly write = new CommandWriter();
  received = 0; // frames that came, shown or not
  private socket: WebSocket | null = null;
  private readonly waiting: (Frame | null)[] = [null, null];
  private attempts = 0;
  private timer = 0;

  constructor(
    private readonly address: string,
    private readonly events: LiveEvents,
  ) {}

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect(): void {
    window.clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    let opened = false;
    let heard = false;
    socket.onopen = () => (opened = true);
    socket.onmessage = (event) => {
      // A socket may open only to say that there is no room.
      if (!heard) {
        heard = true;
        this.attempts = 0;
        this.events.connected();
      }
      this.take(event.data as ArrayBuffer | string);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.waiting.fill(null);
      if (event.code === kSomethingElse) return this.events.replaced();
      const full = event.code === kTryAgainLater;
      this.events.lost({ reason: event.reason, full, answered: opened });
      const wait = kRetry[Math.min(this.attempts++, kRetry.length - 1)];
      this.timer = window.setTimeout(() => this.connect(), wait);
    };
  }

  send(message: DataView): void {
    if (this.open) this.socket?.send(message as DataView<ArrayBuffer>);
  }

  // The newest frame of a side since the last call, if there is one.
  take_frame(side: number): Frame | null {
    const frame = this.waiting[side];
    this.waiting[side] = null;
    return frame;
  }

  private take(data: ArrayBuffer | string): void {
    this.guarded(() => {
      if (typeof data === "string") throw new FormatError("a text message");
      const bytes = new Uint8Array(data);
      const head = read_head(new DataView(data));
      if (head.side > 1) throw new FormatError(`side ${head.side}: there are two`);
      if (head.kind === Kind.frame) {
        ++this.received;
        const frame = read_frame(bytes, head);
        this.waiting[head.side] = frame;
        this.events.frame(head.side, frame);
      } else if (head.kind === Kind.shape) {
        this.waiting[head.side] = null;
        this.events.shape(head.side, read_shape(bytes, head));
      } else {
        this.events.text(head.side, read_text(bytes));
      }
    });
  }

  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.events.broken(error instanceof Error ? error.message : String(error));
    }
  }
}
