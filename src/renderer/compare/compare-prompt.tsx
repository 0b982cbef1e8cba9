import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { inputTypeOf, isTextOnly, makesText } from '../prompt/pasted-text.ts'
import { PastedNote } from '../prompt/pasted-note.tsx'
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
    await compare.sendShared(comparison)
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
          <span className={boxStyles.send} data-running={isAnswering}>
            {isAnswering ? (
              <IconButton label="Stop all" shortcut="Esc" onClick={() => void compare.stopAll(comparison)}>
                <Square />
              </IconButton>
            ) : (
              <IconButton
                label="Send to all"
                shortcut="Enter"
                disabled={pending || draft.trim() === ''}
                onClick={() => void send()}
              >
                <ArrowUp />
              </IconButton>
            )}
          </span>
        </div>
      </div>
    </div>
  )
}
