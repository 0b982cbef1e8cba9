interface RequestPartRow {
  /** In few words, for the line below an answer. */
  readonly short: string
  /** A sentence for the user: what was done instead, and for which model. */
  readonly text: (model: string) => string
}

const ROWS = {
  stream_options: {
    short: 'Usage not requested',
    text: (model) => `Usage was not requested (stream_options): the server refused it for ${model}.`,
  },
  stream_padding: {
    short: 'Padding of the stream not switched off',
    text: (model) => `The padding of the stream was not switched off: the server refused the field for ${model}.`,
  },
  cache: {
    short: 'Cache fields not sent',
    text: (model) => `The fields of the prompt cache were not sent: the server refused them for ${model}.`,
  },
  cache_diagnosis: {
    short: 'Cause of cold input not asked for',
    text: (model) => `The provider was not asked why input was cold: the server refused the question for ${model}.`,
  },
  tool_choice: {
    short: 'Tools not sent in the last round',
    text: (model) => `The last request was sent without tools: the server refused a tool choice for ${model}.`,
  },
  forced_call: {
    short: 'Call not forced',
    text: (model) => `The model was free to answer without a call: the server refused to force one for ${model}.`,
  },
  one_call: {
    short: 'Several calls not excluded',
    text: (model) => `Several calls in one answer were not excluded: the server refused the field for ${model}.`,
  },
  parallel_calls: {
    short: 'Calls sent one at a time',
    text: (model) => `Calls of one answer were sent one at a time: the server refused several for ${model}.`,
  },
  system_role: {
    short: 'System prompt in the first prompt',
    text: (model) =>
      `The system prompt was put in front of the first prompt: the server refused the system role for ${model}.`,
  },
  tools: {
    short: 'Tools not sent',
    text: (model) =>
      `Tools were not sent, so the model cannot use any: the server refused them for ${model}. A profile with "tools": [] avoids this note.`,
  },
  thinking_off: {
    short: 'Thinking not disabled',
    text: (model) => `Thinking was not disabled: ${model} does not support disabling thinking.`,
  },
  thinking_level: {
    short: 'Another thinking level sent',
    text: (model) =>
      `Another thinking level was sent, the nearest that ${model} takes: the server refused the chosen one.`,
  },
  output_limit: {
    short: 'Another output limit sent',
    text: (model) => `Another output limit was sent, as the server asked for ${model}.`,
  },
} satisfies Readonly<Record<string, RequestPartRow>>

/** A part of requests, beside the agent's options, that a server may refuse and that can be left out. */
export type RequestPart = keyof typeof ROWS

export const REQUEST_PARTS: Readonly<Record<RequestPart, RequestPartRow>> = ROWS

export function isRequestPart(name: string): name is RequestPart {
  return Object.hasOwn(ROWS, name)
}
