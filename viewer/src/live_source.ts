// The live stream. A frame waits until the page draws, and a newer one takes the place of an older one: a
// slow page shows fewer frames, it never falls behind. Plots hear of every frame.

import { CommandWriter } from "./commands";
import {
  FormatError,
  Kind,
  read_head,
  read_roles,
  read_shape,
  read_text,
  type Frame,
  type Head,
  type Shape,
  type Text,
} from "./format";
import { FramePair, type LiveFrame } from "./live_frame";

export interface LiveEvents {
  text(side: number, text: Text): void;
  shape(side: number, shape: Shape): void;
  frame(side: number, frame: Frame): void; // every one that comes, without positions
  took?(ms: number): void; // the message of a frame
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
  bytes = 0; // of those frames
  private socket: WebSocket | null = null;
  private readonly frames = [new FramePair(), new FramePair()];
  private readonly shapes: (Shape | null)[] = [null, null];
  private readonly roles: Uint8Array[] = [new Uint8Array(0), new Uint8Array(0)];
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
      for (const pair of this.frames) pair.forget();
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
  take_frame(side: number): LiveFrame | null {
    let frame: LiveFrame | null = null;
    this.guarded(() => (frame = this.frames[side].next()));
    return frame;
  }

  private take(data: ArrayBuffer | string): void {
    this.guarded(() => {
      if (typeof data === "string") throw new FormatError("a text message");
      const view = new DataView(data);
      const head = read_head(view);
      if (head.side > 1) throw new FormatError(`side ${head.side}: there are two`);
      if (head.kind === Kind.live_frame) {
        this.take_live(view, head);
      } else if (head.kind === Kind.shape) {
        this.frames[head.side].forget();
        const shape = read_shape(new Uint8Array(data), head);
        this.shapes[head.side] = shape;
        this.events.shape(head.side, shape);
      } else if (head.kind === Kind.roles) {
        this.roles[head.side] = read_roles(new Uint8Array(data));
      } else if (head.kind === Kind.frame) {
        throw new FormatError("a frame of recordings");
      } else {
        this.events.text(head.side, read_text(new Uint8Array(data)));
      }
    });
  }

  private take_live(view: DataView, head: Head): void {
    ++this.received;
    this.bytes += view.byteLength;
    const { side } = head;
    const shape = this.shapes[side];
    const roles = this.roles[side];
    if (!shape || head.shape !== shape.number) return; // of before a cut
    if (roles.length !== shape.nodes) throw new FormatError("a frame before its roles");
    const begin = performance.now();
    this.events.frame(side, this.frames[side].take(view, head, shape, roles));
    this.events.took?.(performance.now() - begin);
  }

  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.events.broken(error instanceof Error ? error.message : String(error));
    }
  }
}
