import { useEffect, useId, useRef } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import { askQuestions, isTextOnly } from '../actions/prompt-question.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAttachments, useDrafts } from '../hooks/use-stores.ts'
import { NO_ATTACHMENTS } from '../store/draft-store.ts'
import { AttachmentRow } from './attachment-row.tsx'
import styles from '../parts/prompt-box.module.css'
import completionListStyles from './completion-list.module.css'
import { inputTypeOf, makesText } from './pasted-text.ts'
import { PastedNote } from './pasted-note.tsx'
import { promptElementId } from '../hooks/prompt-id.ts'
import { texts } from '../text/texts.ts'
import { hasGap } from './prompt-gaps.ts'
import { PromptFooter } from './prompt-footer.tsx'
import { PromptNotice } from './prompt-notice.tsx'
import { QueueList } from './queue-list.tsx'
import { useAskedModels } from './use-asked-models.ts'
import { type OpenCompletion, useCompletion } from './use-completion.ts'
import { useBoxText, usePaste } from './use-paste.ts'
import { usePromptKeys } from './use-prompt-keys.ts'
import { useSubmit } from './use-submit.ts'

const words = texts.prompt

/** The box in which the user writes to an agent. Typing renders only this component. */
export function PromptBox({ agentId }: { agentId: AgentId }) {
  const { drafts } = useStores()
  const name = useAgentName(agentId)
  const agent = useAgent(agentId)
  const killed = agent?.status === 'killed'
  const { models } = useAskedModels(agentId)
  const text = useBoxText(
    agentId,
    useDrafts(({ texts }) => texts.get(agentId) ?? ''),
  )
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
      <div className={styles.box} data-disabled={killed}>
        <QueueList agentId={agentId} />
        {open === null ? null : <CompletionList id={listId} completion={open} onAccept={completion.accept} />}
        <AttachmentRow owner={agentId} agents={[agentId]} />
        <textarea
          dir="auto"
          ref={box}
          id={promptElementId(agentId)}
          className={styles.input}
          aria-label={words.label({ agent: name })}
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-controls={open === null ? undefined : listId}
          aria-activedescendant={open === null || open.active === -1 ? undefined : optionId(listId, open.active)}
          placeholder={killed ? words.killed : words.placeholder}
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
        {agent === undefined ? null : (
          <PromptFooter
            agent={agent}
            hintId={hintId}
            isUnfinished={hasGap({ text, asText })}
            disabled={
              killed || pending || isReading || hasGap({ text, asText }) || (text.trim() === '' && files.length === 0)
            }
            questions={killed ? [] : askQuestions(agentId, { text, asText, attachments: files }, models)}
            onSend={submit}
          />
        )}
      </div>
    </div>
  )
}

const completionsWords = texts.prompt.completions

interface CompletionListProps {
  readonly id: string
  readonly completion: OpenCompletion
  onAccept(index: number): void
}

/** The completions of the word at the cursor. The focus stays in the prompt box, which refers to the active option. */
function CompletionList({ id, completion, onAccept }: CompletionListProps) {
  return (
    <div id={id} role="listbox" aria-label={completionsWords.label} className={completionListStyles.list}>
      {completion.options.map((option, index) => (
        <div
          key={option.text}
          id={optionId(id, index)}
          ref={index === completion.active ? keepInSight : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === completion.active}
          className={completionListStyles.option}
          // Handle `pointerdown`, because a click would first move the focus from the box to the list.
          onPointerDown={(press) => {
            press.preventDefault()
            onAccept(index)
          }}
        >
          <span className={completionListStyles.label}>{option.label}</span>
          <span className={completionListStyles.detail}>{option.detail}</span>
        </div>
      ))}
    </div>
  )
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function keepInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
