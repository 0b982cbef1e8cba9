import { Paperclip, Square } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { isTextOnly, sentQuestions } from '../actions/prompt-question.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElementId } from '../hooks/prompt-id.ts'
import { type Estimates, useEstimates } from '../hooks/use-estimate.ts'
import { useFileDrop } from '../hooks/use-file-drop.ts'
import { useAttachments, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { estimateText } from '../parts/money-text.ts'
import { focusLastChip } from '../prompt/attachment-chip.tsx'
import { AttachmentRow } from '../prompt/attachment-row.tsx'
import { inputTypeOf, makesText } from '../prompt/pasted-text.ts'
import { PastedNote } from '../prompt/pasted-note.tsx'
import { PromptNotice } from '../prompt/prompt-notice.tsx'
import { PromptPrice, useIsCostly } from '../prompt/prompt-price.tsx'
import { useBoxText, usePaste } from '../prompt/use-paste.ts'
import { useTemplateCall } from '../prompt/use-template-call.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import boxStyles from '../parts/prompt-box.module.css'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import type { ColumnIdentity } from './column-identity.ts'
import styles from './compare-prompt.module.css'

const words = texts.compare.prompt

interface ComparePromptProps {
  readonly comparison: Comparison
  readonly columns: readonly ColumnIdentity[]
  readonly isAnswering: boolean
}

/**
 * The shared prompt box of a comparison. Sending is disabled while an agent is answering, so that turns stay aligned.
 */
export function ComparePrompt({ comparison, columns, isAnswering }: ComparePromptProps) {
  const { comparisons } = useStores()
  const { compare } = useActions()
  const { id, agents, draftAsText, draftFiles } = comparison
  const draft = useBoxText(id, comparison.draft)
  const [pending, setPending] = useState(false)
  const living = useLiving(agents)
  const callsTemplate = useTemplateCall(living[0], id)
  const prompt = { text: draft, asText: draftAsText, attachments: draftFiles }
  const estimates = useEstimates(sentQuestions(living, prompt))
  const box = useRef<HTMLTextAreaElement>(null)
  const paste = usePaste(id)
  const drop = useFileDrop(id)
  const isReading = useAttachments((state) => state.pending.get(id)?.some((file) => file.state === 'reading') === true)
  const canSend = !pending && !isReading && (draft.trim() !== '' || draftFiles.length > 0)
  useEffect(() => box.current?.focus(), [id])
  function write({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    const change = { before: draft, after: target.value, cursor: target.selectionEnd }
    const asText = draftAsText || makesText(inputTypeOf(nativeEvent), change)
    comparisons.dispatch({ type: 'draft', id, text: target.value, asText })
    paste.typed()
  }

  async function send(): Promise<void> {
    if (!canSend || isAnswering) return
    setPending(true)
    if (!(await showsTemplate())) await compare.sendShared(comparison)
    setPending(false)
  }

  /** Puts the prompt of a called template into the box. */
  async function showsTemplate(): Promise<boolean> {
    if (draftAsText) return false
    return callsTemplate(draft, (text) => {
      const now = comparisons.getState().list.find((each) => each.id === id)
      if (now?.draft === draft) comparisons.dispatch({ type: 'draft', id, text, asText: true })
    })
  }

  function onKeyDown(key: KeyboardEvent<HTMLTextAreaElement>): void {
    if (paste.takeKey(key)) return
    const isAtStart = key.key === 'ArrowLeft' && key.currentTarget.selectionEnd === 0
    if (isAtStart && focusLastChip(key.currentTarget)) return key.preventDefault()
    if (key.key !== 'Enter' || key.shiftKey || key.altKey) return
    key.preventDefault()
    void send()
  }

  return (
    <div className={`${boxStyles.area} ${styles.area}`}>
      <PromptNotice agentId={id} />
      <div className={boxStyles.box} data-files={drop.isOver} {...drop.handlers}>
        <AttachmentRow owner={id} agents={agents} />
        <textarea
          dir="auto"
          ref={box}
          id={promptElementId(id)}
          className={boxStyles.input}
          aria-label={words.label({ agents: agents.length })}
          placeholder={words.placeholder({ agents: agents.length })}
          rows={1}
          spellCheck
          value={draft}
          onChange={write}
          onPaste={paste.onPaste}
          onKeyDown={onKeyDown}
        />
        {isTextOnly({ text: draft, asText: draftAsText }) ? <PastedNote /> : null}
        <CompareFooter
          comparison={comparison}
          columns={columns}
          isAnswering={isAnswering}
          canSend={canSend}
          estimates={estimates}
          receivers={living.length}
          onSend={() => void send()}
        />
      </div>
    </div>
  )
}

interface CompareFooterProps extends ComparePromptProps {
  readonly canSend: boolean
  /** What the prompt costs; null: nothing to send, or not known yet. */
  readonly estimates: Estimates | null
  /** Number of agents that the prompt is sent to. */
  readonly receivers: number
  onSend(): void
}

function CompareFooter(props: CompareFooterProps) {
  const { comparison, columns, isAnswering, canSend, estimates, receivers, onSend } = props
  const { attachments, compare } = useActions()
  const isCostly = useIsCostly(estimates) && canSend && !isAnswering
  return (
    <div className={boxStyles.footer}>
      <IconButton label={texts.prompt.attach} size="small" onClick={() => void attachments.choose(comparison.id)}>
        <Paperclip />
      </IconButton>
      <Receivers columns={columns} />
      {isAnswering ? <span className={styles.note}>{words.answering}</span> : null}
      {estimates === null || isCostly ? null : <PromptPrice estimates={estimates} agents={receivers} />}
      {isAnswering ? (
        <Button
          title={`${words.stopAll} (Esc)`}
          aria-label={words.stopAll}
          onClick={() => void compare.stopAll(comparison)}
        >
          <Square size={11} fill="currentColor" aria-hidden /> {words.stop}
        </Button>
      ) : (
        <Button tone="primary" disabled={!canSend} title={texts.keys.enter} onClick={onSend}>
          {isCostly && estimates !== null
            ? words.askFor({ agents: receivers, cost: estimateText(estimates) })
            : words.ask({ agents: receivers })}
        </Button>
      )}
    </div>
  )
}

/** Whom the prompt goes to: a chip per column. */
function Receivers({ columns }: { columns: readonly ColumnIdentity[] }) {
  return (
    <ul className={styles.chips} aria-label={words.receivers}>
      {columns.map(({ agentId, letter, name, choice, isHidden }) => (
        <li key={agentId} className={styles.chip} aria-label={isHidden ? name : `${letter}: ${name}`}>
          <strong>{letter}</strong>
          {choice === null ? null : <ProviderLeaf of={choice.provider} />}
          {isHidden ? null : <span>{name}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Returns the agents that receive the prompt: killed ones do not. */
function useLiving(agents: readonly AgentId[]): readonly AgentId[] {
  const killed = useTree((state) => agents.filter((id) => state.agents.get(id)?.status !== 'running').join(' '))
  return agents.filter((id) => !killed.split(' ').includes(id))
}
