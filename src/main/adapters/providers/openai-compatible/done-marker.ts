const MAX_END = 32

/** Detects `data: [DONE]` at the end of a body: the SDK ends its loop there in the same way as at a truncated end. */
export class DoneMarker {
  #tail = ''

  hear(chunk: Uint8Array): void {
    this.#tail = (this.#tail + String.fromCharCode(...chunk.subarray(-MAX_END))).slice(-MAX_END)
  }

  get seen(): boolean {
    return /(^|\n)data: ?\[DONE\]\s*$/.test(this.#tail)
  }
}
