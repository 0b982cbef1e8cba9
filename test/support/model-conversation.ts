import { assembleTranscript } from '../../src/main/core/transcript/assemble-transcript.ts'
import type { AssembledTranscript } from '../../src/main/core/transcript/assemble-transcript.ts'
import { accumulateResponse } from '../../src/main/core/conversation/turn-accumulator.ts'
import type { Provider, ProviderEvent } from '../../src/main/core/ports/provider-ports.ts'
import type { AgentEvent, NewEvent } from '../../src/shared/agent-event.ts'
import type { ModelChoice } from '../../src/shared/agent-summary.ts'
import type { ContentBlock, ToolCallBlock, ToolDefinition } from '../../src/shared/content.ts'
import { defined } from '../../src/shared/defined.ts'
import { wireModelName } from '../../src/shared/model-spec.ts'
import { untyped } from './untyped.ts'

/** A model and the adapter for it. */
export interface TestModel {
  readonly provider: Provider
  readonly choice: ModelChoice
  /** The company's model that it is; missing: its name says it. */
  readonly as?: string
}

const TOOLS: readonly ToolDefinition[] = ['read', 'search'].map((name) => ({
  name,
  description: `Can ${name}.`,
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}))

/** One agent's log and its requests to models, as in the engine, without database and windows. */
export class ModelConversation {
  readonly events: AgentEvent[] = []
  #turn = 0
  #calls = 0

  add(event: Pick<NewEvent, 'kind' | 'content' | 'data'>): void {
    const row = {
      agentId: 'agent',
      turnId: `turn ${this.#turn}`,
      id: this.events.length + 1,
      sessionId: 1,
      createdAt: '',
    }
    // All callers pass matching kinds and data, which the type of the union cannot express.
    this.events.push(untyped<AgentEvent>({ ...row, ...event }))
  }

  user(content: string): void {
    this.#turn += 1
    this.add({ kind: 'user', content, data: null })
  }

  /** Records an answer of blocks with the origin of that model. */
  answer(blocks: readonly ContentBlock[]): void {
    const content = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
    this.add({ kind: 'assistant', content, data: { blocks } })
  }

  result(callId: string, content = `output of ${callId}`): void {
    this.add({ kind: 'tool_result', content, data: { tool_call_id: callId } })
  }

  assemble({ provider, choice, as }: TestModel): AssembledTranscript {
    return assembleTranscript({
      context: this.events,
      target: { ...choice, model: wireModelName(choice), ...defined({ as }), endpoint: provider.endpoint },
      system: ['Be brief.'],
      tools: TOOLS,
    })
  }

  /** Makes one request, records its answer, and returns its calls. Throws if the provider refuses it. */
  async ask(testModel: TestModel): Promise<readonly ToolCallBlock[]> {
    const { request, report } = this.assemble(testModel)
    if (report.violations.length > 0) throw new Error(`Repaired: ${JSON.stringify(report.violations)}`)
    const received: ProviderEvent[] = []
    const newToolCallId = (): string => `call_${String((this.#calls += 1)).padStart(24, '0')}`
    for await (const event of testModel.provider.stream(request, {
      signal: new AbortController().signal,
      newToolCallId,
    })) {
      if (event.type === 'error') throw new Error(`${testModel.choice.model}: ${event.error.message}`)
      received.push(event)
    }
    const speaker = { choice: testModel.choice, endpoint: testModel.provider.endpoint, cost: () => null }
    const { content, data } = accumulateResponse(received, speaker)
    this.add({ kind: 'assistant', content, data })
    return data.blocks?.filter((block) => block.type === 'tool_call') ?? []
  }

  /** Runs a turn from a prompt to the final answer, with a result for every call. Returns the number of requests. */
  async turn(testModel: TestModel, prompt: string): Promise<number> {
    this.user(prompt)
    for (let requests = 1; ; requests += 1) {
      const calls = await this.ask(testModel)
      if (calls.length === 0) return requests
      for (const { id, name, arguments: input } of calls)
        this.add({ kind: 'tool_call', content: null, data: { tool_call_id: id, name, arguments: input } })
      for (const { id } of calls) this.result(id)
    }
  }
}
