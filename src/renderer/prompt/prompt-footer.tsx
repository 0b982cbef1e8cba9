import { Paperclip, Square } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { PriceQuestion } from '../actions/price-actions.ts'
import { asksModels, isSent } from '../actions/prompt-question.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { type Estimates, useEstimates } from '../hooks/use-estimate.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { estimateText } from '../parts/money-text.ts'
import { commandTitle } from '../text/table-texts.ts'
import { GAP } from '../text/gap.ts'
import { texts } from '../text/texts.ts'
import styles from '../parts/prompt-box.module.css'
import { FolderChip } from './folder-chip.tsx'
import { ModelChips } from './model-chips.tsx'
import { OutsideChips } from './outside-chips.tsx'
import { PromptPrice, useIsCostly } from './prompt-price.tsx'
import { WorktreeOffer } from './worktree-offer.tsx'

const words = texts.prompt

interface PromptFooterProps {
  readonly agent: AgentSummary
  readonly hintId: string
  /** Whether the prompt has a gap that the user still has to fill. */
  readonly isUnfinished: boolean
  /** Whether there is nothing to send. */
  readonly disabled: boolean
  /** The requests that the text leads to; the first one is the agent's own. Empty: none. */
  readonly questions: readonly PriceQuestion[]
  onSend(): void
}

/** Below the text: files, models, what sending costs, and the button that sends. */
export function PromptFooter({ agent, hintId, isUnfinished, disabled, questions, onSend }: PromptFooterProps) {
  const { attachments } = useActions()
  const keysOf = useCommandKeys()
  const running = useViews(({ views }) => (views.get(agent.id)?.turn ?? null) !== null)
  const estimates = useEstimates(questions)
  const [question] = questions
  const isNext = question !== undefined && !isSent(question)
  const isCostly = useIsCostly(estimates) && question !== undefined && !isNext && !disabled
  const asked = asksModels(questions)
  const hidesPrice = estimates === null || (isCostly && !running && asked === 0)
  return (
    <div className={styles.footer}>
      <IconButton
        label={words.attach}
        shortcut={keysOf('agent.attach')}
        size="small"
        disabled={agent.status === 'killed'}
        onClick={() => void attachments.choose(agent.id)}
      >
        <Paperclip />
      </IconButton>
      <ModelChips agent={agent} />
      <FolderChip agent={agent} />
      <WorktreeOffer agent={agent} />
      <OutsideChips agent={agent} />
      <span id={hintId} className={styles.hint}>
        <span>
          {isUnfinished ? (
            words.gap({ gap: GAP })
          ) : running && asked > 0 ? (
            words.severalLater
          ) : (
            <>
              <kbd>{words.keys.enter}</kbd> {running ? words.queues : words.sends} · <kbd>{words.keys.shiftEnter}</kbd>{' '}
              {words.newLine}
            </>
          )}
        </span>
      </span>
      {hidesPrice ? null : <PromptPrice isNext={isNext} estimates={estimates} />}
      <SendButtons
        agent={agent}
        running={running}
        disabled={disabled}
        asked={asked}
        costly={isCostly ? estimates : null}
        onSend={onSend}
      />
    </div>
  )
}

interface SendButtonsProps extends Pick<PromptFooterProps, 'agent' | 'disabled' | 'onSend'> {
  readonly running: boolean
  /** Number of models that the prompt goes to; 0: only the agent's own. */
  readonly asked: number
  /** What sending costs, if that is above the user's limit; null: it is not. */
  readonly costly: Estimates | null
}

function SendButtons({ agent, running, disabled, asked, costly, onSend }: SendButtonsProps) {
  return (
    <span className={styles.send}>
      {running && !disabled && asked === 0 ? (
        <Button tone="primary" aria-keyshortcuts={texts.keys.enter} onClick={onSend}>
          {words.queue}
        </Button>
      ) : null}
      {running ? (
        <StopButton agent={agent} />
      ) : (
        <Button
          tone="primary"
          title={asked === 0 && costly === null ? texts.keys.enter : undefined}
          disabled={disabled}
          onClick={onSend}
        >
          {asked > 0
            ? words.ask({ models: asked })
            : costly === null
              ? words.send
              : words.askFor({ cost: estimateText(costly) })}
        </Button>
      )}
    </span>
  )
}

function StopButton({ agent }: { agent: AgentSummary }) {
  const { agents } = useActions()
  const title = commandTitle('agent.cancel')
  return (
    <Button aria-label={title} title={`${title} (Esc)`} onClick={() => void agents.cancel(agent.id)}>
      <Square aria-hidden /> {words.stop}
    </Button>
  )
}
