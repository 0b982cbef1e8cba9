import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { type Estimates, useEstimates } from '../hooks/use-estimate.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { estimateText } from '../parts/money-text.ts'
import { CostDialog } from '../prompt/cost-dialog.tsx'
import { inputTypeOf, isTextOnly, makesText } from '../prompt/pasted-text.ts'
import { PastedNote } from '../prompt/pasted-note.tsx'
import { PromptPrice } from '../prompt/prompt-price.tsx'
import { sentQuestions } from '../prompt/prompt-question.ts'
import { useCostQuestion, useIsCostly } from '../prompt/use-cost-question.ts'
import boxStyles from '../parts/prompt-box.module.css'
import type { Comparison } from '../store/comparison.ts'

interface ComparePromptProps {
  readonly comparison: Comparison
  readonly isAnswering: boolean
}

/**
 * The shared prompt box of a comparison. Sending is disabled while an agent is answering, so that turns stay aligned.
 */
export function ComparePrompt({ comparison, isAnswering }: ComparePromptProps) {
  const { comparisons } = useStores()
  const { compare } = useActions()
  const { id, agents, draft, draftAsText } = comparison
  const [pending, setPending] = useState(false)
  const living = useLiving(agents)
  const cost = useCostQuestion(living)
  const estimates = useEstimates(sentQuestions(living, { text: draft, asText: draftAsText }))
  const isDisabled = pending || draft.trim() === ''
  const isCostly = useIsCostly(estimates) && !isDisabled && !isAnswering
  const hintId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [id])
  function write({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    const change = { before: draft, after: target.value, cursor: target.selectionEnd }
    const asText = draftAsText || makesText(inputTypeOf(nativeEvent), change)
    comparisons.dispatch({ type: 'draft', id, text: target.value, asText })
  }

  async function send(): Promise<void> {
    if (pending || isAnswering || draft.trim() === '') return
    setPending(true)
    if (await cost.mayBeSent({ text: draft, asText: draftAsText })) await compare.sendShared(comparison)
    setPending(false)
  }

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Enter' || key.shiftKey || key.altKey || key.nativeEvent.isComposing) return
    key.preventDefault()
    void send()
  }

  return (
    <div className={boxStyles.area}>
      <div className={boxStyles.box}>
        <textarea
          ref={box}
          className={boxStyles.input}
          aria-label={`Prompt to all ${agents.length} agents`}
          aria-describedby={hintId}
          placeholder={`Write a prompt to all ${agents.length} agents`}
          rows={1}
          spellCheck
          value={draft}
          onChange={write}
          onKeyDown={onKeyDown}
        />
        {isTextOnly({ text: draft, asText: draftAsText }) ? <PastedNote /> : null}
        <div className={boxStyles.footer}>
          <span id={hintId} className={boxStyles.hint}>
            {isAnswering ? (
              'Agents are still answering · Esc stops them'
            ) : (
              <>
                <kbd>Enter</kbd> sends to all · <kbd>Shift Enter</kbd> new line
              </>
            )}
          </span>
          {estimates === null || isCostly ? null : <PromptPrice estimates={estimates} agents={living.length} />}
          <span className={boxStyles.send} data-running={isAnswering}>
            {isAnswering ? (
              <IconButton label="Stop all" shortcut="Esc" onClick={() => void compare.stopAll(comparison)}>
                <Square />
              </IconButton>
            ) : (
              <SendButton price={isCostly ? estimates : null} disabled={isDisabled} onSend={() => void send()} />
            )}
          </span>
        </div>
      </div>
      {cost.open === null ? null : (
        <CostDialog
          prompt={cost.open}
          returnFocus={() => box.current}
          onAnswer={(isSent) => {
            cost.answer(isSent)
            if (isSent) void send()
          }}
        />
      )}
    </div>
  )
}

interface SendButtonProps {
  /** What the prompt costs, if that is above the user's limit. */
  readonly price: Estimates | null
  readonly disabled: boolean
  onSend(): void
}

function SendButton({ price, disabled, onSend }: SendButtonProps) {
  return price === null ? (
    <IconButton label="Send to all" shortcut="Enter" disabled={disabled} onClick={onSend}>
      <ArrowUp />
    </IconButton>
  ) : (
    <Button tone="primary" onClick={onSend}>
      Send to all · {estimateText(price)}
    </Button>
  )
}

/** Returns the agents that receive the prompt: killed ones do not. */
function useLiving(agents: readonly AgentId[]): readonly AgentId[] {
  const killed = useTree((state) => agents.filter((id) => state.agents.get(id)?.status !== 'running').join(' '))
  return agents.filter((id) => !killed.split(' ').includes(id))
}
