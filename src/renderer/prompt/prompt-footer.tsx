import { ArrowUp, ListPlus, Paperclip, Square } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { poolName } from '../../shared/model-pool.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import type { PriceQuestion } from '../actions/price-actions.ts'
import { asksModels, isSent } from '../actions/prompt-question.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { type Estimates, useEstimates } from '../hooks/use-estimate.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { estimateText } from '../parts/money-text.ts'
import { LevelButton } from '../models/level-button.tsx'
import { ModelOptionsButton } from '../models/model-options-button.tsx'
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
      <ModelSettings agent={agent} />
      <FolderChip agent={agent} />
      <WorktreeOffer agent={agent} />
      <OutsideChips agent={agent} />
      <span id={hintId} className={styles.hint}>
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

/** The thinking level and the options of the agent's own model. */
function ModelSettings({ agent }: { agent: AgentSummary }) {
  const { choice } = agent
  if (choice === null || choice.provider === OUTSIDE) return null
  return (
    <span className={styles.settings}>
      {poolName(choice.model) === null ? <LevelButton agent={agent} choice={choice} /> : null}
      <ModelOptionsButton agent={agent} />
    </span>
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
  const { agents } = useActions()
  return (
    <span className={styles.send} data-running={running}>
      {running && !disabled && asked === 0 ? (
        <IconButton label={words.queue} shortcut={texts.keys.enter} onClick={onSend}>
          <ListPlus />
        </IconButton>
      ) : null}
      {running ? (
        <IconButton label={commandTitle('agent.cancel')} shortcut="Esc" onClick={() => void agents.cancel(agent.id)}>
          <Square />
        </IconButton>
      ) : asked > 0 ? (
        <Button tone="primary" disabled={disabled} aria-label={words.askModels({ models: asked })} onClick={onSend}>
          <ArrowUp aria-hidden className={styles.arrow} />
          <span className={styles.askText}>{words.ask({ models: asked })}</span>
        </Button>
      ) : costly === null ? (
        <IconButton label={words.send} shortcut={texts.keys.enter} disabled={disabled} onClick={onSend}>
          <ArrowUp />
        </IconButton>
      ) : (
        <Button tone="primary" onClick={onSend}>
          {words.sendFor({ cost: estimateText(costly) })}
        </Button>
      )}
    </span>
  )
}
