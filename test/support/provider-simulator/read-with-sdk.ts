import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI, ThinkingLevel } from '@google/genai'
import type { GenerateContentResponse } from '@google/genai'
import OpenAI from 'openai'

import type { Simulator } from './simulator.ts'
import type { WireFormat } from './wire-format.ts'

/** The result of reading one stream with a bare SDK: the accumulated answer, and how it ended. */
export interface Reading {
  readonly thinking: string
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
  /** The provider's own finish reason; empty if there was none. */
  readonly finish: string
  /** Input, output, thinking. */
  readonly usage: readonly number[]
  /** The error that the SDK threw. */
  readonly error: unknown
  /** Number of events that the SDK returned. */
  readonly events: number
}

/** Accumulates the SDKs' events. */
class Collector {
  thinking = ''
  text = ''
  calls: { name: string; arguments: string }[] = []
  finish = ''
  usage: number[] = []
  events = 0

  reading(error?: unknown): Reading {
    const { thinking, text, calls, finish, usage, events } = this
    return { thinking, text, calls, finish, usage, error, events }
  }
}

export interface SdkOptions {
  readonly maxRetries?: number
  readonly signal?: AbortSignal
  /** Called with the number of events so far. */
  readonly onEvent?: (events: number) => void
}

/** Makes a request with the provider's official SDK and reads the whole stream. Never throws. */
export async function readWithSdk(simulator: Simulator, wire: WireFormat, options: SdkOptions = {}): Promise<Reading> {
  const collector = new Collector()
  try {
    await READERS[wire](simulator, collector, options)
    return collector.reading()
  } catch (error) {
    return collector.reading(error)
  }
}

type Reader = (simulator: Simulator, collector: Collector, options: SdkOptions) => Promise<void>

const READERS: Readonly<Record<WireFormat, Reader>> = {
  anthropic: readAnthropic,
  responses: readResponses,
  chat: readChat,
  gemini: readGemini,
}

const PROMPT = 'hello'

async function readAnthropic(simulator: Simulator, to: Collector, options: SdkOptions): Promise<void> {
  const client = new Anthropic({
    apiKey: 'a-key',
    baseURL: simulator.baseUrls.anthropic,
    maxRetries: options.maxRetries ?? 0,
  })
  const stream = await client.messages.create(
    {
      model: 'claude-haiku-4-5',
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [{ role: 'user', content: PROMPT }],
      stream: true,
    },
    signalOf(options),
  )
  for await (const event of stream) {
    count(to, options)
    if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
      to.calls.push({ name: event.content_block.name, arguments: '' })
    } else if (event.type === 'content_block_delta') addAnthropicDelta(to, event.delta)
    else if (event.type === 'message_delta') {
      to.finish = event.delta.stop_reason ?? ''
      const { input_tokens, output_tokens, output_tokens_details } = event.usage ?? {}
      to.usage = [input_tokens ?? 0, output_tokens ?? 0, output_tokens_details?.thinking_tokens ?? 0]
    }
  }
}

function addAnthropicDelta(to: Collector, delta: Anthropic.RawContentBlockDelta): void {
  if (delta.type === 'text_delta') to.text += delta.text
  if (delta.type === 'thinking_delta') to.thinking += delta.thinking
  if (delta.type === 'input_json_delta') addArguments(to, delta.partial_json)
}

function addArguments(to: Collector, text: string): void {
  const last = to.calls.at(-1)
  if (last !== undefined) last.arguments += text
}

async function readResponses(simulator: Simulator, to: Collector, options: SdkOptions): Promise<void> {
  const stream = await openai(simulator, options).responses.create(
    {
      model: 'gpt-5.5',
      input: PROMPT,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
      stream: true,
    },
    signalOf(options),
  )
  for await (const event of stream) {
    count(to, options)
    if (event.type === 'response.output_text.delta') to.text += event.delta
    else if (event.type === 'response.reasoning_summary_text.delta') to.thinking += event.delta
    else if (event.type === 'response.output_item.done' && event.item.type === 'function_call') {
      to.calls.push({ name: event.item.name, arguments: event.item.arguments })
    } else if (event.type === 'response.completed' || event.type === 'response.incomplete') {
      to.finish = event.response.status ?? ''
      const { usage } = event.response
      const thought = usage?.output_tokens_details.reasoning_tokens ?? 0
      to.usage = usage == null ? [] : [usage.input_tokens, usage.output_tokens, thought]
    }
  }
}

async function readChat(simulator: Simulator, to: Collector, options: SdkOptions): Promise<void> {
  const stream = await openai(simulator, options).chat.completions.create(
    {
      model: 'gpt-4o',
      messages: [{ role: 'user', content: PROMPT }],
      stream: true,
      stream_options: { include_usage: true },
    },
    signalOf(options),
  )
  for await (const chunk of stream) {
    count(to, options)
    const choice = chunk.choices?.[0]
    to.text += choice?.delta?.content ?? ''
    for (const call of choice?.delta?.tool_calls ?? []) {
      if (call.id !== undefined) to.calls.push({ name: call.function?.name ?? '', arguments: '' })
      addArguments(to, call.function?.arguments ?? '')
    }
    to.finish = choice?.finish_reason ?? to.finish
    if (chunk.usage != null) {
      const thought = chunk.usage.completion_tokens_details?.reasoning_tokens ?? 0
      to.usage = [chunk.usage.prompt_tokens, chunk.usage.completion_tokens, thought]
    }
  }
}

async function readGemini(simulator: Simulator, to: Collector, options: SdkOptions): Promise<void> {
  const client = new GoogleGenAI({ apiKey: 'a-key', httpOptions: { baseUrl: simulator.baseUrls.google } })
  const stream = await client.models.generateContentStream({
    model: 'gemini-3.8-flash',
    contents: PROMPT,
    config: {
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
      thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.LOW },
      ...(options.signal === undefined ? {} : { abortSignal: options.signal }),
    },
  })
  for await (const chunk of stream) {
    count(to, options)
    addGeminiChunk(to, chunk)
  }
}

function addGeminiChunk(to: Collector, chunk: GenerateContentResponse): void {
  const candidate = chunk.candidates?.[0]
  for (const part of candidate?.content?.parts ?? []) {
    if (part.thought === true) to.thinking += part.text ?? ''
    else to.text += part.text ?? ''
    if (part.functionCall === undefined) continue
    to.calls.push({ name: part.functionCall.name ?? '', arguments: JSON.stringify(part.functionCall.args) })
  }
  to.finish = candidate?.finishReason ?? to.finish
  const usage = chunk.usageMetadata
  if (usage === undefined) return
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage
  to.usage = [promptTokenCount, candidatesTokenCount + thoughtsTokenCount, thoughtsTokenCount]
}

function openai(simulator: Simulator, { maxRetries = 0 }: SdkOptions): OpenAI {
  return new OpenAI({ apiKey: 'a-key', baseURL: simulator.baseUrls.openai, maxRetries })
}

function signalOf({ signal }: SdkOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

function count(to: Collector, { onEvent }: SdkOptions): void {
  to.events += 1
  onEvent?.(to.events)
}
