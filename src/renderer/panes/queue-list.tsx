import { ArrowUp, Pencil, X } from 'lucide-react'
import { useEffect } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../frame/use-agent.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { isBusy } from '../store/prompt-queue.ts'
import { promptElement } from './prompt-id.ts'
import styles from './queue-list.module.css'

const NOTHING: readonly string[] = []

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
        {queue.map((text, index) => (
          <QueuedPrompt key={index} agentId={agentId} index={index} text={text} busy={busy} />
        ))}
      </ol>
    </section>
  )
}

interface QueuedPromptProps {
  readonly agentId: AgentId
  readonly index: number
  readonly text: string
  readonly busy: boolean
}

function QueuedPrompt({ agentId, index, text, busy }: QueuedPromptProps) {
  const { agents, queues, drafts } = useWindow()

  /** The prompt goes back into the box; what stood there takes its place in the queue. */
  function edit(): void {
    const draft = drafts.store.getState().texts.get(agentId) ?? ''
    if (draft.trim() === '') queues.remove(agentId, index)
    else queues.change(agentId, index, draft)
    drafts.type(agentId, text)
    promptElement(agentId)?.focus()
  }

  function remove(): void {
    queues.remove(agentId, index)
    promptElement(agentId)?.focus()
  }

  return (
    <li className={styles.item}>
      <span className={styles.text}>{text}</span>
      {busy ? null : (
        <IconButton label="Send now" size="small" onClick={() => void agents.sendQueued(agentId, index)}>
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
