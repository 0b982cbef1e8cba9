import { ArrowUp, Pencil, X } from 'lucide-react'
import { useEffect } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../frame/use-agent.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { isBusy } from '../store/prompt-queue.ts'
import type { PromptQueue, QueuedPrompt } from '../store/queued-prompt.ts'
import { promptElement } from './prompt-id.ts'
import styles from './queue-list.module.css'

const NOTHING: PromptQueue = []

/** Prompts that wait for the end of the turn. After a stop or a failure they wait for the person. */
export function QueueList({ agentId }: { agentId: AgentId }) {
  const { queues } = useWindow()
  const busy = isBusy(useAgent(agentId))
  const queue = useWindowStore(
    (window) => window.queues.store,
    (state) => state.queues.get(agentId) ?? NOTHING,
  )
  useEffect(() => void queues.load(agentId), [queues, agentId])
  if (queue.length === 0) return null
  return (
    <section className={styles.queue} aria-label="Queued prompts">
      <p className={styles.words}>{busy ? 'Sent when the turn ends' : 'Waiting for you'}</p>
      <ol className={styles.list}>
        {queue.map((prompt) => (
          <QueuedPromptView key={prompt.id} agentId={agentId} prompt={prompt} busy={busy} />
        ))}
      </ol>
    </section>
  )
}

interface QueuedPromptProps {
  readonly agentId: AgentId
  readonly prompt: QueuedPrompt
  readonly busy: boolean
}

function QueuedPromptView({ agentId, prompt: { id, text, sending }, busy }: QueuedPromptProps) {
  const { agents, queues, drafts } = useWindow()

  /** The prompt goes back into the box; what stood there takes its place in the queue. */
  function edit(): void {
    const draft = drafts.store.getState().texts.get(agentId) ?? ''
    if (draft.trim() === '') queues.remove(agentId, id)
    else queues.change(agentId, id, draft)
    drafts.type(agentId, text)
    promptElement(agentId)?.focus()
  }

  function remove(): void {
    queues.remove(agentId, id)
    promptElement(agentId)?.focus()
  }

  return (
    <li className={styles.item}>
      <span className={styles.text}>{text}</span>
      {sending ? <span className={styles.words}>being sent</span> : null}
      {busy || sending ? null : (
        <IconButton label="Send now" size="small" onClick={() => void agents.sendQueued(agentId, id)}>
          <ArrowUp />
        </IconButton>
      )}
      <IconButton label="Edit" size="small" onClick={edit}>
        <Pencil />
      </IconButton>
      <IconButton label="Remove" size="small" onClick={remove}>
        <X />
      </IconButton>
    </li>
  )
}
