// Pictures and videos of what is shown, saved by the browser: nothing goes through the server.

import type { App } from "./app";
import { icon_button } from "./dom";

const kFrames = 30; // a second
const kTypes = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

export class Capture {
  readonly picture_button: HTMLButtonElement;
  readonly video_button: HTMLButtonElement;
  private readonly copy = document.createElement("canvas");
  private recorder: MediaRecorder | null = null;

  constructor(private readonly app: App) {
    this.picture_button = icon_button("picture", "Save a picture", () => this.picture(), "Y");
    this.video_button = icon_button("video", "Record a video", () => this.toggle_video(), "U");
    this.picture_button.id = "save-picture";
    this.video_button.id = "save-video";
    for (const button of [this.picture_button, this.video_button]) button.classList.add("spare");
    this.video_button.hidden = typeof MediaRecorder === "undefined";
    app.drawn.push(() => this.recorder && this.compose());
  }

  picture(): void {
    this.app.stage.render(); // what was drawn before is gone by now
    this.compose();
    this.copy.toBlob((blob) => blob && this.save(blob, "png"), "image/png");
  }

  toggle_video(): void {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    this.app.stage.render();
    this.compose();
    const mimeType = kTypes.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(this.copy.captureStream(kFrames), { mimeType });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => {
      this.recorder = null;
      this.video_button.setAttribute("aria-pressed", "false");
      const type = recorder.mimeType.split(";")[0];
      this.save(new Blob(parts, { type }), type === "video/mp4" ? "mp4" : "webm");
    };
    recorder.start();
    this.recorder = recorder;
    this.video_button.setAttribute("aria-pressed", "true");
    this.app.messages.note("Recording: press the button again to save the video.");
  }

  // The picture on its paper: the canvas itself is transparent.
  private compose(): void {
    const { canvas } = this.app.stage;
    if (this.copy.width !== canvas.width && !this.recorder) this.copy.width = canvas.width;
    if (this.copy.height !== canvas.height && !this.recorder) this.copy.height = canvas.height;
    const { width, height } = this.copy;
    const ink = this.copy.getContext("2d");
    if (!ink) return;
    const style = getComputedStyle(document.documentElement);
    const paper = ink.createRadialGradient(
      width / 2,
      0.35 * height,
      0,
      width / 2,
      0.35 * height,
      Math.max(width, height),
    );
    paper.addColorStop(0, style.getPropertyValue("--paper"));
    paper.addColorStop(1, style.getPropertyValue("--paper-far"));
    ink.fillStyle = paper;
    ink.fillRect(0, 0, width, height);
    ink.drawImage(canvas, 0, 0, width, height);
  }

  private save(blob: Blob, kind: string): void {
    const { scene, frame } = this.app.sides[0];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${scene?.name ?? "conjac"}-${(frame?.time ?? 0).toFixed(3)}s.${kind}`;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}
