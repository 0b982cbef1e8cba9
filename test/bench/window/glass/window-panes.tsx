import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { createAppModel } from '../../../../src/renderer/app/app-model.ts'
import { App } from '../../../../src/renderer/app.tsx'
import { IS_MAC } from '../../../../src/renderer/hooks/platform.ts'
import { afterMilliseconds } from '../../../../src/renderer/store/delayed-writes.ts'
import { nextFrame } from '../../../../src/renderer/store/frame-batch.ts'
import type { AgentEvent } from '../../../../src/shared/agent-event.ts'
import { createPreviewEngine } from '../../../renderer/preview/preview-engine.ts'
import { emptyWorld } from '../../../renderer/preview/preview-world.ts'
import { agentSummary } from '../../../support/agent-summary.ts'
import { benchLayout, inColumns } from '../bench-layout.ts'
import { benchText } from '../bench-text.ts'
import type { AppendText } from './glass-page.ts'

const COLUMNS = 4
const MODEL = 'claude-haiku-4-5'
/** The conversation before the stream. */
const PROMPTS = 10
const ANSWER_LENGTH = 900

/** The window, over an engine in memory, with all streams in its panes. */
export function windowPanes(root: HTMLElement, streams: number): AppendText {
  const agents = Array.from({ length: streams }, (_, index) =>
    agentSummary({ id: idOf(index), name: `Stream ${index + 1}`, activity: { type: 'streaming' } }),
  )
  const ids = agents.map(({ id }) => id)
  const engine = createPreviewEngine({
    ...emptyWorld(),
    agents,
    events: new Map(ids.map((id) => [id, history(id)])),
    settings: new Map([['layout', benchLayout(inColumns(ids, COLUMNS))]]),
  })
  const clock = { frame: nextFrame, debounce: afterMilliseconds(400) }
  const model = createAppModel(engine.connection, clock, null, { isMac: IS_MAC, isTab: false })
  model.start()
  createRoot(root).render(
    <StrictMode>
      <App model={model} onMenuCommand={() => () => undefined} />
    </StrictMode>,
  )
  const started = new Set<number>()
  return (stream, text) => {
    const id = idOf(stream)
    if (!started.has(stream)) {
      engine.live(id, { type: 'turn_started', turnId: id, model: MODEL, startedAt: Date.now() })
      engine.live(id, { type: 'start', model: MODEL })
      started.add(stream)
    }
    engine.live(id, { type: 'text_delta', blockIndex: 0, text })
  }
}

function idOf(stream: number): string {
  return `${String(stream).padStart(8, '0')}-0000-4000-8000-000000000000`
}

function history(agentId: string): readonly AgentEvent[] {
  const answer = benchText(ANSWER_LENGTH, false)
  return Array.from({ length: 2 * PROMPTS }, (_, index): AgentEvent => {
    const row = { id: index + 1, sessionId: 1, agentId, turnId: null, createdAt: '2026-11-01T00:00:00.000Z' }
    return index % 2 === 0
      ? { ...row, kind: 'user', content: `Question ${index}: why is that so, and what follows?`, data: null }
      : { ...row, kind: 'assistant', content: answer, data: { blocks: [{ type: 'text', text: answer }] } }
  })
}
