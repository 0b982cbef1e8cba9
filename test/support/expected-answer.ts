/** The expected answer of a recording. Long texts are given by their beginning, end and length. */
export interface ExpectedAnswer {
  readonly model: string
  readonly responseId?: string
  /** Finish reason; input, output, thinking, cached, total tokens. */
  readonly end?: readonly [string, number, number, number, number, number]
  /** Category, retryable, provider code. */
  readonly error?: readonly [string, boolean, string?]
  readonly paused?: true
  readonly blocks: readonly ExpectedBlock[]
}

export type ExpectedText = string | readonly [start: string, end: string, length: number]
export type ExpectedBlock =
  | { readonly type: 'text' | 'thinking'; readonly text: ExpectedText }
  | { readonly type: 'opaque'; readonly kind: string }
  | {
      readonly type: 'tool_call'
      readonly name: string
      readonly arguments: object | string
      readonly providerId: string | undefined
    }

export const text = (value: ExpectedText): ExpectedBlock => ({ type: 'text', text: value })
export const thinking = (value: ExpectedText): ExpectedBlock => ({ type: 'thinking', text: value })
/** A block that is stored only to be sent back to the provider. */
export const opaque = (kind: string): ExpectedBlock => ({ type: 'opaque', kind })
/** A tool call. Arguments as a string: the received part of a truncated call. */
export const call = (name: string, args: object | string, providerId?: string): ExpectedBlock => ({
  type: 'tool_call',
  name,
  arguments: args,
  providerId,
})
