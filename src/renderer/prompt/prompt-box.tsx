import { ArrowUp, ListPlus, Paperclip, Square } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

import { commandTitle } from '../../shared/app-commands.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { PriceQuestion } from '../actions/price-actions.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import { isSent, isTextOnly, promptQuestion } from '../actions/prompt-question.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAttachments, useDrafts, useViews } from '../hooks/use-stores.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { estimateText } from '../parts/money-text.ts'
import { NO_ATTACHMENTS } from '../store/draft-store.ts'
import { AttachmentRow } from './attachment-row.tsx'
import { CompletionList, optionId } from './completion-list.tsx'
import styles from '../parts/prompt-box.module.css'
import { inputTypeOf, makesText } from './pasted-text.ts'
import { PastedNote } from './pasted-note.tsx'
import { promptElementId } from '../hooks/prompt-id.ts'
import { PromptNotice } from './prompt-notice.tsx'
import { PromptPrice } from './prompt-price.tsx'
import { QueueList } from './queue-list.tsx'
import { useCompletion } from './use-completion.ts'
import { useIsCostly } from './use-is-costly.ts'
import { usePaste } from './use-paste.ts'
import { usePromptKeys } from './use-prompt-keys.ts'
import { useSubmit } from './use-submit.ts'

/** The box in which the user writes to an agent. Typing renders only this component. */
export function PromptBox({ agentId }: { agentId: AgentId }) {
  const { drafts } = useStores()
  const name = useAgentName(agentId)
  const killed = useAgent(agentId)?.status === 'killed'
  const text = useDrafts(({ texts }) => texts.get(agentId) ?? '')
  const asText = useDrafts(({ pasted }) => pasted.has(agentId))
  const { submit, pending } = useSubmit(agentId)
  const keys = usePromptKeys(agentId, submit)
  const box = useRef<HTMLTextAreaElement>(null)
  const completion = useCompletion(agentId, box, submit)
  const paste = usePaste(agentId)
  const files = useDrafts((drafts) => drafts.files.get(agentId)) ?? NO_ATTACHMENTS
  const isReading = useAttachments(
    ({ pending }) => pending.get(agentId)?.some(({ state }) => state === 'reading') === true,
  )
  const { open } = completion
  const hintId = useId()
  const listId = useId()
  useEffect(() => void drafts.load(agentId), [drafts, agentId])

  return (
    <div className={styles.area}>
      <PromptNotice agentId={agentId} />
      <QueueList agentId={agentId} />
      <div className={styles.box} data-disabled={killed}>
        {open === null ? null : <CompletionList id={listId} completion={open} onAccept={completion.accept} />}
        <AttachmentRow owner={agentId} agents={[agentId]} />
        <textarea
          dir="auto"
          ref={box}
          id={promptElementId(agentId)}
          className={styles.input}
          aria-label={`Prompt to ${name}`}
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-controls={open === null ? undefined : listId}
          aria-activedescendant={open === null || open.active === -1 ? undefined : optionId(listId, open.active)}
          placeholder={killed ? 'This agent was killed' : 'Write a prompt, or / for a command'}
          disabled={killed}
          rows={1}
          spellCheck
          value={text}
          onChange={({ target, nativeEvent }) => {
            const change = { before: text, after: target.value, cursor: target.selectionEnd }
            const isText = asText || makesText(inputTypeOf(nativeEvent), change)
            drafts.type(agentId, target.value, isText)
            paste.typed()
            completion.typed(target)
          }}
          onPaste={paste.onPaste}
          onSelect={(select) => completion.moved(select.currentTarget)}
          onBlur={() => {
            completion.close()
            drafts.flush()
          }}
          onKeyDown={(key) => (paste.takeKey(key) || completion.takeKey(key) ? undefined : keys(key))}
        />
        {isTextOnly({ text, asText }) ? <PastedNote /> : null}
        <PromptFooter
          agentId={agentId}
          hintId={hintId}
          isKilled={killed}
          disabled={killed || pending || isReading || (text.trim() === '' && files.length === 0)}
          question={killed ? null : promptQuestion(agentId, { text, asText, attachments: files })}
          onSend={submit}
        />
      </div>
    </div>
  )
}

interface PromptFooterProps {
  readonly agentId: AgentId
  readonly hintId: string
  /** Whether there is nothing to send. */
  readonly disabled: boolean
  readonly isKilled: boolean
  /** The request that the text leads to; null: none. */
  readonly question: PriceQuestion | null
  onSend(): void
}

function PromptFooter({ agentId, hintId, disabled, isKilled, question, onSend }: PromptFooterProps) {
  const { agents, attachments } = useActions()
  const keysOf = useCommandKeys()
  const running = useViews(({ views }) => (views.get(agentId)?.turn ?? null) !== null)
  const estimates = useEstimate(question)
  const isCostly = useIsCostly(estimates) && question !== null && isSent(question) && !disabled
  return (
    <div className={styles.footer}>
      <IconButton
        label="Attach files"
        shortcut={keysOf('agent.attach')}
        size="small"
        disabled={isKilled}
        onClick={() => void attachments.choose(agentId)}
      >
        <Paperclip />
      </IconButton>
      <span id={hintId} className={styles.hint}>
        <kbd>Enter</kbd> {running ? 'queues' : 'sends'} · <kbd>Shift Enter</kbd> new line
      </span>
      {estimates === null || (isCostly && !running) ? null : (
        <PromptPrice isNext={question !== null && !isSent(question)} estimates={estimates} />
      )}
      <span className={styles.send} data-running={running}>
        {running && !disabled ? (
          <IconButton label="Queue" shortcut="Enter" onClick={onSend}>
            <ListPlus />
          </IconButton>
        ) : null}
        {running ? (
          <IconButton label={commandTitle('agent.cancel')} shortcut="Esc" onClick={() => void agents.cancel(agentId)}>
            <Square />
          </IconButton>
        ) : isCostly ? (
          <Button tone="primary" onClick={onSend}>
            Send · {estimateText(estimates ?? [])}
          </Button>
        ) : (
          <IconButton label="Send" shortcut="Enter" disabled={disabled} onClick={onSend}>
            <ArrowUp />
          </IconButton>
        )}
      </span>
    </div>
  )
}
