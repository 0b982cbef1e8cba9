import { dollars } from '../../shared/money.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { estimateText } from '../parts/money-text.ts'
import styles from '../parts/question-dialog.module.css'
import type { CostlyPrompt } from './use-cost-question.ts'

interface CostDialogProps {
  readonly prompt: CostlyPrompt
  onAnswer(isSent: boolean): void
}

/** Asks whether a prompt shall be sent although it costs more than the user's limit. */
export function CostDialog({ prompt: { agents, estimates, limit }, onAnswer }: CostDialogProps) {
  const cost = estimateText(estimates)
  return (
    <Dialog
      title={agents === 1 ? 'Send this prompt?' : `Send this prompt to ${agents} agents?`}
      size="narrow"
      initialFocus="marked"
      onClose={() => onAnswer(false)}
    >
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          onAnswer(true)
        }}
      >
        <p className={styles.caption}>
          It costs {cost}, which is above your limit of {dollars(limit)}. Settings, Default models, has the limit.
        </p>
        <footer className={styles.footer}>
          <Button tone="quiet" data-first-focus onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button tone="primary" type="submit">
            Send · {cost}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
