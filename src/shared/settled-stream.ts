import type { LiveEvent } from './stream-event.ts'

type TextDelta = Extract<LiveEvent, { type: 'text_delta' | 'thinking_delta' }>

/**
 * Passes on a stream for outputs that can take nothing back, such as stdout: text that may turn out to be thinking waits
 * until its type is certain. `block_retyped` is not passed on.
 */
export class SettledStream {
  #isTentative = false
  /** The deltas of the newest block of text or thinking, joined. */
  #block: TextDelta | null = null

  /** Returns the events that are certain with this one, in order. */
  push(event: LiveEvent): readonly LiveEvent[] {
    if (event.type === 'text_delta' || event.type === 'thinking_delta') return this.#delta(event)
    if (event.type === 'start') {
      this.#isTentative = event.tentative === true
      this.#block = null
      return [event]
    }
    if (event.type === 'block_retyped') {
      this.#isTentative = false
      if (this.#block?.blockIndex !== event.blockIndex || this.#block.text === '') return []
      const retyped: TextDelta = {
        ...this.#block,
        type: event.blockType === 'text' ? 'text_delta' : 'thinking_delta',
      }
      this.#block = retyped
      return [retyped]
    }
    const decides = 'blockIndex' in event || event.type === 'done' || event.type === 'error'
    return decides || event.type === 'turn_ended' || event.type === 'retrying' ? [...this.settle(), event] : [event]
  }

  #delta(event: TextDelta): readonly LiveEvent[] {
    const released = event.type === 'thinking_delta' ? this.settle() : []
    const isSame = this.#block?.blockIndex === event.blockIndex && this.#block.type === event.type
    this.#block = { ...event, text: (isSame ? (this.#block?.text ?? '') : '') + event.text }
    return this.#isTentative ? [] : [...released, event]
  }

  /**
   * Returns what waits, which is what it seemed to be. For an answer that is recorded: its last live event follows the
   * recording.
   */
  settle(): readonly LiveEvent[] {
    const waiting = this.#isTentative && this.#block !== null ? [this.#block] : []
    this.#isTentative = false
    return waiting
  }
}
