import { ArrowUp, ChevronUp, Clock, Pencil, X } from 'lucide-react'

import { isBusy } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { PromptQueue, QueuedPrompt } from '../../shared/prompt-queue.ts'
import { isTextOnly } from '../actions/prompt-question.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { NO_ATTACHMENTS } from '../store/draft-store.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { texts } from '../text/texts.ts'
import styles from './queue-list.module.css'

const words = texts.prompt.queued

const NOTHING: PromptQueue = []

/** Prompts that wait for the end of the turn. After a stop or a failure, the user has to send them. */
export function QueueList({ agentId }: { agentId: AgentId }) {
  const agent = useAgent(agentId)
  const busy = agent !== undefined && isBusy(agent.activity.type)
  const queue = useViews(({ views }) => views.get(agentId)?.queue ?? NOTHING)
  if (queue.length === 0) return null
  return (
    <section className={styles.queue} aria-label={words.label}>
      <ol className={styles.list}>
        {queue.map((prompt, index) => (
          <QueuedPromptView key={prompt.id} agentId={agentId} prompt={prompt} before={queue[index - 1]} busy={busy} />
        ))}
      </ol>
    </section>
  )
}

interface QueuedPromptProps {
  readonly agentId: AgentId
  readonly prompt: QueuedPrompt
  /** The prompt that is sent before it, if any. */
  readonly before: QueuedPrompt | undefined
  readonly busy: boolean
}

function QueuedPromptView({
  agentId,
  prompt: { id, text, asText, attachments = NO_ATTACHMENTS, from },
  before,
  busy,
}: QueuedPromptProps) {
  const { drafts } = useStores()
  const { agents, costs } = useActions()
  const focusPrompt = () => promptElement(agentId)?.focus()

  async function send(): Promise<void> {
    if (await costs.mayBeSent([agentId], { text, asText, attachments })) await agents.sendQueued(agentId, id)
  }

  /** Moves the prompt back into the box and the previous content of the box into the queue. */
  async function edit(): Promise<void> {
    const draft = drafts.draftOf(agentId)
    const isEmpty = draft.text.trim() === '' && draft.attachments === undefined
    const isOurs = isEmpty ? agents.removeQueued(agentId, id) : agents.changeQueued(agentId, id, draft)
    if (!(await isOurs)) return
    // Keep text that was typed in the meantime.
    const now = drafts.draftOf(agentId).text
    drafts.type(agentId, text + (now.startsWith(draft.text) ? now.slice(draft.text.length) : now), asText)
    const sent = new Set(draft.attachments?.map(({ sha256 }) => sha256))
    const added = drafts.filesOf(agentId).filter(({ sha256 }) => !sent.has(sha256))
    drafts.setFiles(agentId, [...attachments, ...added])
    drafts.flush()
    focusPrompt()
  }

  return (
    <li className={styles.item}>
      <Clock className={styles.sign} aria-hidden />
      <span className={styles.text} dir="auto">
        {text}
      </span>
      {attachments.length === 0 ? null : (
        <span className={styles.caption} title={attachments.map(({ name }) => name).join('\n')}>
          {words.files({ files: attachments.length })}
        </span>
      )}
      {from === undefined ? null : <span className={styles.caption}>{words.from({ home: from })}</span>}
      {isTextOnly({ text, asText }) ? <span className={styles.caption}>{words.asText}</span> : null}
      {before === undefined ? (
        <span className={styles.caption}>{busy ? words.sentAfterTurn : words.waiting}</span>
      ) : null}
      {busy ? null : (
        <IconButton label={words.sendNow} size="small" onClick={() => void send()}>
          <ArrowUp />
        </IconButton>
      )}
      {before === undefined ? null : (
        <IconButton
          label={words.moveUp}
          size="small"
          onClick={() => void agents.reorderQueued(agentId, [id, before.id])}
        >
          <ChevronUp />
        </IconButton>
      )}
      <IconButton label={words.edit} size="small" onClick={() => void edit()}>
        <Pencil />
      </IconButton>
      <IconButton
        label={words.remove}
        size="small"
        onClick={() => void agents.removeQueued(agentId, id).then(focusPrompt)}
      >
        <X />
      </IconButton>
    </li>
  )
}
